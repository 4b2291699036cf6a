import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIRECTIONS, HEAD, hasNames, layoutOf, neighborOf, nodeAt } from '../../src/dashboard/nodes/cells.ts';
import { COLORINGS, countsOf, type MapNode, nodesIn, stepOf } from '../../src/dashboard/nodes/colorings.ts';

const of = {
  cluster: 'east',
  instanceType: 'big',
  gpuModelName: 'A100',
  gpus: 8,
  queuedGprs: 3,
  queuedGpus: 12,
  prefix: 'east-big-',
  names: ['0', '1', '2'],
  free: [8, 2, null],
  heldMinutes: [null, 65, null],
};

test('ten thousand nodes of 4 or of 50 clusters fit on a screen, each in its own cell', () => {
  for (const clusters of [4, 50]) {
    const counts = Array(clusters).fill(10_000 / clusters);
    const layout = layoutOf(counts, { width: 1240, height: 670 }, false);
    assert.ok(layout.height <= 670, `${clusters}: ${layout.height}`);
    assert.ok(layout.cell.width >= 6, `${clusters}: ${layout.cell.width}`);
    const { cell, x, y } = layout;
    assert.equal(new Set(x.map((left, i) => `${left} ${y[i]}`)).size, 10_000);
    assert.ok(Math.max(...x) + cell.width <= 1240);
    for (const node of [0, 4321, 9999]) assert.equal(nodeAt(layout, x[node] + 1, y[node] + 1), node);
    assert.ok(!hasNames(layout));
  }
});

test('few nodes have names, and so have those of one cluster, beyond the screen', () => {
  assert.ok(hasNames(layoutOf([7, 5, 6], { width: 1240, height: 670 }, false)));
  const layout = layoutOf([2500], { width: 1240, height: 670 }, true);
  assert.ok(hasNames(layout) && layout.height > 670);
  // No block is narrower than a cell.
  const phone = layoutOf([7, 5, 6], { width: 350, height: 670 }, false);
  assert.ok(Math.max(...phone.x) + phone.cell.width <= 350);
});

test('an arrow key moves to the nearest node in its direction, also to another cluster', () => {
  // Two blocks side by side, each with a row of two cells of 132 pixels.
  const layout = layoutOf([2, 2], { width: 560, height: HEAD + 60 }, false);
  assert.deepEqual(layout.x, [0, 134, 287, 421]);
  const { ArrowLeft: left, ArrowRight: right, ArrowDown: down } = DIRECTIONS;
  assert.equal(neighborOf(layout, 0, right!), 1);
  assert.equal(neighborOf(layout, 1, right!), 2);
  assert.equal(neighborOf(layout, 3, right!), 3);
  assert.equal(neighborOf(layout, 2, left!), 1);
  assert.equal(neighborOf(layout, 0, down!), 0);
});

test('a node has a step by its use, by the wait for its pool, and by the age of its GPRs', () => {
  const [nodes] = nodesIn([of], ['east']) as [MapNode[]];
  assert.deepEqual(
    nodes.map(({ name }) => name),
    ['east-big-0', 'east-big-1', 'east-big-2'],
  );
  // None, half and more, down.
  assert.deepEqual(
    nodes.map((node) => stepOf(COLORINGS.use, node)),
    [0, 2, 4],
  );
  assert.deepEqual(countsOf(COLORINGS.use, nodes), [1, 0, 1, 0, 1]);
  const full = { ...nodes[1]!, free: 0 };
  assert.equal(stepOf(COLORINGS.use, full), 3);
  // 12 of 24 GPUs are requested: the step from 0.5 on.
  assert.deepEqual(
    nodes.map((node) => stepOf(COLORINGS.pressure, node)),
    [2, 2, 5],
  );
  const calm = { ...nodes[0]!, of: { ...of, queuedGpus: 0 } };
  assert.equal(stepOf(COLORINGS.pressure, calm), 0);
  assert.deepEqual(
    nodes.map((node) => stepOf(COLORINGS.age, node)),
    [0, 2, 5],
  );
});
