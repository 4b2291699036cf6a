// Changes by the user: what went wrong is shown until the next change.

import { effect, signal } from '@preact/signals';
import type { Role } from '../../control/answers.ts';
import { type LimitedOperation, limited } from '../../http/access/limited.ts';
import { refresh, world } from '../live/live.ts';
import { sentenceOf } from '../session/failures.ts';

export interface Notice {
  /** `news`: a change by another client. */
  readonly kind: 'done' | 'problem' | 'news';
  readonly text: string;
  /** Whether a success stays until it is dismissed: its text is needed. */
  readonly stays?: boolean;
}

export const notice = signal<Notice | undefined>(undefined);

/** How long a success or news are shown. Problems stay until they are dismissed. */
const DONE_MS = 6_000;

effect(() => {
  if (notice.value === undefined || notice.value.kind === 'problem' || notice.value.stays) return undefined;
  const timer = setTimeout(() => (notice.value = undefined), DONE_MS);
  return () => clearTimeout(timer);
});

/** Whether the user may call an operation that not all may call. */
export function may(operation: LimitedOperation): boolean {
  const roles: readonly Role[] = limited[operation];
  return roles.includes(world.value?.caller.role ?? 'Viewer');
}

/** Runs a change, then reads the page again. Returns its result, undefined if it was refused. */
export async function acting<T>(change: () => Promise<T>, done = ''): Promise<T | undefined> {
  try {
    const result = await change();
    notice.value = done === '' ? undefined : { kind: 'done', text: done };
    return result;
  } catch (error) {
    notice.value = { kind: 'problem', text: sentenceOf(error) };
    return undefined;
  } finally {
    refresh();
  }
}
