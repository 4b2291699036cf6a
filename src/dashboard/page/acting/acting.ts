// Changes by the user.

import { type LimitedOperation, ofEditors } from '../../../api/frame/access/limited.ts';
import { notice } from '../../address/notice.ts';
import { refresh, world } from '../../live/live.ts';
import { sentenceOf } from '../../session/failure-texts.ts';

/** Whether the user may call an operation that not all may call. */
export function may(operation: LimitedOperation): boolean {
  const role = world.value?.caller.role;
  return role === 'Owner' || (role === 'Editor' && (ofEditors as readonly string[]).includes(operation));
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
