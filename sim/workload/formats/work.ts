// What a trace keeps of the work in its files, and what it loses. Work is GPU time: GPUs × run time; of processors, processor time.

import { counted } from '../../base/counted.ts';

/** Jobs that are left out, or that lose a part of their run, for one reason. */
export interface Loss {
  /** The name of its count in the report's data, such as `jobsThatNeverFit`. */
  readonly reason: string;
  /** What the jobs are and what happened to them: `job with more GPUs than the machine left out`. */
  readonly what: readonly [noun: string, rest: string];
  readonly jobs: number;
  /** Jobs of `jobs` whose work is not known, because a cell is missing or invalid. They add nothing to `gpuMs`. */
  readonly unknown: number;
  /** GPUs × ms. */
  readonly gpuMs: number;
}

/** From this share of the work on, a loss is a warning. */
export const WARNED_SHARE = 0.01;

/** Adds up kept and lost work while a format reads its files. */
export class Work {
  /** GPUs × ms of the GPRs. */
  keptMs: number = 0;
  readonly #losses = new Map<string, { -readonly [Member in keyof Loss]: Loss[Member] }>();

  /** @param gpuMs undefined: not known */
  lose(reason: string, what: Loss['what'], gpuMs: number | undefined, jobs = 1): void {
    let loss = this.#losses.get(reason);
    if (loss === undefined) {
      loss = { reason, what, jobs: 0, unknown: 0, gpuMs: 0 };
      this.#losses.set(reason, loss);
    }
    loss.jobs += jobs;
    if (gpuMs === undefined) loss.unknown += jobs;
    else loss.gpuMs += gpuMs;
  }

  get losses(): readonly Loss[] {
    return [...this.#losses.values()];
  }

  /** Kept and lost work, GPUs × ms. */
  get totalMs(): number {
    return this.losses.reduce((sum, { gpuMs }) => sum + gpuMs, this.keptMs);
  }
}

/** `3 jobs without a requested time left out: 24.8 % of the processor time`. @param time `GPU time` or `processor time` */
export function lossLine(
  { what: [noun, rest], jobs, unknown, gpuMs }: Loss,
  totalMs: number,
  time: string,
): string {
  const share = totalMs > 0 ? `${((gpuMs / totalMs) * 100).toFixed(1)} % of the ${time}` : '';
  const known = unknown === jobs ? `${time} not known` : share;
  const also = unknown > 0 && unknown < jobs ? `, not known of ${counted(unknown, noun)}` : '';
  return `${counted(jobs, noun)} ${rest}: ${known}${also}`;
}
