import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfInstant } from '../../../src/dashboard/session/of-instant.ts';
import { operations } from '../../../src/server/app.ts';

/** Operations that the page does not read. */
const UNREAD: readonly string[] = ['listWorlds', 'listRequests'];

test('the page reads exactly those operations as of an earlier instant that answer as of one', () => {
  const reads = operations.filter(({ method }) => method === 'GET');
  assert.ok(reads.length > 30);
  for (const { operationId, path, isTimeless } of reads) {
    if (!/^\/(sim|api)\//.test(path) || UNREAD.includes(operationId)) continue;
    assert.equal(isOfInstant(path.slice(1)), isTimeless === undefined, path);
  }
});
