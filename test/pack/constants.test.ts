// Constants of the sources, and nothing else, are constants in a bundle.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/folder.ts';

// Scripts of the build have no types.
const { freshBundle } = await import(join(import.meta.dirname, '../../src/pack/bundling/bundle.mjs'));
const { withConstants } = await import(join(import.meta.dirname, '../../src/pack/bundling/constants.mjs'));

test('a constant of a source becomes a constant of the bundle, under its name there', (t) => {
  const root = temporaryFolder(t);
  mkdirSync(join(root, 'sim'));
  writeFileSync(join(root, 'sim/a.ts'), 'export const size = 1;\nlet size1 = 2;\nlet places = 3;\n');
  const bundle = [
    '// sim/a.ts',
    'var size = 1;',
    'var size1 = 2;',
    'var size2 = 1;',
    'var places = 3;',
    'function grow() {',
    '  var size = 4;',
    '}',
    '// ../my modules/other/index.js',
    'var size = 5;',
  ];
  assert.deepEqual(
    withConstants(bundle.join('\n'), root)
      .split('\n')
      .filter((line: string) => line.startsWith('const')),
    ['const size = 1;', 'const size2 = 1;'],
  );
});

test('the program has the constants of the engine', async () => {
  const bundle = fileURLToPath(await freshBundle('gprsim'));
  const { mtimeMs } = statSync(bundle);
  const chunks = readdirSync(dirname(bundle))
    .filter((file) => /^gprsim-.*\.cjs$/.test(file))
    .map((file) => join(dirname(bundle), file))
    .filter((path) => statSync(path).mtimeMs === mtimeMs);
  const text = chunks.map((path) => readFileSync(path, 'utf8')).join('\n');
  for (const name of ['ROW', 'Field', 'State', 'FactKind', 'HIGH_WORD']) {
    assert.match(text, new RegExp(`^const ${name} = `, 'm'));
  }
});
