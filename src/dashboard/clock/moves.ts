// What moves the clock.

import { effect } from '@preact/signals';
import type { ClockAnswer, GprState } from '../../api/sim/answers.ts';
import { SPEEDS } from '../../api/sim/shared/speeds.ts';
import { notice } from '../address/notice.ts';
import { takeClock, world } from '../live/live.ts';
import { acting } from '../page/acting/acting.ts';
import { call, Refusal } from '../session/server-call.ts';
import { placeOf } from '../session/world-name.ts';
import { durationOf, instant } from '../text/spans.ts';

/** Where a tab notes that it advances the clock: if it is loaded again, the server stops the advance. */
const ADVANCING = placeOf('advancing');

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

/** Advances, and returns when the clock has arrived or was stopped. */
export async function advanced(request: object): Promise<void> {
  sessionStorage.setItem(ADVANCING, 'yes');
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    await takeClock(() => call<ClockAnswer>('POST', 'sim/clock/advance', request));
    sessionStorage.removeItem(ADVANCING);
  } catch (error) {
    // A page that is left loses its requests, perhaps before it gets the event `pagehide`.
    if (!isLeaving || error instanceof Refusal) sessionStorage.removeItem(ADVANCING);
    throw error;
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

/** Whether this page is perhaps left during its advance. */
let isLeaving = false;
/** No timer of a page runs during the browser's question. After this time, the user has decided to stay. */
const LEAVING_MS = 10_000;

/** Browsers ask the user then. */
function askBeforeLeaving(event: Event): void {
  isLeaving = true;
  setTimeout(() => (isLeaving = false), LEAVING_MS);
  event.preventDefault();
}

/** Reports where the advance of this tab stopped, if the tab was loaded again during one. */
export function reportStoppedAdvance(): void {
  if (sessionStorage.getItem(ADVANCING) === null) return;
  sessionStorage.removeItem(ADVANCING);
  const end = effect(() => {
    const { clock } = world.value ?? {};
    if (clock === undefined || clock.advance !== null) return;
    notice.value = {
      kind: 'problem',
      text: `The page was loaded again during an advance of the clock, which stopped at ${instant(clock.now)}.`,
    };
    queueMicrotask(() => end());
  });
}
