// The simulated time that the page shows: that of its latest reading, so that the clock has the instant of all else.

import { computed, effect } from '@preact/signals';
import { notice } from '../address/notice.ts';
import { presentAt, world } from '../live/live.ts';
import { instant } from '../text/spans.ts';

/** The present at the latest reading, in ms since 1970; undefined before the first one. */
export const simulatedNow = computed(() =>
  presentAt.value === '' ? undefined : Date.parse(presentAt.value),
);

let last: { readonly branch: number; readonly atMs: number } | undefined;

/**
 * A rewind, a switch, a reset or an import changes the branch; a new server may have another world. What the user has just done
 * is reported already.
 */
export function reportJumps(): void {
  effect(() => {
    const { value: atMs } = simulatedNow;
    const before = last;
    last = atMs === undefined ? undefined : { branch: world.peek()!.branch, atMs };
    if (before === undefined || last === undefined) return;
    const { branch } = last;
    const isOther = branch !== before.branch;
    if ((!isOther && last.atMs >= before.atMs) || notice.peek()?.kind === 'done') return;
    notice.value = {
      kind: 'news',
      text: `${isOther ? `Branch ${branch}` : 'Another world'} is shown now: the clock went from ${instant(before.atMs)} to ${instant(last.atMs)}.`,
    };
  });
}
