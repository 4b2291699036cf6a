// A JSON document whose items are made while it is printed is whole, whatever ends it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const output = new URL('../../../src/cli/support/output/output.ts', import.meta.url).href;

/** Prints the numbers of a list several times, of which one cannot be made; 0 = all can. */
function printed(...failsAt: number[]) {
  const program = `
    import { eachOf, openOutput } from ${JSON.stringify(output)};
    for (const failsAt of ${JSON.stringify(failsAt)}) {
      const itemOf = (n) => {
        if (n === failsAt) throw new Error('item ' + n + ' is gone');
        return { n };
      };
      try {
        await openOutput(true).longData({ first: 1, list: eachOf([1, 2, 3], itemOf), last: 2 }, async () => undefined);
      } catch (error) {
        process.stderr.write(error.message);
      }
      process.stdout.write('\\0');
      process.stderr.write('\\0');
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  const errors = stderr.split('\0');
  const documents = stdout.split('\0').slice(0, -1);
  return documents.map((text, i) => ({ document: JSON.parse(text), error: errors[i] }));
}

test('an item that cannot be made ends the document with the members of a failure', () => {
  const list = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const failed = [1, 3].map((failsAt) => {
    const error = `item ${failsAt} is gone`;
    return { document: { first: 1, list: list.slice(0, failsAt - 1), error, exitCode: 1 }, error };
  });
  const whole = { document: { first: 1, list, last: 2 }, error: '' };
  assert.deepEqual(printed(0, 1, 3), [whole, ...failed]);
});
