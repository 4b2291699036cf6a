// The earlier instant that the page shows. All readings are as of this instant (`read` of ../session/call.ts), and nothing of the
// present is changed until the page goes back to it.

import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { parseDuration } from '../../wire/time/durations.ts';
import { simulatedNow } from '../clock/now.ts';
import { readAt, world } from '../live/live.ts';
import { onOtherBranch } from '../live/of-branch.ts';
import { notice } from '../page/acting.ts';
import { AN_INSTANT, boundToAddress } from '../page/bound.ts';
import { readInstant, refusedInstant } from '../session/instant.ts';
import { instant, isoOf } from '../text/spans.ts';
import { typedInstant } from '../text/typed-instant.ts';
import { presentMs, startMs } from './shown.ts';

/** ISO 8601; undefined: the page shows the present. */
export const past: ReadonlySignal<string | undefined> = readInstant;

boundToAddress(readInstant, {
  names: ['at'],
  from: ({ at = '' }) => (Number.isNaN(Date.parse(at)) ? undefined : isoOf(at)),
  to: (at) => ({ at }),
  right: AN_INSTANT,
});

/** The instant that the page shows, ms since the start. */
export const atMs = computed(() =>
  past.value === undefined ? presentMs.value : Date.parse(past.value) - startMs.value,
);

/** Another branch may not have had the instant. */
onOtherBranch(goToPresent);

/** @param ms since the start of the scenario. From the present on, the page shows the present. */
export function goTo(ms: number): void {
  const at = startMs.peek() + Math.max(0, Math.round(ms));
  readInstant.value = at < (simulatedNow.peek() ?? 0) ? isoOf(at) : undefined;
}

/**
 * The instant that a text of the user means, ms since the start. `22:00`, `Mon 22:00` and `Mon` are the last ones up to what the
 * page shows. @param mayCome whether it may lie after the present @throws RangeError with what would be right
 */
export function pastInstant(text: string, mayCome = false): number {
  const typed = typedInstant(text, past.peek() ?? readAt.peek(), true);
  const sinceStart = parseDuration(typed.replace(/^\+/, ''), { zero: true });
  let ms = sinceStart.ok
    ? sinceStart.value
    : /^\d{4}-.*Z$/.test(typed)
      ? Date.parse(typed) - startMs.peek()
      : NaN;
  // The first day begins with the scenario.
  if (ms < 0 && ms > -86_400_000 && !text.includes(':')) ms = 0;
  const nowMs = Date.parse(world.peek()!.clock.now);
  const why = Number.isNaN(ms)
    ? `be a time such as 22:00, Mon 22:00 or 2026-01-06 22:00, or a day such as Mon, but is ${JSON.stringify(text)}`
    : ms < 0 || (ms + startMs.peek() > nowMs && !mayCome)
      ? `lie from ${instant(startMs.peek())} ${mayCome ? 'on' : `to ${instant(nowMs)}`}`
      : '';
  if (why !== '') throw new RangeError(`Must ${why}.`);
  return ms;
}

export function goToPresent(): void {
  readInstant.value = undefined;
}

effect(() => {
  if (refusedInstant.value === '') return;
  notice.value = {
    kind: 'problem',
    text: `The instant of the address was refused: ${refusedInstant.value}`,
  };
  refusedInstant.value = '';
});
