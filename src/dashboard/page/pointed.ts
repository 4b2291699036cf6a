import { signal } from '@preact/signals';

/** The id of the GPR under the pointer: every part of the page marks it. */
export const pointed = signal<string | undefined>(undefined);
