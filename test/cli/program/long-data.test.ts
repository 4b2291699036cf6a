// A JSON document whose items are made while it is printed is whole, whatever ends it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const output = new URL('../../../src/cli/support/output/output.ts', import.meta.url).href;

/** Prints the numbers of a list, of which one cannot be made. */
function printed(failsAt: number) {
  const program = `
    import { eachOf, openOutput } from ${JSON.stringify(output)};
    const itemOf = (n) => {
      if (n === ${failsAt}) throw new Error('item ' + n + ' is gone');
      return { n };
    };
    try {
      await openOutput(true).longData({ first: 1, list: eachOf([1, 2, 3], itemOf), last: 2 }, async () => undefined);
    } catch (error) {
      process.stderr.write(error.message);
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return { document: JSON.parse(stdout), error: stderr };
}

test('an item that cannot be made ends the document with the members of a failure', () => {
  const list = [{ n: 1 }, { n: 2 }, { n: 3 }];
  assert.deepEqual(printed(0), { document: { first: 1, list, last: 2 }, error: '' });
  for (const failsAt of [1, 3]) {
    const error = `item ${failsAt} is gone`;
    const document = { first: 1, list: list.slice(0, failsAt - 1), error, exitCode: 1 };
    assert.deepEqual(printed(failsAt), { document, error });
  }
});
