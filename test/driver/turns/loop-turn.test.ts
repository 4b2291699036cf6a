import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopTurn } from '../../../src/driver/loop-turn.ts';

test('one work has a slice in each turn of the event loop, and each work in its order', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const slices: { readonly turn: number; readonly work: string }[] = [];
  const works = ['a', 'b', 'c'].map(async (work) => {
    for (let slice = 0; slice < 3; slice++) {
      await loopTurn();
      slices.push({ turn, work });
    }
  });
  await Promise.all(works);
  isOver = true;
  assert.equal(slices.map(({ work }) => work).join(''), 'abcabcabc');
  assert.equal(new Set(slices.map((slice) => slice.turn)).size, slices.length);
});
