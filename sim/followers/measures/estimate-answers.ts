// How the recorded estimates fared as answers to the question when a GPR will start. The question is asked of each waiting GPR at
// instants that do not depend on starts: at every full hour, or the next recording after it, when the instant is over.

import { HOUR_MS } from '../../base/numbers/time.ts';
import {
  CAUSE_NAMES,
  type CauseName,
  ESTIMATE_WORDS,
  EstimateBit,
  type EstimateRun,
  EstimateWord,
} from '../../facts/estimate-log.ts';
import { GprStep, stepOf } from '../../facts/gpr-step.ts';
import { eachFact, type FactRun } from '../../facts/log.ts';
import type { MeasureWindow } from './measure-window.ts';

/** Answers that are remembered. */
const LATEST = 100_000;
const SEVERAL = 'several';

/** A wait with a recorded estimate that has not ended. */
interface Wait {
  readonly firstMs: number;
  /** Instant and start of each record, ms, without those that were replaced before they could answer. */
  readonly records: number[];
  /** The instant of a start in a later round of its first record's instant; a requeue can follow. −1 = none. */
  startedMs: number;
}

/** How often changes of estimates with the same cause made them later and earlier, and by how much in all. */
export interface Shift {
  readonly cause: CauseName | typeof SEVERAL;
  later: number;
  laterMs: number;
  earlier: number;
  earlierMs: number;
}

export class EstimateAnswers {
  /** Time between two askings, ms: a multiple of the interval of recordings. */
  readonly everyMs: number;
  /** Number of the last fact, and of the last record, that was read. */
  seq = 0;
  noted = 0;
  /** Answers about GPRs that have started since. */
  count = 0;
  /** Askings without an estimate, of GPRs that have started since. */
  unknown = 0;
  /** Askings of GPRs that ended without a start. */
  ended = 0;
  readonly #window: MeasureWindow;
  readonly #waits = new Map<number, Wait[]>();
  readonly #foreseenMs: number[] = [];
  readonly #actualMs: number[] = [];
  readonly #shifts: ReadonlyMap<number, Shift>;

