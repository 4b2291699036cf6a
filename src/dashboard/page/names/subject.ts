// The name of what a page is about, for the title of the tab.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** '' if the place has no name beside its own. */
export const subject = signal('');

/** Names what the shown page is about, until it is left. */
export function useSubject(name: string): void {
  useEffect(() => {
    subject.value = name;
    return () => {
      subject.value = '';
    };
  }, [name]);
}
