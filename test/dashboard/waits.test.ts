import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type WaitColumns, Waits } from '../../src/dashboard/gantt/data/wait-lanes.ts';
import { waitAt, waitRectangles } from '../../src/dashboard/gantt/scene/wait-pieces.ts';
import type { WaitReason } from '../../src/looks/wait-reasons.ts';
import { sceneOf } from './chart.ts';

type Made = readonly [lane: number, gpr: number, from: number, to: number, reason: WaitReason];

function columnsOf(spans: readonly Made[]): WaitColumns {
  return {
    row: spans.map(() => 0),
    lane: spans.map(([lane]) => lane),
    gpr: spans.map(([, gpr]) => gpr),
    fromMs: spans.map(([, , from]) => from),
    toMs: spans.map(([, , , to]) => to),
    reason: spans.map(([, , , , reason]) => reason),
  };
}

const waitsOf = (spans: readonly Made[]) => new Waits(columnsOf(spans), 1);

/** Lane, GPR, from, to, number of the reason. */
function piecesOf(waits: Waits): number[][] {
  return waits.ofRow.flat().map(({ span, fromMs }) => [span.lane, span.gpr, fromMs, span.toMs, span.reason]);
}

test('of waits on one lane, the one that ends first is shown', () => {
  const waits = waitsOf([
    [0, 1, 20, 60, 'room'],
    [0, 0, 10, 40, 'workspace'],
    [1, 2, 0, 90, 'down'],
  ]);
  assert.deepEqual(piecesOf(waits), [
    [0, 0, 10, 40, 0],
    [0, 1, 40, 60, 2],
    [1, 2, 0, 90, 3],
  ]);
});

test('a wait with several reasons is one: its end decides what is shown', () => {
  const waits = waitsOf([
    [0, 0, 0, 20, 'head'],
    [0, 0, 20, 80, 'room'],
    [0, 1, 10, 40, 'workspace'],
  ]);
  assert.deepEqual(piecesOf(waits), [
    [0, 1, 10, 40, 0],
    [0, 0, 40, 80, 2],
  ]);
  assert.deepEqual(
    waits.waitOf(0, 80).map(({ fromMs, toMs }) => [fromMs, toMs]),
    [
      [0, 20],
      [20, 80],
    ],
  );
  assert.deepEqual(waits.waitOf(0, 81), []);
  assert.deepEqual(waits.waitOf(-1, 30), []);
});

test('two waits of one GPR are not one', () => {
  const waits = waitsOf([
    [0, 0, 0, 20, 'room'],
    [0, 0, 30, 50, 'room'],
  ]);
  assert.equal(waits.waitOf(0, 20).length, 1);
  assert.equal(waits.waitOf(0, 50)[0].fromMs, 30);
});

test('spans of one reason that touch are one rectangle, also within a pixel', () => {
  // A row of 28 pixels has two lanes of 14: a line of 1 pixel, and 3 pixels of color.
  const waits = waitsOf([
    [0, 0, 0, 10, 'room'],
    [0, 1, 10, 30, 'room'],
    [0, 2, 30.2, 30.4, 'room'],
    [0, 3, 50, 60, 'head'],
    [1, 4, 0, 10, 'down'],
  ]);
  const { colored, lines } = waitRectangles(sceneOf([], 1, { waits }), 4);
  assert.deepEqual(colored, [[], [50, 1, 10, 3], [0, 1, 31, 3], [0, 15, 10, 3]]);
  assert.deepEqual(lines, [0, 0, 31, 1, 50, 0, 10, 1, 0, 14, 10, 1]);
});

test('waits outside the window are not drawn, and those at its edges are cut', () => {
  const waits = waitsOf([
    [0, 0, 0, 10, 'room'],
    [0, 1, 10, 30, 'head'],
    [0, 2, 90, 200, 'workspace'],
  ]);
  const window = { fromMs: 20, toMs: 120 };
  const { colored } = waitRectangles(sceneOf([], 1, { waits, window }), 4);
  assert.deepEqual(colored, [[70, 1, 30, 3], [0, 1, 10, 3], [], []]);
});

test('a point on the line of a wait, or just below it, finds the wait', () => {
  const waits = waitsOf([[1, 7, 20, 40, 'room']]);
  const scene = sceneOf([], 1, { waits });
  assert.equal(waitAt(scene, 30, 15)?.gpr, 7);
  assert.equal(waitAt(scene, 30, 20)?.gpr, 7);
  assert.equal(waitAt(scene, 30, 21), undefined);
  assert.equal(waitAt(scene, 45, 15), undefined);
  assert.equal(waitAt(scene, 30, 3), undefined);
});

test('each row begins where the one before ends, in whatever order the spans come', () => {
  const waits = new Waits(
    {
      row: [2, 0, 2, 0],
      lane: [1, 0, 0, 0],
      gpr: [3, 0, -1, 0],
      fromMs: [5, 30, 0, 10],
      toMs: [9, 50, 4, 30],
      reason: ['down', 'room', 'head', 'workspace'],
    },
    3,
  );
  assert.deepEqual(
    waits.ofRow.map(({ length }) => length),
    [2, 0, 2],
  );
  assert.deepEqual(piecesOf(waits), [
    [0, 0, 10, 30, 0],
    [0, 0, 30, 50, 2],
    [0, -1, 0, 4, 1],
    [1, 3, 5, 9, 3],
  ]);
  // The second piece ends the wait that the first one begins; the third one is merged and is alone.
  const pieces = waits.ofRow.flat().slice(0, 3);
  assert.deepEqual(
    pieces.map(({ span }) => waits.wholeOf(span).map(({ fromMs, toMs }) => [fromMs, toMs])),
    [
      [
        [10, 30],
        [30, 50],
      ],
      [
        [10, 30],
        [30, 50],
      ],
      [[0, 4]],
    ],
  );
});
