import { join } from 'node:path';

/** Folder of the checkout. Correct in the bundle too, because dist/ is as deep as bench/. */
export const root = join(import.meta.dirname, '..');
