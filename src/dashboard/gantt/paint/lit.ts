import { signal } from '@preact/signals';
import type { Lit } from '../scene/scene.ts';

/** What the chart draws in full color; undefined: everything. */
export const lit = signal<Lit | undefined>(undefined);