  /** @param recordedEveryMs null = no estimates are recorded @param window in which it is asked */
  constructor(recordedEveryMs: number | null, window: MeasureWindow) {
    const everyMs = recordedEveryMs ?? HOUR_MS;
    this.everyMs = Math.ceil(HOUR_MS / everyMs) * everyMs;
    this.#window = window;
    const none = { later: 0, laterMs: 0, earlier: 0, earlierMs: 0 };
    this.#shifts = new Map<number, Shift>([
      ...CAUSE_NAMES.map((cause, i): [number, Shift] => [EstimateBit.arrival << i, { cause, ...none }]),
      [0, { cause: SEVERAL, ...none }],
    ]);
  }

  /** Those of changes from one estimate to another, by cause. */
  get shifts(): readonly Shift[] {
    return [...this.#shifts.values()];
  }

  /**
   * Calls `visit` with the time that was foreseen to be left and with the time that was left, ms, for each of the answers after
   * number `after` that are remembered: the latest 100,000.
   */
  each(visit: (foreseenMs: number, actualMs: number) => void, after = 0): void {
    for (let number = Math.max(after, this.count - LATEST); number < this.count; number++)
      visit(this.#foreseenMs[number % LATEST], this.#actualMs[number % LATEST]);
  }

  /**
   * The same of the answers about GPRs that wait at an instant though they were to have started, as if they started then; of more
   * than 100,000, evenly chosen ones. Returns the number of other askings of GPRs that wait.
   */
  eachOverdue(nowMs: number, visit: (foreseenMs: number, actualMs: number) => void): number {
    let open = 0;
    let overdue = 0;
    const isOverdue = (startMs: number) => startMs >= 0 && startMs < nowMs;
    this.#askWaiting(nowMs, (startMs) => {
      if (isOverdue(startMs)) overdue++;
      else open++;
    });
    const oneOf = Math.ceil(overdue / LATEST);
    let number = 0;
    this.#askWaiting(nowMs, (startMs, askedMs) => {
      if (isOverdue(startMs) && number++ % oneOf === 0) visit(startMs - askedMs, nowMs - askedMs);
    });
    return open;
  }

  /** Reads records; earlier ones are skipped. They may be ahead of the facts that are read, but not behind. */
  note({ firstSeq, count, words }: EstimateRun): void {
    for (let i = Math.max(0, this.noted + 1 - firstSeq); i < count; i++) {
      const at = i * ESTIMATE_WORDS;
      const atMs = words[at + EstimateWord.atMs];
      this.#note(
        words[at + EstimateWord.uid],
        atMs,
        words[at + EstimateWord.startMs],
        words[at + EstimateWord.bits],
      );
    }
    this.noted = Math.max(this.noted, firstSeq + count - 1);
  }

  /** Whether any wait has a recorded estimate. */
  get hasWaits(): boolean {
    return this.#waits.size > 0;
  }

  /** Reads facts that follow those read so far; earlier ones are skipped. */
  follow(run: FactRun): void {
    const { words } = run;
    eachFact(run, (kind, atMs, at, _, seq) => {
      if (seq <= this.seq) return;
      this.seq = seq;
      this.see(stepOf(kind, words, at), words[at], atMs);
    });
  }

  /** @param step of `GprStep` */
  see(step: number, uid: number, atMs: number): void {
    const waits = this.#waits.get(uid);
    if (waits === undefined) return;
    if (waits[0].startedMs >= 0 && waits[0].startedMs < atMs) this.#pass(uid, waits);
    const wait: Wait | undefined = waits[0];
    if (wait === undefined || wait.firstMs > atMs) return;
    if (step === GprStep.requeued) wait.startedMs = -1;
    else if (step === GprStep.started && wait.firstMs === atMs) wait.startedMs = atMs;
    else if (step === GprStep.started) {
      this.#answer(wait, atMs);
      this.#pass(uid, waits);
    } else if (step === GprStep.ended || step === GprStep.refused || step === GprStep.removed) {
      this.ended += this.#askings(wait.firstMs, atMs);
      this.#waits.delete(uid);
    }
  }

  #pass(uid: number, waits: Wait[]): void {
    waits.shift();
    if (waits.length === 0) this.#waits.delete(uid);
  }

  #note(uid: number, atMs: number, startMs: number, bits: number): void {
    const waits = this.#waits.get(uid);
    if ((bits & EstimateBit.first) !== 0) {
      const wait = { firstMs: atMs, records: [atMs, startMs], startedMs: -1 };
      if (waits === undefined) this.#waits.set(uid, [wait]);
      else waits.push(wait);
      return;
    }
    // A simulation that was restored began after the first record of the wait.
    if (waits === undefined) return;
    const { records } = waits.at(-1)!;
    const last = records.length - 2;
    this.#shift(records[last + 1], startMs, bits);
    if (this.#askings(records[last], atMs) === 0) records.length = last;
    records.push(atMs, startMs);
  }

  #shift(fromMs: number, toMs: number, bits: number): void {
    if (fromMs < 0 || toMs < 0) return;
    const shift = this.#shifts.get(bits) ?? this.#shifts.get(0)!;
    if (toMs > fromMs) {
      shift.later++;
      shift.laterMs += toMs - fromMs;
    } else {
      shift.earlier++;
      shift.earlierMs += fromMs - toMs;
    }
  }

  #answer(wait: Wait, startedMs: number): void {
    this.#ask(wait, startedMs, (startMs, askedMs) => {
      if (startMs < 0) this.unknown++;
      else {
        this.#foreseenMs[this.count % LATEST] = startMs - askedMs;
        this.#actualMs[this.count % LATEST] = startedMs - askedMs;
        this.count++;
      }
    });
  }

  #askWaiting(nowMs: number, visit: (startMs: number, askedMs: number) => void): void {
    for (const waits of this.#waits.values())
      for (const wait of waits) if (wait.startedMs < 0) this.#ask(wait, nowMs, visit);
  }

  /** Calls `visit` for each asking of a wait up to an instant. */
  #ask({ records }: Wait, untilMs: number, visit: (startMs: number, askedMs: number) => void): void {
    for (let at = 0; at < records.length; at += 2) {
      const end = Math.min(records[at + 2] ?? untilMs, this.#window.toMs);
      for (let askedMs = this.#firstAsking(records[at]); askedMs < end; askedMs += this.everyMs)
        visit(records[at + 1], askedMs);
    }
  }

  /** The first asking from an instant on. */
  #firstAsking(fromMs: number): number {
    return Math.ceil(Math.max(fromMs, this.#window.fromMs) / this.everyMs) * this.everyMs;
  }

  /** The number of askings between two instants, without the second. */
  #askings(fromMs: number, toMs: number): number {
    const end = Math.min(toMs, this.#window.toMs);
    return Math.max(0, Math.ceil((end - this.#firstAsking(fromMs)) / this.everyMs));
  }
}
