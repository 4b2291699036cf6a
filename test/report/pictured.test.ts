import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLORS, colorNumber } from '../../src/looks/workspace-colors.ts';
import { workspaceClasses } from '../../src/report/page/color-classes.ts';
import { picturedVariants } from '../../src/studies/pictured.ts';

test('up to twelve variants all are pictured, of more twelve from the first to the last', () => {
  assert.deepEqual(picturedVariants(1), [0]);
  assert.deepEqual(
    picturedVariants(12),
    Array.from({ length: 12 }, (_, i) => i),
  );
  assert.deepEqual(picturedVariants(13), [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]);
  const many = picturedVariants(10_000);
  assert.deepEqual([many.length, new Set(many).size, many[0], many[11]], [12, 12, 0, 9999]);
});

test('workspaces of a report have different colors as long as there are some', () => {
  const names = Array.from({ length: 10 * COLORS.length }, (_, i) => `team-${i}`);
  const alike = names.find((name) => name !== names[0] && colorNumber(name) === colorNumber(names[0]));
  assert.ok(alike !== undefined);
  const pair = workspaceClasses([names[0], alike]);
  assert.equal(pair.get(names[0]), `c${colorNumber(names[0])}`);
  assert.notEqual(pair.get(alike), pair.get(names[0]));
  const first = workspaceClasses(names.slice(0, COLORS.length));
  assert.equal(new Set(first.values()).size, COLORS.length);
  assert.equal(workspaceClasses(names).size, names.length, 'of more, some share one');
});
