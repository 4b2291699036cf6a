// What was read of the branch that the page shows. It disappears when another branch is shown, until it is read again.

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { readBranch, wake, world } from './live.ts';

/** The number of the branch that the page shows; undefined before the first reading. */
export const branch = computed(() => world.value?.branch);

/** Calls a function when the page shows another branch than before. */
export function onOtherBranch(change: () => void): void {
  let last: number | undefined;
  effect(() => {
    const { value: next } = branch;
    if (next === undefined || next === last) return;
    const isOther = last !== undefined;
    last = next;
    if (isOther) untracked(change);
  });
}

export class OfBranch<T> {
  readonly #read = signal<{ readonly branch: number; readonly data: T } | undefined>(undefined);
  /** undefined if nothing was read of the branch that the page shows. */
  readonly shown: ReadonlySignal<T | undefined> = computed(() =>
    this.#read.value?.branch === branch.value ? this.#read.value?.data : undefined,
  );

  /** Takes an answer. If it is about another branch, the page is read again instead. */
  take(of: number, data: T): void {
    const shown = branch.peek();
    if (shown !== undefined && (of === shown || of === readBranch.peek()))
      this.#read.value = { branch: shown, data };
    else wake();
  }
}
