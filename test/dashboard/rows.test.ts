import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAP, Rows, STEP_EQUAL } from '../../src/dashboard/gantt/data/row-places.ts';

test('rows are as high as their lanes, and fill the room as far as they can', () => {
  const rows = new Rows([8, 4], 100);
  // 12 lanes and two gaps of 2 in 100 pixels: 8 pixels for a lane.
  assert.deepEqual([...rows.top], [0, 64 + GAP, 64 + GAP + 32 + GAP]);
});

test('without room, a lane has 3 pixels, and a row room for its name', () => {
  const rows = new Rows([8, 1], 10);
  assert.equal(rows.heightOf(0), 24);
  assert.equal(rows.heightOf(1), 12);
});

test('a row with very many lanes is at most 200 pixels high', () => {
  assert.equal(new Rows([5000], 900).heightOf(0), 200);
});

test('rows and lanes are found by height', () => {
  const rows = new Rows([8, 4], 100);
  assert.equal(rows.at(0), 0);
  assert.equal(rows.at(65), 0);
  assert.equal(rows.at(66), 1);
  assert.equal(rows.at(5000), 1);
  assert.equal(new Rows([], 100).at(0), -1);
  assert.equal(rows.laneAt(0, 0), 0);
  assert.equal(rows.laneAt(0, 17), 2);
  assert.equal(rows.laneAt(1, 66 + 31), 3);
});

test('known rows among others are equally high, and have their places among all rows', () => {
  const rows = new Rows([8, 1, 500], 100, { offset: 40, total: 1000 });
  assert.equal(rows.height, 1000 * STEP_EQUAL);
  assert.deepEqual(
    [...rows.top],
    [40, 41, 42, 43].map((row) => row * STEP_EQUAL),
  );
  assert.equal(rows.at(41.5 * STEP_EQUAL), 1);
  assert.equal(rows.at(0), 0);
  assert.equal(rows.at(900 * STEP_EQUAL), 2);
  assert.equal(rows.laneAt(2, 43 * STEP_EQUAL - GAP), 499);
});
