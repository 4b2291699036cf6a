// Adapts the number of events in a slice, so that the event loop gets a turn about every SLICE_MS. Some worlds handle a
// million events per second; others, which forecast often, a thousand.

import type { Simulation } from '../../sim/index.ts';

/** Target wall time of a slice. */
export const SLICE_MS = 20;
const EVENTS_MIN = 8;
const EVENTS_MAX = 20_000;

export class Slice {
  events = 64;
  readonly #eventsMax: number;
  #begunAt = performance.now();

  constructor(eventsMax = EVENTS_MAX) {
    this.#eventsMax = eventsMax;
  }

  /** Runs one slice toward an instant. Returns whether it reached the instant. */
  run(simulation: Simulation, atMs: number): boolean {
    const startedAt = performance.now();
    const isThere = simulation.runSome(atMs, this.events);
    if (!isThere) this.took(performance.now() - startedAt);
    return isThere;
  }

  /** Whether a slice of work of any kind has used up its time. */
  get isOver(): boolean {
    return performance.now() - this.#begunAt >= SLICE_MS;
  }

  /** Begins the time of `isOver`. */
  begin(): void {
    this.#begunAt = performance.now();
  }

  /** Adapts `events` to the wall time of a slice that used up its events. */
  took(wallMs: number): void {
    if (wallMs > SLICE_MS) this.events = Math.max(EVENTS_MIN, Math.floor(this.events / 2));
    else if (wallMs < SLICE_MS / 2) this.events = Math.min(this.#eventsMax, this.events * 2);
  }
}
