import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Totals } from '../../../sim/capacity/capacity-totals.ts';
import { GpuLevels } from '../../../sim/capacity/gpu-levels.ts';
import { PLACEMENT_POLICIES, policyNamed } from '../../../sim/kernel/policies.ts';
import { ANY_CLASS, DemandTable } from '../../../sim/tables/demand-table.ts';
import { property } from '../../support/property.ts';

interface NaiveNode {
  readonly nodeClass: number;
  /** −1 = not up. */
  free: number;
}

interface Demand {
  readonly nodes: number;
  readonly gpus: number;
  readonly dedicated: boolean;
  readonly classes: number;
}

function placement(name: string) {
  return policyNamed(PLACEMENT_POLICIES, name, 'placement');
}

/** A pool, and a plain list of its nodes for comparison. */
class PoolPair {
  readonly nodes: NaiveNode[] = [];
  readonly gpuCounts: readonly number[];
  readonly demands = new DemandTable();
  readonly totals = new Totals();
  readonly capacity: GpuLevels;

  constructor(gpuCounts: readonly number[]) {
    this.gpuCounts = gpuCounts;
    this.capacity = new GpuLevels(gpuCounts, this.demands, this.totals, placement('best-fit'));
  }

  addNode(nodeClass: number): void {
    const place = this.capacity.add(1000 + this.nodes.length, nodeClass);
    assert.equal(place, this.nodes.length);
    this.nodes.push({ nodeClass, free: -1 });
    assert.equal(this.capacity.freeAt(place), -1);
    this.capacity.setUp(place, true);
    this.nodes[place].free = this.gpuCounts[nodeClass];
  }

  /** @param free limited to the GPUs of the node; −1 takes the node down */
  setFree(place: number, free: number): void {
    const node = this.nodes[place];
    node.free = Math.min(free, this.gpuCounts[node.nodeClass]);
    const mark = this.capacity.mark();
    mark[place] = node.free;
    this.capacity.reset(mark);
    assert.equal(this.capacity.freeAt(place), node.free);
  }

  /** Node slots with room for one node's part of a demand, lowest first. */
  fitting({ gpus, dedicated, classes }: Demand): number[] {
    const places = [...this.nodes.keys()];
    return places.filter((place) => {
      const { nodeClass, free } = this.nodes[place];
      const need = dedicated ? this.gpuCounts[nodeClass] : gpus;
      return (classes & (1 << nodeClass)) !== 0 && free >= need;
    });
  }

  /** Sorts all nodes. The sort is stable: equally good nodes keep the order of their slots. */
  expected(policy: string, demand: Demand): number[] {
    const leftOver = (place: number) => this.nodes[place].free - demand.gpus;
    const fitting = this.fitting(demand);
    if (policy === 'best-fit') fitting.sort((a, b) => leftOver(a) - leftOver(b));
    if (policy === 'worst-fit') fitting.sort((a, b) => leftOver(b) - leftOver(a));
    return fitting.slice(0, demand.nodes);
  }

  agree(demand: Demand): void {
    const { nodes, gpus, dedicated, classes } = demand;
    const index = this.demands.of(nodes, gpus, dedicated, false, classes);
    const room = this.fitting(demand).length;
    assert.equal(this.capacity.room(index), room);
    if (room < nodes) return;
    for (const name of ['best-fit', 'first-fit', 'worst-fit']) {
      const places = new Int32Array(nodes);
      placement(name).choose!(this.capacity, index, places, 0);
      assert.deepEqual([...places], this.expected(name, demand), name);
    }
  }
}

const gpuCounts = fc.array(fc.constantFrom(1, 2, 4, 8), { minLength: 1, maxLength: 4 });
const demand = (classes: number): fc.Arbitrary<Demand> =>
  fc.record({
    nodes: fc.integer({ min: 1, max: 5 }),
    gpus: fc.constantFrom(1, 2, 3, 4, 8),
    dedicated: fc.boolean(),
    classes: fc.oneof(fc.constant(ANY_CLASS), fc.integer({ min: 1, max: 2 ** classes - 1 })),
  });
/** Demands that fit no node of an accepted class are left out: they are refused before they reach a pool. */
function isPossible({ gpus, classes }: Demand, counts: readonly number[]): boolean {
  return counts.every((count, nodeClass) => (classes & (1 << nodeClass)) === 0 || count >= gpus);
}

const change = fc.tuple(fc.nat(), fc.integer({ min: -1, max: 8 }));
const history = gpuCounts.chain((counts) =>
  fc.record({
    counts: fc.constant(counts),
    nodes: fc.array(fc.nat(counts.length - 1), { minLength: 1, maxLength: 80 }),
    steps: fc.array(
      fc.record({ changes: fc.array(change, { maxLength: 20 }), demand: demand(counts.length) }),
      { maxLength: 20 },
    ),
  }),
);

property(
  'pools count room and policies choose nodes as a simple scan does',
  300,
  history,
  ({ counts, nodes, steps }) => {
    const pair = new PoolPair(counts);
    for (const nodeClass of nodes) pair.addNode(nodeClass);
    for (const step of steps) {
      for (const [place, free] of step.changes) pair.setFree(place % nodes.length, free);
      const free = pair.nodes.reduce((sum, node) => sum + Math.max(0, node.free), 0);
      assert.equal(pair.capacity.freeGpus, free);
      assert.equal(pair.capacity.up, pair.nodes.filter((node) => node.free >= 0).length);
      if (isPossible(step.demand, counts)) pair.agree(step.demand);
    }
  },
);

test('pools of thousands of nodes with few free ones agree with a simple scan', () => {
  const pair = new PoolPair([8, 4]);
  for (let i = 0; i < 3000; i++) pair.addNode(i % 2);
  for (let place = 0; place < 3000; place++) pair.setFree(place, 0);
  const demands: Demand[] = [
    { nodes: 3, gpus: 2, dedicated: false, classes: ANY_CLASS },
    { nodes: 2, gpus: 4, dedicated: true, classes: 1 },
    { nodes: 1, gpus: 1, dedicated: false, classes: 2 },
  ];
  for (const place of [2999, 31, 32, 1023, 1024, 2047, 2048, 0, 1500, 2500]) {
    pair.setFree(place, 2);
    for (const each of demands) pair.agree(each);
    pair.setFree(place, 8);
    for (const each of demands) pair.agree(each);
  }
});

test('a new node gets the next node slot, and the other slots do not change', () => {
  const pair = new PoolPair([8]);
  for (let i = 0; i < 200; i++) {
    pair.addNode(0);
    pair.setFree(i, i % 9);
    pair.agree({ nodes: 1, gpus: 8, dedicated: false, classes: ANY_CLASS });
    pair.agree({ nodes: 5, gpus: 3, dedicated: false, classes: ANY_CLASS });
  }
  assert.equal(pair.capacity.nodeAt(150), 1150);
});

test('best-fit chooses the fullest node, worst-fit the emptiest, first-fit the first', () => {
  const pair = new PoolPair([8]);
  for (const free of [5, 3, 8]) {
    pair.addNode(0);
    pair.setFree(pair.nodes.length - 1, free);
  }
  const choice = (name: string) => {
    const places = new Int32Array(1);
    placement(name).choose!(pair.capacity, pair.demands.of(1, 2, false, false, ANY_CLASS), places, 0);
    return places[0];
  };
  assert.equal(choice('best-fit'), 1);
  assert.equal(choice('worst-fit'), 2);
  assert.equal(choice('first-fit'), 0);
});
