// The options of a log in the Standard Workload Format.

import { PROCESSORS_MAX } from '../../../language/limits.ts';
import type { TraceOption } from '../format.ts';
import { type Bound, bound as boundOfRun, FACTOR_MAX } from '../run-bound.ts';

/** What happens to jobs with contradictory or missing fields (`cleaning.ts`). */
export type Broken = 'drop' | 'repair';

/** How the exit duration (visible to the scheduler) derives from a job. */
export type Estimate =
  /** The requested time, which a job must have. */
  | { readonly kind: 'requested' }
  /** `exact`: the run time. Otherwise the requested time, times the factor; without one, as `Bound` derives it from the run time. */
  | Bound;

export type Options = {
  readonly broken: Broken;
  /** undefined: as the header of the log has it. */
  readonly processors: number | undefined;
  readonly compress: number;
  readonly bound: Estimate;
};

export const broken: TraceOption<Broken> = {
  flag: '--broken',
  value: 'drop|repair',
  summary: 'leave jobs with contradictory or missing fields out, or make short jobs of them',
  default: 'drop',
  be: 'drop or repair',
  form: { pattern: '^(?:drop|repair)$' },
  parse: (text) => (text === 'drop' || text === 'repair' ? text : undefined),
};

const PROCESSORS = '^[1-9][0-9]{0,6}$';

export const processors: TraceOption<number> = {
  flag: '--processors',
  value: 'N',
  summary: 'the processors of the machine; needed if the header of the log has no MaxProcs',
  keepsWork: true,
  be: `a whole number from 1 to ${PROCESSORS_MAX}`,
  form: { pattern: PROCESSORS },
  parse(text) {
    const number = new RegExp(PROCESSORS).test(text) ? Number(text) : Infinity;
    return number <= PROCESSORS_MAX ? number : undefined;
  },
};

export const bound: TraceOption<Estimate> = {
  keepsWork: true,
  flag: '--bound',
  value: 'requested|exact|xN|round',
  summary:
    'exit duration: the requested time, the run time, or N times the requested time (of jobs without one: the run time); round: the requested time, or without one the run time rounded up',
  default: 'requested',
  be: `requested, round, exact, or xN with N from 1 to ${FACTOR_MAX}`,
  form: { pattern: '^(?:requested|round|exact|x[0-9]{1,7}(?:\\.[0-9]{1,6})?)$' },
  parse(text) {
    return text === 'requested' ? { kind: text } : boundOfRun.parse(text);
  },
};
