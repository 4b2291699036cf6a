// Reads the data of a chart when the world has changed, and when the shown time or the rows in view need more.

import { effect, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { following, readNow } from '../../live/live.ts';
import { shown } from '../shown-time.ts';

/** Between the end of a move and the reading for the new window. */
const SETTLE_MS = 120;

/** @param data what was read. @param needsMore whether it does not suffice. @param choices after a change, it is read at once */
export function useReading(
  readData: () => Promise<void>,
  data: ReadonlySignal<unknown>,
  needsMore: ReadonlySignal<boolean>,
  choices: readonly unknown[],
): void {
  useEffect(() => following(readData), choices);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = effect(() => {
      // A reading may end after further moves, so that it does not suffice either.
      void shown.value;
      void data.value;
      if (!needsMore.value || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        // What was asked with the rest of the page may have come by now.
        if (needsMore.peek()) readNow(readData);
      }, SETTLE_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
}
