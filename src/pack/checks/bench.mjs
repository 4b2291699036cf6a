// npm run bench [-- OPTIONS]: runs the benchmarks from their bundle, as users run the program. --expose-gc lets each
// benchmark collect garbage before it starts.

import '../require-node.mjs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freshBundle } from '../bundling/bundle.mjs';

const file = fileURLToPath(await freshBundle('bench'));
const { status } = spawnSync(process.execPath, ['--expose-gc', file, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
