// What a trace keeps of the work in its files, and what it loses. Work is GPU time: GPUs × run time; of processors, processor time.

import { counted } from '../../base/counted.ts';

/** Jobs that are left out, or that lose a part of their run, for one reason. */
export interface Loss {
  /** The name of its count in the report's data, such as `jobsThatNeverFit`. */
  readonly reason: string;
  /**
   * What the jobs are and what happened to them: `job with more GPUs than the machine left out`. `atLeast` goes before a share
   * that is a lower bound.
   */
  readonly what: readonly [noun: string, rest: string, atLeast?: string];
  readonly jobs: number;
  /** Jobs of `jobs` whose work is not known, because a cell is missing or invalid. They add nothing to `gpuMs`. */
  readonly unknown: number;
  /** GPUs × ms. */
  readonly gpuMs: number;
  /** Of the first jobs, if the format knows them: the lines in the file, from 1. */
  readonly lines: readonly number[];
}

/** From this share of the work on, a loss is a warning. */
const WARNED_SHARE = 0.01;

/** Lines that a loss lists. */
const LINES_MAX = 3;

/** The reason of rows that cannot be read. */
export const INVALID = 'invalid';
export const INVALID_ROW = ['invalid row', 'left out'] as const;

/** Adds up kept and lost work while a format reads its files. */
export class Work {
  /** GPUs × ms of the GPRs. */
  keptMs: number = 0;
  readonly #losses = new Map<
    string,
    { -readonly [Member in keyof Loss]: Loss[Member] } & { lines: number[] }
  >();

  /** @param gpuMs undefined: not known @param line in the file, from 1 */
  lose(reason: string, what: Loss['what'], gpuMs: number | undefined, jobs = 1, line?: number): void {
    let loss = this.#losses.get(reason);
    if (loss === undefined) {
      loss = { reason, what, jobs: 0, unknown: 0, gpuMs: 0, lines: [] };
      this.#losses.set(reason, loss);
    }
    loss.jobs += jobs;
    if (line !== undefined && loss.lines.length < LINES_MAX) loss.lines.push(line);
    if (gpuMs === undefined) loss.unknown += jobs;
    else loss.gpuMs += gpuMs;
  }

  get losses(): readonly Loss[] {
    return [...this.#losses.values()];
  }

  get lostMs(): number {
    return this.losses.reduce((sum, { gpuMs }) => sum + gpuMs, 0);
  }

  /** Lost ÷ all known work; 0 if none is known. */
  get lostShare(): number {
    return this.#shareOf(this.lostMs);
  }

  /** The jobs that were lost for a reason. */
  jobs(reason: string): number {
    return this.#losses.get(reason)?.jobs ?? 0;
  }

  /** For `--json`. */
  data(): object {
    const losses = this.losses.map(({ what: _, ...loss }) => ({ ...loss, share: this.#shareOf(loss.gpuMs) }));
    return { keptGpuMs: this.keptMs, lostGpuMs: this.lostMs, lostShare: this.lostShare, losses };
  }

  /** A line for each loss but that of invalid rows: `3 jobs without a requested time left out: 24.8 % of the processor time`. */
  lines(time: TimeName): string[] {
    return this.losses
      .filter(({ reason }) => reason !== INVALID)
      .map((loss) => `${counted(loss.jobs, loss.what[0])} ${this.#restOf(loss, time)}`);
  }

  /** What happened to invalid rows, for `brokenLines`. */
  invalidRest(time: TimeName): string {
    const invalid = this.#losses.get(INVALID);
    return invalid === undefined ? INVALID_ROW[1] : this.#restOf(invalid, time);
  }

  /** A row that cannot be read. @param gpuMs undefined: not known */
  loseInvalid(gpuMs?: number, rows = 1): void {
    this.lose(INVALID, INVALID_ROW, gpuMs, rows);
  }

  #restOf({ what: [noun, rest, atLeast = ''], jobs, unknown, gpuMs, lines }: Loss, time: TimeName): string {
    const more = jobs > lines.length ? ', …' : '';
    const at = lines.length === 0 ? '' : ` (${jobs === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more})`;
    if (unknown === jobs) return `${rest}: ${time} not known${at}`;
    const also = unknown > 0 ? `, not known of ${counted(unknown, noun)}` : '';
    return `${rest}: ${atLeast}${lostShareText(this.#shareOf(gpuMs))} of the ${time}${also}${at}`;
  }

  /**
   * Sentences about losses of at least `WARNED_SHARE`, with the largest one.
   * @param jobs all of the trace @param remedyOf completes a sentence after a semicolon
   */
  warnings(
    time: TimeName,
    jobs: number,
    remedyOf: (reason: string) => string | undefined = () => undefined,
  ): string[] {
    const [first] = this.losses.toSorted((a, b) => b.gpuMs - a.gpuMs);
    const unknown = this.losses.reduce((sum, loss) => sum + loss.unknown, 0);
    const unknownLine = `the trace leaves out ${counted(unknown, 'job')} (${lostShareText(unknown / jobs)}) whose ${time} is not known`;
    const ofUnknown = unknown >= WARNED_SHARE * jobs && unknown > 0 ? [unknownLine] : [];
    if (first === undefined || this.lostShare < WARNED_SHARE) return ofUnknown;
    const remedy = remedyOf(first.reason);
    const most = `${counted(first.jobs, first.what[0])} ${first.what[1]} (${first.what[2] ?? ''}${lostShareText(this.#shareOf(first.gpuMs))})`;
    return [
      `the trace loses ${lostShareText(this.lostShare)} of its ${time}, most by ${most}${remedy === undefined ? '' : `; ${remedy}`}`,
      ...ofUnknown,
    ];
  }

  #shareOf(gpuMs: number): number {
    return gpuMs > 0 ? gpuMs / (this.keptMs + this.lostMs) : 0;
  }
}

type TimeName = 'GPU time' | 'processor time';

/** A loss that rounds to 0.0 is not none. */
export function lostShareText(share: number): string {
  return share > 0 && share < 0.0005 ? 'below 0.1 %' : `${(share * 100).toFixed(1)} %`;
}
