import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './measuring/row.ts';
import { root } from './root.ts';
import { startRows } from './start.ts';

const file = join(root, 'dist/gprsim');

export const executable: Entry = async ({ quick }) => {
  if (existsSync(file)) return startRows('executable', [file], quick ? 7 : 21);
  console.error('the executable is skipped: dist/gprsim is not built; run npm run build:exe');
  return [];
};
