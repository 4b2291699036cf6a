// The filters of a list. On a phone they are folded, so that the list comes first.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

/** As wide as the styles take a phone to be. */
const PHONE = '(max-width: 600px)';

interface Filters {
  /** Whether a filter is set: then they are open. */
  readonly isSet: boolean;
  readonly children: ComponentChildren;
}

export function FilterForm({ isSet, children }: Filters) {
  const isOpen = useMemo(() => isSet || !matchMedia(PHONE).matches, []);
  return (
    <details class="folded" open={isOpen}>
      <summary>Filters</summary>
      <form class="filters line" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        {children}
      </form>
    </details>
  );
}
