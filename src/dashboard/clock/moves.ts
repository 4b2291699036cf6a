// What moves the clock.

import type { GprState } from '../../control/answers.ts';
import { SPEEDS } from '../../control/speeds.ts';
import { acting } from '../frame/acting.ts';
import { world } from '../live/live.ts';
import { call } from '../session/call.ts';

export function pauseOrRun(): void {
  const { mode } = world.value!.clock;
  setClock({ mode: mode === 'paused' ? 'running' : 'paused' });
}

/** Stops an advance. */
export function stop(): void {
  setClock({ mode: 'paused' });
}

export function setSpeed(speed: number): void {
  setClock({ speed });
}

export function faster(): void {
  const { speed } = world.value!.clock;
  setSpeed(SPEEDS.find((next) => next > speed) ?? speed);
}

export function slower(): void {
  const { speed } = world.value!.clock;
  setSpeed(SPEEDS.findLast((next) => next < speed) ?? speed);
}

/** Runs to the next event. */
export function step(): void {
  advance({ events: 1 });
}

/** @param by a duration such as `1h` */
export function jump(by: string): void {
  advance({ by });
}

/** Advances until a GPR is in a state. */
export function jumpUntil(gprId: string, provisioningStatus: GprState): void {
  advance({ until: { gprId, provisioningStatus } });
}

function setClock(setting: object): void {
  void acting(() => call('PUT', 'sim/clock', setting));
}

function advance(request: object): void {
  void acting(() => call('POST', 'sim/clock/advance', request));
}
