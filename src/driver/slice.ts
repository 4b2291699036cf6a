// Ends a slice after its time, so that the event loop gets a turn about every SLICE_MS. Some worlds handle a million events per
// second; others, which forecast often or score long queues, a hundred.

import type { Simulation } from '../../sim/index.ts';

/** Target wall time of a slice. */
export const SLICE_MS = 20;
/** Target wall time between two looks at the clock: if events become a hundred times as slow within one, the slice still ends soon. */
const STEP_MS = 1;
const EVENTS_MAX = 20_000;

export class Slice {
  /** Events between two looks at the clock. */
  #events = 1;
  readonly #eventsMax: number;
  #begunAt = performance.now();

  /** @param eventsMax of a slice */
  constructor(eventsMax = EVENTS_MAX) {
    this.#eventsMax = eventsMax;
  }

  /** Runs one slice toward an instant. Returns whether it reached the instant. */
  run(simulation: Pick<Simulation, 'runSome'>, atMs: number): boolean {
    let now = performance.now();
    const endAt = now + SLICE_MS;
    for (let left = this.#eventsMax; left > 0 && now < endAt; ) {
      const events = Math.min(left, this.#events);
      if (simulation.runSome(atMs, events)) return true;
      left -= events;
      const tookMs = performance.now() - now;
      now += tookMs;
      if (tookMs > STEP_MS) this.#events = Math.ceil(this.#events / 2);
      else if (tookMs < STEP_MS / 2) this.#events = Math.min(this.#eventsMax, this.#events * 2);
    }
    return false;
  }

  /** Whether a slice of work of any kind has used up its time. */
  get isOver(): boolean {
    return performance.now() - this.#begunAt >= SLICE_MS;
  }

  /** Rests once the time is used up. */
  async rest(rest: () => Promise<unknown>): Promise<void> {
    if (!this.isOver) return;
    await rest();
    this.begin();
  }

  /** Begins the time of `isOver`. */
  begin(): void {
    this.#begunAt = performance.now();
  }
}

/** Does all steps of a work at once. */
export function finished<T>(steps: Generator<unknown, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does all steps of a work. @param rest called after each */
export async function inSlices<Step, T>(
  steps: Generator<Step, T, undefined>,
  rest: (step: Step) => Promise<void>,
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await rest(step.value);
  }
}
