// What the documents tell to do can be done: every `sh` block is typed in the order of its document, and what is shown
// below a block is what it prints.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsOf, documents } from './documents.ts';
import { Reader, withoutJq } from './reader.ts';

const withCommands = documents.filter((document) => commandsOf(document).length > 0);

test('the guides have commands', () => {
  assert.ok(withCommands.length >= 6, `only ${withCommands.map(({ path }) => path)}`);
});

for (const document of withCommands) {
  const skip = /\bjq /.test(document.text) && withoutJq;
  test(`${document.path} can be followed`, { skip }, async (t) => {
    const reader = new Reader(t);
    await reader.read(document);
    assert.ok(reader.typed > 0);
  });
}
