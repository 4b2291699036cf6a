// The free processors of a machine over time, from the present on: a step function, as two arrays.

import { grown } from '../../../base/collections/columns.ts';

export class Profile {
  /** Steps `first … end)`. Step i holds from `times[i]` to `times[i + 1]`, the last one without end. `times` ascends. */
  #first = 0;
  #end = 1;
  #times = new Float64Array(64);
  #free = new Int32Array(64);

  /** @param free from `nowMs` on */
  reset(nowMs: number, free: number): void {
    this.#first = 0;
    this.#end = 1;
    this.#times[0] = nowMs;
    this.#free[0] = free;
  }

  /** Adds processors from `fromMs` to `toMs`. Neither the past nor what is before `reset` can be changed. */
  add(fromMs: number, toMs: number, processors: number): void {
    if (fromMs >= toMs || processors === 0) return;
    if (this.#end + 2 > this.#times.length) this.#makeRoom();
    const from = this.#split(fromMs);
    const to = toMs === Infinity ? this.#end : this.#split(toMs);
    const free = this.#free;
    for (let i = from; i < to; i++) free[i] += processors;
    if (to < this.#end && free[to] === free[to - 1]) this.#drop(to);
    if (from > this.#first && free[from] === free[from - 1]) this.#drop(from);
  }

  /** The earliest instant from `nowMs` on from which this number of processors is free for a duration; Infinity if there is none. */
  earliest(nowMs: number, durationMs: number, processors: number): number {
    this.#trim(nowMs);
    const times = this.#times;
    const free = this.#free;
    const last = this.#end - 1;
    let startMs = nowMs;
    for (let i = this.#first; i < last; i++) {
      const untilMs = times[i + 1];
      if (free[i] < processors) startMs = untilMs;
      else if (untilMs - startMs >= durationMs) return startMs;
    }
    return free[last] < processors ? Infinity : startMs;
  }

  /** The first instant of a span at which fewer than this number of processors is free; Infinity if there is none. */
  firstShortage(fromMs: number, toMs: number, processors: number): number {
    const times = this.#times;
    for (let i = this.#first; i < this.#end && times[i] < toMs; i++) {
      const isOver = i + 1 < this.#end && times[i + 1] <= fromMs;
      if (!isOver && this.#free[i] < processors) return Math.max(times[i], fromMs);
    }
    return Infinity;
  }

  /** Forgets the steps before an instant. */
  #trim(nowMs: number): void {
    while (this.#first + 1 < this.#end && this.#times[this.#first + 1] <= nowMs) this.#first++;
  }

  /** The step that begins at an instant; makes it if there is none. */
  #split(atMs: number): number {
    let at = this.#end;
    while (at > this.#first && this.#times[at - 1] >= atMs) at--;
    if (at < this.#end && this.#times[at] === atMs) return at;
    this.#times.copyWithin(at + 1, at, this.#end);
    this.#free.copyWithin(at + 1, at, this.#end);
    this.#times[at] = atMs;
    this.#free[at] = this.#free[at - 1];
    this.#end++;
    return at;
  }

  #drop(at: number): void {
    this.#times.copyWithin(at, at + 1, this.#end);
    this.#free.copyWithin(at, at + 1, this.#end);
    this.#end--;
  }

  /** Makes room at the end of the arrays. */
  #makeRoom(): void {
    const first = this.#first;
    if (first < this.#end >> 1) {
      this.#times = grown(this.#times, this.#times.length * 2);
      this.#free = grown(this.#free, this.#free.length * 2);
      return;
    }
    this.#times.copyWithin(0, first, this.#end);
    this.#free.copyWithin(0, first, this.#end);
    this.#first = 0;
    this.#end -= first;
  }
}
