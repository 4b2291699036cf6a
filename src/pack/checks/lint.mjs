import '../require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

const platform = `${process.platform}-${process.arch}`;
const program = process.platform === 'win32' ? 'biome.exe' : 'biome';
const binary = ['', '-musl']
  .map((variant) => join(root, 'node_modules', '@biomejs', `cli-${platform}${variant}`, program))
  .find(existsSync);

if (binary) {
  const { status } = spawnSync(binary, process.argv.slice(2), { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error(`biome for ${platform} is not installed; run npm install --no-save @biomejs/cli-${platform}`);
  process.exitCode = 1;
}
