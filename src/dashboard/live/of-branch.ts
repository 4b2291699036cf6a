// What was read of the branch that the page shows. It disappears when another branch is shown, until it is read again.

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { wake, world } from './live.ts';

/** The number of the branch that the page shows; undefined before the first reading. */
export const branch = computed(() => world.value?.branch);

export class OfBranch<T> {
  readonly #read = signal<{ readonly branch: number; readonly data: T } | undefined>(undefined);
  /** undefined if nothing was read of the branch that the page shows. */
  readonly shown: ReadonlySignal<T | undefined> = computed(() =>
    this.#read.value?.branch === branch.value ? this.#read.value?.data : undefined,
  );

  /** Takes an answer. If it is about another branch, the page is read again instead. */
  take(of: number, data: T): void {
    if (of === branch.peek()) this.#read.value = { branch: of, data };
    else wake();
  }
}
