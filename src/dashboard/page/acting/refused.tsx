// Why the server refused what a place reads.

import type { ComponentChildren } from 'preact';

interface Props {
  /** '' = it did not. */
  readonly why: string;
  readonly children?: ComponentChildren;
}

export function Refused({ why, children }: Props) {
  return why === '' ? null : (
    <p class="problem padded" role="alert">
      {why} {children}
    </p>
  );
}
