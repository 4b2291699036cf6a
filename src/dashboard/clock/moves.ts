// What moves the clock.

import type { ClockAnswer, GprState } from '../../api/sim/answers.ts';
import { SPEEDS } from '../../api/sim/shared/speeds.ts';
import { takeClock, world } from '../live/live.ts';
import { acting } from '../page/acting/acting.ts';
import { call } from '../session/server-call.ts';
import { durationOf } from '../text/spans.ts';

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

/** @param by a duration such as `1h` @param refuse shows why it is refused */
export function jump(by: string, refuse?: (why: string) => void): void {
  advance({ by: durationOf(by) }, refuse);
}

/** Advances until a GPR is in a state. */
export function jumpUntil(gprId: string, provisioningStatus: GprState): void {
  advance({ until: { gprId, provisioningStatus } });
}

function setClock(setting: object): void {
  void acting(() => takeClock(() => call<ClockAnswer>('PUT', 'sim/clock', setting)));
}

function advance(request: object, refuse?: (why: string) => void): void {
  void acting(() => advanced(request), '', refuse);
}

/** Advances, and returns when the clock has arrived or was stopped. The server stops the advance of a page that is left. */
export async function advanced(request: object): Promise<void> {
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    await takeClock(() => call<ClockAnswer>('POST', 'sim/clock/advance', request));
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

/** Browsers ask the user then. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}
