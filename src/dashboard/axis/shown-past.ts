// The earlier instant that the page shows. All readings are as of this instant (`read` of ../session/server-call.ts), and nothing of the
// present is changed until the page goes back to it.

import { computed, effect } from '@preact/signals';
import { durationMs } from '../../wire/time/duration-ms.ts';
import { notice } from '../address/notice.ts';
import { simulatedNow } from '../clock/now.ts';
import { readAt, world } from '../live/live.ts';
import { onOtherBranch } from '../live/of-branch.ts';
import { readInstant, refusedInstant } from '../session/read-instant.ts';
import { instant, isoOf } from '../text/spans.ts';
import { lengthOf, typedInstant } from '../text/typed-instant.ts';
import { presentMs, startMs } from './shown-time.ts';

/** ISO 8601; undefined: the page shows the present. */
export const past = readInstant;

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
 * page shows. A second is its last millisecond, and a day its first one; of `to` both are their last, of `from` their first one.
 * @param mayCome whether the text may name an instant after the present @throws RangeError with what would be right
 */
export function pastInstant(text: string, end?: 'from' | 'to', mayCome = false): number {
  const typed = typedInstant(text, past.peek() ?? readAt.peek(), true);
  const fromMs =
    durationMs(typed.replace(/^\+/, '')) ??
    (/^\d{4}-.*Z$/.test(typed) ? Date.parse(typed) - startMs.peek() : NaN);
  const lengthMs = lengthOf(text);
  const lastMs = fromMs + lengthMs - 1;
  const nowMs = Date.parse(world.peek()!.clock.now) - startMs.peek();
  const why = Number.isNaN(fromMs)
    ? `be a time such as 22:00, Mon 22:00 or 2026-01-06 22:00, or a day such as Mon, but is ${JSON.stringify(text)}`
    : lastMs < 0 || (fromMs > nowMs && !mayCome)
      ? `lie from ${instant(startMs.peek())} ${mayCome ? 'on' : `to ${instant(startMs.peek() + nowMs)}`}`
      : '';
  if (why !== '') throw new RangeError(`Must ${why}.`);
  if (end === 'to') return lastMs;
  return end === undefined && lengthMs === 1000 ? Math.min(lastMs, nowMs) : Math.max(0, fromMs);
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
