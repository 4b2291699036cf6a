// The heading of a place. After a change of the place, it takes the focus that was lost with the link of the place before.

import type { ComponentChildren } from 'preact';
import { route } from '../../address/route.ts';

/** Of the place that was opened first, which takes no focus. */
const first = route.peek();

interface Props {
  readonly id?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Heading(shown: Props) {
  return <h1 tabIndex={-1} ref={takeFocus} {...shown} />;
}

function takeFocus(heading: HTMLElement | null): void {
  if (route.peek() !== first && document.activeElement === document.body)
    heading?.focus({ preventScroll: true });
}
