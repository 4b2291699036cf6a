import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { saveFields } from '../../../sim/base/collections/saved-fields.ts';
import type { Capacity } from '../../../sim/capacity/capacity.ts';
import { loadCapacity, newCapacity } from '../../../sim/capacity/capacity-kinds.ts';
import { Totals } from '../../../sim/capacity/capacity-totals.ts';
import { PLACEMENT_POLICIES, policyNamed } from '../../../sim/kernel/policies.ts';
import { DemandTable } from '../../../sim/tables/demand-table.ts';
import { property } from '../../support/property.ts';

const placement = policyNamed(PLACEMENT_POLICIES, 'best-fit', 'placement');
const NODE = 7;
const SLOTS = Int32Array.of(0);

/** The same machine as processors, and as one node with whole GPUs. */
class Pair {
  readonly demands = new DemandTable();
  readonly size: number;
  processors: Capacity;
  gpus: Capacity;
  readonly totals = { processors: new Totals(), gpus: new Totals() };
  readonly held: number[] = [];

  constructor(size: number) {
    this.size = size;
    this.processors = newCapacity('processors', [size], this.demands, this.totals.processors, placement);
    this.gpus = newCapacity('gpus', [size], this.demands, this.totals.gpus, placement);
    this.both((capacity) => [capacity.add(NODE, 0), capacity.setUp(0, true)]);
  }

  /** Calls both, and expects the same answer. */
  both(call: (capacity: Capacity) => unknown): void {
    assert.deepEqual(call(this.processors), call(this.gpus));
  }

  agree(asked: number): void {
    this.both(({ up, freeGpus, nodeCount }) => [up, freeGpus, nodeCount]);
    this.both((capacity) => [capacity.freeAt(0), capacity.nodeAt(0), capacity.fits(asked)]);
    this.both((capacity) => [capacity.room(asked), capacity.roomIfUp(asked, Int32Array.of(1))]);
    assert.deepEqual(this.totals.processors, this.totals.gpus);
  }
}

const step = fc.record({
  gpus: fc.integer({ min: 1, max: 12 }),
  nodes: fc.constantFrom(1, 1, 1, 2),
  dedicated: fc.boolean(),
  classes: fc.constantFrom(-1, 1, 2),
  act: fc.constantFrom('take', 'give', 'turn', 'fork', 'save', 'try', 'mark'),
});

property(
  'a machine of processors behaves as one node with as many GPUs',
  500,
  fc.record({ size: fc.integer({ min: 1, max: 12 }), steps: fc.array(step, { maxLength: 40 }) }),
  ({ size, steps }) => {
    const pair = new Pair(size);
    let isUp = true;
    for (const { gpus, nodes, dedicated, classes, act } of steps) {
      const asked = pair.demands.of(nodes, gpus, dedicated, false, classes);
      pair.agree(asked);
      if (act === 'take' && pair.processors.fits(asked)) {
        pair.both((capacity) => {
          const slots = Int32Array.of(-1);
          capacity.choose(asked, slots, 0);
          return [slots, capacity.take(asked, slots, 0)];
        });
        pair.held.push(asked);
      } else if (act === 'give' && pair.held.length > 0) {
        const given = pair.held.pop()!;
        pair.both((capacity) => capacity.give(given, SLOTS, 0));
      } else if (act === 'turn' && pair.held.length === 0) {
        isUp = !isUp;
        pair.both((capacity) => capacity.setUp(0, isUp));
      } else if (act === 'fork') {
        pair.processors = pair.processors.fork(pair.demands, pair.totals.processors);
        pair.gpus = pair.gpus.fork(pair.demands, pair.totals.gpus);
      } else if (act === 'save') {
        pair.processors = loadCapacity(
          saveFields(pair.processors),
          pair.demands,
          pair.totals.processors,
          placement,
        );
        pair.gpus = loadCapacity(saveFields(pair.gpus), pair.demands, pair.totals.gpus, placement);
      } else if (act === 'mark' && pair.processors.fits(asked)) {
        pair.both((capacity) => {
          const copy = capacity.fork(pair.demands, new Totals());
          const mark = copy.mark();
          copy.take(asked, SLOTS, 0);
          const taken = copy.freeAt(0);
          copy.reset(mark);
          return [taken, copy.freeAt(0)];
        });
      } else if (act === 'try') {
        // A trial must fit in the pool that it reads, and may have been of the other kind before.
        let used = pair.gpus.trial(asked, pair.processors.trial(asked));
        pair.both((capacity) => {
          used = capacity.trial(asked, used);
          const found = [used.fits];
          if (isUp) for (const other of pair.held) used.give(other, SLOTS, 0);
          else used.open(0);
          found.push(used.fits);
          return found;
        });
      }
      pair.agree(asked);
    }
  },
);

test('a machine of processors has one node', () => {
  const { processors } = new Pair(4);
  assert.throws(() => processors.add(8, 0), /a pool of processors has one node/);
});
