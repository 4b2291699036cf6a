// Levels over time and counts of the parts of one kind (pools, clusters or workspaces), for `PartMeasures`.

import { grown } from '../../base/collections/columns.ts';
import type { MeasureWindow } from './measure-window.ts';

/** A level holds until it changes. */
export const Level = { queued: 0, heldGpus: 1, upGpus: 2 } as const;

/** `neededGpuMs`: see `PartMeasure.offeredLoad`. */
export const Count = { gprs: 3, started: 4, waitMs: 5, evictions: 6, neededGpuMs: 7 } as const;

/** A level has its sum of value × ms in the window at this distance. */
const SUM = 8;
const SINCE_MS = 11;
/** The highest level `queued` that lasted for some time in the window. */
const QUEUED_MAX = 12;
/** Two cache lines. */
const RECORD_WORDS = 16;
const FIRST_CAPACITY = 16;

export class PartTable {
  /** All parts that were ever changed have a lower number. */
  size = 0;
  #words = new Float64Array(FIRST_CAPACITY * RECORD_WORDS);
  readonly #window: MeasureWindow;

  constructor(window: MeasureWindow) {
    this.#window = window;
  }

  /** Changes a level from an instant on, which must not be before earlier ones. @param level of `Level` */
  change(part: number, atMs: number, level: number, by: number): void {
    const at = this.#recordOf(part);
    this.#advance(at, atMs);
    this.#words[at + level] += by;
  }

  /** @param what of `Count` */
  count(part: number, what: number, by: number): void {
    this.#words[this.#recordOf(part) + what] += by;
  }

  /** @param what of `Count` */
  of(part: number, what: number): number {
    return this.#words[this.#recordOf(part) + what];
  }

  /** Level × ms in the window up to an instant, which must not be before earlier ones. */
  sumOf(part: number, level: number, nowMs: number): number {
    const at = this.#recordOf(part);
    this.#advance(at, nowMs);
    return this.#words[at + level + SUM];
  }

  /** Returns how much of the window is over, ms. */
  measuredMs(nowMs: number): number {
    const { fromMs, toMs } = this.#window;
    return Math.max(0, Math.min(nowMs, toMs) - fromMs);
  }

  queuedMaxOf(part: number, nowMs: number): number {
    const at = this.#recordOf(part);
    this.#advance(at, nowMs);
    return this.#words[at + QUEUED_MAX];
  }

  #advance(at: number, toMs: number): void {
    const words = this.#words;
    const sinceMs = words[at + SINCE_MS];
    if (toMs === sinceMs) return;
    words[at + SINCE_MS] = toMs;
    const lasted = Math.min(toMs, this.#window.toMs) - Math.max(sinceMs, this.#window.fromMs);
    if (lasted <= 0) return;
    const queued = words[at + Level.queued];
    words[at + Level.queued + SUM] += queued * lasted;
    words[at + Level.heldGpus + SUM] += words[at + Level.heldGpus] * lasted;
    words[at + Level.upGpus + SUM] += words[at + Level.upGpus] * lasted;
    if (queued > words[at + QUEUED_MAX]) words[at + QUEUED_MAX] = queued;
  }

  #recordOf(part: number): number {
    if (part >= this.size) this.#reserve(part + 1);
    return part * RECORD_WORDS;
  }

  #reserve(size: number): void {
    this.size = size;
    const needed = size * RECORD_WORDS;
    if (needed > this.#words.length)
      this.#words = grown(this.#words, Math.max(needed, this.#words.length * 2));
  }
}
