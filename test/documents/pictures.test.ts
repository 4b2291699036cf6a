// Checks every line of the Mermaid pictures against the part of the grammar that they use; nothing is drawn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents } from './documents.ts';

/** Texts must be in quotes: words such as "end" are keywords. */
const node = /\w+(?:\["[^"]+"\]|\(\["[^"]+"\]\)|\[\("[^"]+"\)\]|\{"[^"]+"\}|\[[\w./]+\])?/.source;
const state = /(?:\w+|\[\*\])/.source;

/** The first line of a kind of picture, and the pattern of its further lines. */
const grammars: readonly [RegExp, RegExp][] = [
  [/^graph (?:LR|TD)$/, new RegExp(`^  ${node} (?:-->|<-->)(?:\\|"[^"]+"\\|)? ${node}$`)],
  [/^stateDiagram-v2$/, new RegExp(`^  (?:state "[^"]+" as \\w+|${state} --> ${state}: [\\w ,()-]+)$`)],
];

const pictures = documents.flatMap(({ path, blocks }) =>
  blocks.filter(({ language }) => language === 'mermaid').map(({ text }) => ({ path, text })),
);

test('every line of a picture is well-formed', () => {
  assert.ok(pictures.length >= 5);
  for (const { path, text } of pictures) {
    const [first, ...rest] = text.trimEnd().split('\n');
    const grammar = grammars.find(([kind]) => kind.test(first))?.[1];
    assert.ok(grammar, `${path}: ${first}`);
    for (const line of rest) assert.match(line, grammar, path);
  }
});

test('the state diagram has the states of a GPR', () => {
  const all = pictures.map(({ text }) => text).join('');
  for (const state of ['Queued', 'Provisioning', 'Successful', 'Complete', 'TimedOut', 'Failed']) {
    assert.match(all, new RegExp(`\\b${state}\\b`));
  }
});
