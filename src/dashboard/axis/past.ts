// The earlier instant that the page shows. All readings are as of this instant (`read` of ../session/call.ts), and nothing of the
// present is changed until the page goes back to it.

import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { simulatedNow } from '../clock/now.ts';
import { onOtherBranch } from '../live/of-branch.ts';
import { notice } from '../page/acting.ts';
import { boundToAddress } from '../page/bound.ts';
import { readInstant, refusedInstant } from '../session/instant.ts';
import { isoOf } from '../text/spans.ts';
import { presentMs, startMs } from './shown.ts';

/** ISO 8601; undefined: the page shows the present. */
export const past: ReadonlySignal<string | undefined> = readInstant;

boundToAddress(readInstant, {
  names: ['at'],
  from: ({ at = '' }) => (Number.isNaN(Date.parse(at)) ? undefined : isoOf(at)),
  to: (at) => ({ at }),
  right: 'an instant such as 2026-01-05T09:00:00Z',
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
