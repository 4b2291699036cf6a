// Programs and threads that tests start. From its bundle, one starts in a tenth of the time that its sources take.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The bundle of a source that `src/pack/bundling/test-bundle.mjs` lists, or the source if it is not bundled. */
export function startedFile(source: string): string {
  const bundle = join(root, 'dist/cache/tests', source.replace(/\.ts$/, '.mjs'));
  return existsSync(bundle) ? bundle : join(root, source);
}
