// What becomes of a job of a log: two cleanings. Studies that cite a log differ in it, and so do their figures.
//
// `drop` leaves out jobs whose fields contradict the machine or are missing, as the published results of predictsim do
// (https://github.com/jad-darrous/predictsim). `repair` leaves out none, as PYSS does (https://github.com/dinesh121991/pyss).

import type { LoggedJob } from './log.ts';

/** A job that the machine can run. Times in whole seconds; `run` is at most `estimate`. */
interface CleanJob {
  readonly submit: number;
  readonly run: number;
  readonly estimate: number;
  readonly processors: number;
}

/** What happened to jobs. */
export interface Cleaned {
  /** Left out, each for the first of these reasons. */
  readonly tooManyProcessors: number;
  readonly withoutProcessors: number;
  readonly withoutRunTime: number;
  /** Below −1, which means that a run time is not known. */
  readonly negativeRunTime: number;
  readonly withoutRequestedTime: number;
  readonly beforeTheLog: number;
  /** Kept, but changed. */
  readonly madeShort: number;
  readonly processorsCut: number;
  readonly runsCut: number;
}

type Counts = { -readonly [Count in keyof Cleaned]: number };

export function newCounts(): Counts {
  return {
    ...{ tooManyProcessors: 0, withoutProcessors: 0, withoutRunTime: 0, withoutRequestedTime: 0 },
    ...{ negativeRunTime: 0, beforeTheLog: 0, madeShort: 0, processorsCut: 0, runsCut: 0 },
  };
}

/** The job; undefined if it is left out. */
export function dropBroken(
  { submit, run, allocated, requested, requestedTime }: LoggedJob,
  capacity: number,
  counts: Counts,
): CleanJob | undefined {
  if (allocated > capacity || requested > capacity) counts.tooManyProcessors += 1;
  else if (allocated <= 0 && requested <= 0) counts.withoutProcessors += 1;
  else if (run < -1) counts.negativeRunTime += 1;
  else if (run <= 0) counts.withoutRunTime += 1;
  else if (requestedTime <= 0) counts.withoutRequestedTime += 1;
  else if (submit < 0) counts.beforeTheLog += 1;
  else {
    if (run > requestedTime) counts.runsCut += 1;
    const processors = requested > 0 ? requested : allocated;
    return { submit, run: Math.min(run, requestedTime), estimate: requestedTime, processors };
  }
  return undefined;
}

/** The job. One without run time, requested time, processors or submit time becomes a job of one second. */
export function repairBroken(
  { submit, run, allocated, requestedTime }: LoggedJob,
  capacity: number,
  counts: Counts,
): CleanJob {
  const processors = Math.min(Math.max(1, allocated), capacity);
  if (allocated > capacity) counts.processorsCut += 1;
  if (run <= 0 || allocated <= 0 || submit < 0) {
    counts.madeShort += 1;
    return { submit: Math.max(1, submit), run: 1, estimate: 1, processors };
  }
  if (requestedTime <= 0) counts.madeShort += 1;
  else if (run > requestedTime) counts.runsCut += 1;
  return {
    submit,
    run: requestedTime > 0 ? Math.min(run, requestedTime) : 1,
    estimate: Math.max(requestedTime, run),
    processors,
  };
}
