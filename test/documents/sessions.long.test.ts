// Runs every `sh` block of every document in order, and compares the output with the text that the document shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsOf, documents } from './documents.ts';
import { Reader, withoutJq } from './reader.ts';

const withCommands = documents.filter((document) => commandsOf(document).length > 0);

test('the guides contain commands', () => {
  assert.ok(withCommands.length >= 6, `only ${withCommands.map(({ path }) => path)}`);
});

for (const document of withCommands) {
  const skip = /\bjq /.test(document.text) && withoutJq;
  test(`the commands of ${document.path} work and print the shown output`, { skip }, async (t) => {
    const reader = new Reader(t);
    await reader.read(document);
    assert.ok(reader.typed > 0);
  });
}
