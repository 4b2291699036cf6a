// Words that make readers stop must not be in comments, documents, texts and names (CONTRIBUTING.md, Style).

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Regular expressions of whole words, in any case. */
const LISTED_WORDS = [
  'somebody',
  'nobody',
  'anybody',
  'everybody',
  'whoever',
  'whom',
  'for ever',
  'meanwhile',
  'by itself',
  'by themselves',
  'at hand',
  'of its own',
  'of their own',
  'so many',
  'as it goes',
  'tells?',
  'told',
  'says?',
  'said',
  'stands',
  'asked for',
  'to order',
  'breaks? off',
  'broke off',
  'broken off',
];

const PLACES = [
  'sim',
  'src',
  'test',
  'bench',
  'docs',
  'fixtures',
  '.ci',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
];

/** Not read: this file, cases that quote the contract, what others wrote or a build makes. */
const SKIPPED =
  /^test\/words\.test\.ts$|^fixtures\/exchanges\/.*\.json$|(^|\/)(node_modules|dist|__pycache__)(\/|$)|^fixtures\/clients\/typescript\/(openapi\.json|gprsim\.d\.ts)$/;

interface TextFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

function textFiles(path: string): TextFile[] {
  if (SKIPPED.test(path)) return [];
  if (statSync(join(root, path)).isDirectory()) {
    return readdirSync(join(root, path)).flatMap((name) => textFiles(`${path}/${name}`));
  }
  const text = readFileSync(join(root, path), 'utf8');
  return text.includes('\0') ? [] : [{ path, text }];
}

/** `path:line: word` for each listed word of a file. */
function listedWordsIn({ path, text }: TextFile): string[] {
  const listed = new RegExp(`(?<!\\w)(?:${LISTED_WORDS.join('|')})(?!\\w)`, 'gi');
  return text
    .split('\n')
    .flatMap((line, i) => [...line.matchAll(listed)].map(([word]) => `${path}:${i + 1}: ${word}`));
}

test('no file has a listed word', () => {
  const files = PLACES.flatMap(textFiles);
  assert.ok(files.length > 700, `only ${files.length} files were read`);
  assert.deepEqual(files.flatMap(listedWordsIn), []);
});

test('listed words are found as whole words, in any case', () => {
  const text =
    '// Whoever waits.\nit tells and told, by itself\ntoldIdle, saysNothing, withstands\nconst told = 5;';
  assert.deepEqual(listedWordsIn({ path: 'a.ts', text }), [
    'a.ts:1: Whoever',
    'a.ts:2: tells',
    'a.ts:2: told',
    'a.ts:2: by itself',
    'a.ts:4: told',
  ]);
});
