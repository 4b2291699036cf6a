import type { ComponentChildren } from 'preact';
import { NOT_IN_PAST, readInstant } from '../../session/read-instant.ts';

/** Controls that change the present: disabled while the page shows an earlier instant. */
export function OnlyNow({ children }: { readonly children: ComponentChildren }) {
  const isPast = readInstant.value !== undefined;
  return (
    <fieldset class="only-now" disabled={isPast} title={isPast ? NOT_IN_PAST : undefined}>
      {children}
    </fieldset>
  );
}
