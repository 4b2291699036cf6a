// How much is done before the event loop gets a turn: as many events as take a bearable while. Some worlds handle a
// million a second and others, which forecast often, a thousand.

import type { Simulation } from '../../sim/index.ts';

/** Wall time that a slice should take. */
export const SLICE_MS = 20;
const EVENTS_MIN = 8;
const EVENTS_MAX = 20_000;

export class Slice {
  /** Events that the next slice may have. */
  events = 64;
  readonly #eventsMax: number;

  constructor(eventsMax = EVENTS_MAX) {
    this.#eventsMax = eventsMax;
  }

  /** Runs to an instant, or as far as a slice goes: false then. */
  run(simulation: Simulation, atMs: number): boolean {
    const startedAt = performance.now();
    const isThere = simulation.runSome(atMs, this.events);
    if (!isThere) this.took(performance.now() - startedAt);
    return isThere;
  }

  /** Learns from a slice that used up its events. */
  took(wallMs: number): void {
    if (wallMs > SLICE_MS) this.events = Math.max(EVENTS_MIN, Math.floor(this.events / 2));
    else if (wallMs < SLICE_MS / 2) this.events = Math.min(this.#eventsMax, this.events * 2);
  }
}
