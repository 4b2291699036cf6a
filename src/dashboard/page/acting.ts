// Changes by the user: what went wrong is shown until the next change.

import { computed, effect, signal } from '@preact/signals';
import { refresh, world } from '../live/live.ts';

export interface Notice {
  readonly kind: 'done' | 'problem';
  readonly text: string;
  /** Whether a success stays until it is dismissed: its text is needed. */
  readonly stays?: boolean;
}

export const notice = signal<Notice | undefined>(undefined);

/** How long a success is shown. Other notices stay until they are dismissed. */
const DONE_MS = 6_000;

effect(() => {
  if (notice.value?.kind !== 'done' || notice.value.stays) return undefined;
  const timer = setTimeout(() => (notice.value = undefined), DONE_MS);
  return () => clearTimeout(timer);
});

export const role = computed(() => world.value?.caller.role ?? 'Viewer');
export const isOwner = computed(() => role.value === 'Owner');
/** Whether the user may change GPRs. */
export const mayEdit = computed(() => role.value !== 'Viewer');

/** Runs a change, then reads the page again. Returns its result, undefined if it was refused. */
export async function acting<T>(change: () => Promise<T>, done = ''): Promise<T | undefined> {
  try {
    const result = await change();
    notice.value = done === '' ? undefined : { kind: 'done', text: done };
    return result;
  } catch (error) {
    const isLost = error instanceof TypeError;
    notice.value = {
      kind: 'problem',
      text: isLost ? 'The server cannot be reached.' : (error as Error).message,
    };
    return undefined;
  } finally {
    refresh();
  }
}
