// What becomes of a job of a log: two cleanings. Studies that cite a log differ in it, and so do their figures.
//
// `drop` leaves out jobs whose fields contradict the machine or are missing, as the published results of predictsim do
// (https://github.com/jad-darrous/predictsim). `repair` leaves out none, as PYSS does (https://github.com/dinesh121991/pyss).

import { SECOND_MS } from '../../../base/numbers/time.ts';
import type { Work } from '../work.ts';
import type { LoggedJob } from './swf-log.ts';

/** A job that the machine can run. Times in whole seconds; `run` is at most `estimate`. */
interface CleanJob {
  readonly submit: number;
  readonly run: number;
  readonly estimate: number;
  readonly processors: number;
}

/** Reasons for which jobs lose work, and what happens to such jobs. */
const LOSSES = {
  tooManyProcessors: ['job', 'with more processors than the machine left out'],
  withoutProcessors: ['job', 'without processors left out'],
  withoutRunTime: ['job', 'without a run time left out'],
  /** Below −1, which means that a run time is not known. */
  negativeRunTime: ['job', 'with a negative run time left out'],
  withoutRequestedTime: ['job', 'without a requested time left out'],
  beforeTheLog: ['job', 'with a negative submit time left out'],
  madeShort: ['job', 'without run time, requested time, processors or submit time, run for 1 s'],
  processorsCut: ['job', 'with more processors than the machine, cut to all of it'],
  runsCut: ['GPR', 'cut at the requested time'],
} as const;

type Reason = keyof typeof LOSSES;

export type Cleaned = Readonly<Record<Reason, number>>;

/** How many jobs each reason struck. */
export function countsOf(work: Work): Cleaned {
  const reasons = Object.keys(LOSSES) as Reason[];
  return Object.fromEntries(reasons.map((reason) => [reason, work.jobs(reason)])) as Cleaned;
}

/** @param processors with `run`, the lost work; the one is at most 0 or the other below 0 if it is not known. A run of 0 s had none */
function lose(work: Work, { line }: LoggedJob, reason: Reason, processors: number, run: number): void {
  const isKnown = run === 0 || (processors > 0 && run > 0);
  work.lose(reason, LOSSES[reason], isKnown ? Math.max(0, processors) * run * SECOND_MS : undefined, 1, line);
}

/** The job; undefined if it is left out. @param needsTime whether a job needs a requested time; if not, its run time is one */
export function dropBroken(
  logged: LoggedJob,
  capacity: number,
  needsTime: boolean,
  work: Work,
): CleanJob | undefined {
  const { submit, run, allocated, requested, requestedTime } = logged;
  const processors = requested > 0 ? requested : allocated;
  const why = whyDropped();
  if (why !== undefined) {
    lose(work, logged, why, processors, run);
    return undefined;
  }
  const estimate = requestedTime > 0 ? requestedTime : run;
  if (run > estimate) lose(work, logged, 'runsCut', processors, run - estimate);
  return { submit, run: Math.min(run, estimate), estimate, processors };

  function whyDropped(): Reason | undefined {
    if (allocated > capacity || requested > capacity) return 'tooManyProcessors';
    if (processors <= 0) return 'withoutProcessors';
    if (run < -1) return 'negativeRunTime';
    if (run <= 0) return 'withoutRunTime';
    if (requestedTime <= 0 && needsTime) return 'withoutRequestedTime';
    return submit < 0 ? 'beforeTheLog' : undefined;
  }
}

/** The job. One without run time, processors, submit time or a needed requested time becomes a job of one second. */
export function repairBroken(logged: LoggedJob, capacity: number, needsTime: boolean, work: Work): CleanJob {
  const { submit, run, allocated, requestedTime } = logged;
  const processors = Math.min(Math.max(1, allocated), capacity);
  const isBroken = run <= 0 || allocated <= 0 || submit < 0;
  const hasTime = requestedTime > 0 || !needsTime;
  const estimate = isBroken ? 1 : Math.max(requestedTime, run);
  const kept = isBroken || !hasTime ? 1 : requestedTime > 0 ? Math.min(run, requestedTime) : run;
  if (allocated > capacity) lose(work, logged, 'processorsCut', allocated - capacity, run);
  if (isBroken || !hasTime)
    lose(work, logged, 'madeShort', allocated <= 0 ? 0 : processors, run < 0 ? run : Math.max(0, run - 1));
  else if (run > kept) lose(work, logged, 'runsCut', processors, run - kept);
  return { submit: isBroken ? Math.max(1, submit) : submit, run: kept, estimate, processors };
}
