// The simulated present between two readings of the server.

import { signal } from '@preact/signals';
import { readAt, world } from '../live/live.ts';

/** The simulated instant, in ms since 1970; undefined before the first reading. Never ahead of the next reading by much. */
export const simulatedNow = signal<number | undefined>(undefined);

/** The server is asked at least once in this time: further ahead, the page would invent. */
const AHEAD_MAX_MS = 2_000;

function tick(): void {
  const state = world.value;
  if (state === undefined) simulatedNow.value = undefined;
  else {
    const { now, mode, reachedSpeed, speed, advance } = state.clock;
    const passedMs = Math.min(AHEAD_MAX_MS, performance.now() - readAt.value);
    const moves = mode === 'running' && advance === null;
    simulatedNow.value = Date.parse(now) + (moves ? passedMs * (reachedSpeed || speed) : 0);
  }
  requestAnimationFrame(tick);
}

export function startTicking(): void {
  requestAnimationFrame(tick);
}
