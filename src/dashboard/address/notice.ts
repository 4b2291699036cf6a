// What the page reports: a problem until the next report or another place, anything else for some time.

import { effect, signal } from '@preact/signals';
import { route } from './route.ts';

interface Notice {
  /** `news`: a change by another client. */
  readonly kind: 'done' | 'problem' | 'news';
  readonly text: string;
}

export const notice = signal<Notice | undefined>(undefined);

/** How long a success or news are shown. */
const DONE_MS = 6_000;

effect(() => {
  if (notice.value === undefined || notice.value.kind === 'problem') return undefined;
  const timer = setTimeout(() => (notice.value = undefined), DONE_MS);
  return () => clearTimeout(timer);
});

effect(() => {
  void route.value;
  if (notice.peek()?.kind === 'problem') notice.value = undefined;
});
