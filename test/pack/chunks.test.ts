// A command loads only its chunks of the bundle.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// Scripts of the build have no types.
const { freshBundle } = await import(join(import.meta.dirname, '../../src/pack/bundling/bundle.mjs'));

/** The texts of a chunk and of all that it loads at once. */
function loadedWith(folder: string, file: string, texts = new Map<string, string>()): Map<string, string> {
  if (texts.has(file)) return texts;
  const text = readFileSync(join(folder, file), 'utf8');
  texts.set(file, text);
  for (const [, other] of text.matchAll(/(?<!=> )require\(["']\.\/([^"']+)["']\)/g))
    loadedWith(folder, other, texts);
  return texts;
}

test('the program loads little before it knows its command, and the flags and the work of that command only', async () => {
  const bundle = fileURLToPath(await freshBundle('gprsim'));
  const folder = dirname(bundle);
  const [, main] = /'\.\/(gprsim-main-[^']+)'/.exec(readFileSync(bundle, 'utf8'))!;
  const atStart = loadedWith(folder, main);
  const lengthOf = (texts: Map<string, string>) => [...texts.values()].join('').length;
  assert.ok(lengthOf(atStart) < 300_000, `${lengthOf(atStart)} characters`);
  const commandOf = (name: string) => {
    const [, file] = new RegExp(`=> require\\("\\./(gprsim-${name}-\\w+\\.cjs)"\\)`).exec(
      [...atStart.values()].join('\n'),
    )!;
    return [...loadedWith(folder, file, new Map(atStart)).values()].join('\n');
  };
  const has = (text: string) =>
    ['sim/simulation.ts', 'src/server/app.ts', 'src/studies/grid.ts'].map((path) =>
      text.includes(`// ${path}\n`),
    );
  assert.deepEqual(has(commandOf('version')), [false, false, false]);
  assert.deepEqual(has(commandOf('serve')), [true, true, false]);
  assert.deepEqual(has(commandOf('compare')), [true, false, true]);
});
