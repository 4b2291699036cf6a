// Requests that this process needs for itself: no fault concerns them.

import type { Context } from 'hono';

/** What is added to such a request. */
export const ownRequest = { isOwn: true } as const;

export function isOwn({ env }: Context): boolean {
  return env?.isOwn === true;
}
