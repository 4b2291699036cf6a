// What the server objects to, as people read it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain, sentence } from '../../src/dashboard/text/plain.ts';

const ISO =
  "an ISO 8601 instant such as 2026-01-05T08:00:00Z, or a time from the scenario's start such as 5h";
const FIELDS = [
  { name: 'clusterName', label: 'Cluster' },
  { name: 'enableAutoClusterSelection', label: 'Any cluster' },
  { name: 'queue', label: 'Queue policy' },
];

test('a refusal names entries by their labels, and instants and durations as the page takes them', () => {
  for (const [message, expected] of [
    [
      `"from" must be ${ISO}, but is "soon"; "to" must be ${ISO}, but is "x"`,
      '“From” must be a time such as 22:00, 2026-01-06 22:00 or in 2h, but is "soon"; ' +
        '“To” must be a time such as 22:00, 2026-01-06 22:00 or in 2h, but is "x"',
    ],
    [
      '"by" must be a duration such as 0d0h5m, 2h30m or six digits DDHHMM, but is "abc"',
      '“Jump by” must be a duration such as 2h30m, but is "abc"',
    ],
    [
      '"by" must be a duration such as 0d0h5m of at most 100 characters, but has 300',
      '“Jump by” must be a duration such as 2h30m of at most 100 characters, but has 300',
    ],
    [
      '"by" must be a duration such as 0d0h5m, 2h30m, 2W, 1M or six digits DDHHMM, but is "abc"',
      '“Jump by” must be a duration such as 2h30m, 2W, 1M or six digits DDHHMM, but is "abc"',
    ],
    [
      '"to" must not lie before "from", 2026-01-05T12:00:00.000Z',
      '“To” must not lie before “From”, Mon 2026-01-05 12:00:00',
    ],
    ['"until" must not be "2026-02-45T00:00:00Z"', '“Until” must not be "2026-02-45T00:00:00Z"'],
  ] as const)
    assert.equal(plain(message), expected);
  assert.equal(
    plain('"clusterName" is required unless enableAutoClusterSelection is true', FIELDS),
    '“Cluster” is required unless “Any cluster” is true',
  );
});

test('a refusal of a change is a sentence about the change', () => {
  assert.equal(sentence('"changes[0]" is refused: node is already down'), 'Node is already down.');
  assert.equal(
    sentence('"changes[1]": "queue" must not be "conservative"', FIELDS),
    '“Queue policy” must not be "conservative".',
  );
});
