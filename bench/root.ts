import { join } from 'node:path';

/** The folder of the checkout: the bundle of the benchmarks lies as deep in it as this file. */
export const root = join(import.meta.dirname, '..');
