import { signal } from '@preact/signals';

/** The id of the GPR under the pointer: every part of the page marks it. */
export const pointed = signal<string | undefined>(undefined);

/** The id of the GPR whose row a step of the tour brings into view. */
export const toured = signal<string | undefined>(undefined);
