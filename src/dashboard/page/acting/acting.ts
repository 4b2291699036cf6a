// Changes by the user: what went wrong is shown until the next change, or on the same place.

import { effect, signal } from '@preact/signals';
import { type LimitedOperation, ofEditors } from '../../../api/frame/access/limited.ts';
import { refresh, world } from '../../live/live.ts';
import { sentenceOf } from '../../session/failure-texts.ts';
import { route } from '../address/route.ts';

export interface Notice {
  /** `news`: a change by another client. */
  readonly kind: 'done' | 'problem' | 'news';
  readonly text: string;
  /** Whether a success stays until it is dismissed: its text is needed. */
  readonly stays?: boolean;
}

export const notice = signal<Notice | undefined>(undefined);

/** How long a success or news are shown. */
const DONE_MS = 6_000;

effect(() => {
  if (notice.value === undefined || notice.value.kind === 'problem' || notice.value.stays) return undefined;
  const timer = setTimeout(() => (notice.value = undefined), DONE_MS);
  return () => clearTimeout(timer);
});

effect(() => {
  void route.value;
  if (notice.peek()?.kind === 'problem') notice.value = undefined;
});

/** Whether the user may call an operation that not all may call. */
export function may(operation: LimitedOperation): boolean {
  const role = world.value?.caller.role;
  return role === 'Owner' || (role === 'Editor' && Object.hasOwn(ofEditors, operation));
}

/**
 * Runs a change, then reads the page again. Returns its result, undefined if it was refused. @param refuse shows why
 */
export async function acting<T>(
  change: () => Promise<T>,
  done = '',
  refuse = (text: string) => {
    notice.value = { kind: 'problem', text };
  },
): Promise<T | undefined> {
  try {
    const result = await change();
    notice.value = done === '' ? undefined : { kind: 'done', text: done };
    return result;
  } catch (error) {
    refuse(sentenceOf(error));
    return undefined;
  } finally {
    refresh();
  }
}
