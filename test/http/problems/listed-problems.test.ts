// An answer with 422 lists all problems of a request at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf } from '../../../src/api/frame/errors/problems.ts';

test('an unknown name is answered with the names that begin like it, from six names on', () => {
  const names = Array.from({ length: 40 }, (_, i) => `team-${i}`);
  const few = ['b', 'a', 'ab', 'abd', 'c'];
  assert.equal(oneOf('a name', few, 'abc'), 'must be a name (b, a, ab, abd, c), but is "abc"');
  assert.equal(
    oneOf('a name', [...few, 'abx'], 'abc'),
    'must be a name (ab, abd, abx, a, b, c), but is "abc"',
  );
  // team-3 and team-30 to team-39 share six letters with it, all others fewer; at most 20 are listed.
  const listed = /\((.*)\)/.exec(oneOf('a team', names, 'team-3x'))![1]!.split(', ');
  assert.equal(listed.length, 21);
  assert.deepEqual(listed.slice(0, 11), ['team-3', ...names.slice(30)]);
  assert.deepEqual([listed[11], listed[20]], ['team-0', '…']);
});
