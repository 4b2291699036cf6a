import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HeapPlaces, IndexedHeap } from '../../../sim/base/collections/heap.ts';
import { property } from '../../support/property.ts';

const IDS = 24;

/** The model of a heap: entries in order of insertion. An update is a removal and an insertion. */
class SortedModel {
  entries: { id: number; key: number }[] = [];

  has(id: number): boolean {
    return this.entries.some((entry) => entry.id === id);
  }

  add(id: number, key: number): void {
    this.entries.push({ id, key });
  }

  remove(id: number): boolean {
    const was = this.entries.length;
    this.entries = this.entries.filter((entry) => entry.id !== id);
    return this.entries.length < was;
  }

  first(): { id: number; key: number } | undefined {
    // Sorting is stable: equal keys keep the order of insertion.
    return this.entries.toSorted((a, b) => a.key - b.key)[0];
  }
}

type Step = { kind: 'push' | 'pop' | 'update' | 'remove' | 'clear'; heap: number; id: number; key: number };

// Few distinct keys, so that ties are common.
const key = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(-1.5, 2 ** 48, 2 ** 52 + 1));
const steps = (heaps: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('push', 'push', 'push', 'pop', 'update', 'remove', 'clear'),
      heap: fc.integer({ min: 0, max: heaps - 1 }),
      id: fc.integer({ min: 0, max: IDS - 1 }),
      key,
    }),
    { maxLength: 200 },
  );

function agree(heap: IndexedHeap, model: SortedModel): void {
  const first = model.first();
  assert.equal(heap.size, model.entries.length);
  assert.equal(heap.peek(), first?.id ?? -1);
  assert.equal(heap.peekKey(), first?.key ?? Infinity);
  for (let id = 0; id < IDS; id++) assert.equal(heap.has(id), model.has(id), `has(${id})`);
}

function perform(step: Step, heap: IndexedHeap, model: SortedModel): void {
  if (step.kind === 'push') {
    heap.push(step.id, step.key);
    model.add(step.id, step.key);
  } else if (step.kind === 'pop') {
    const first = model.first();
    assert.equal(heap.pop(), first?.id ?? -1);
    if (first !== undefined) model.remove(first.id);
  } else if (step.kind === 'update') {
    heap.update(step.id, step.key);
    model.remove(step.id);
    model.add(step.id, step.key);
  } else if (step.kind === 'clear') {
    heap.clear();
    model.entries = [];
  } else {
    assert.equal(heap.remove(step.id), model.remove(step.id));
  }
}

property('a heap behaves as a sorted list, with ties in order of insertion', 400, steps(1), (list) => {
  const heap = new IndexedHeap();
  const model = new SortedModel();
  for (const step of list) {
    if (step.kind === 'push' && model.has(step.id)) continue;
    perform(step, heap, model);
    agree(heap, model);
  }
});

property('heaps that share their places are independent', 200, steps(3), (list) => {
  const places = new HeapPlaces();
  const heaps = [0, 1, 2].map(() => new IndexedHeap(places));
  const models = heaps.map(() => new SortedModel());
  for (const step of list) {
    const elsewhere = models.some((model, i) => i !== step.heap && model.has(step.id));
    // An id is in one heap at a time. Removing it from another returns false.
    if (elsewhere && (step.kind === 'push' || step.kind === 'update')) continue;
    if (step.kind === 'push' && models[step.heap].has(step.id)) continue;
    perform(step, heaps[step.heap], models[step.heap]);
    heaps.forEach((heap, i) => {
      agree(heap, models[i]);
    });
  }
});

test('a heap grows past its first columns and drains in order', () => {
  const heap = new IndexedHeap();
  const keys: number[] = [];
  for (let id = 0; id < 5000; id++) {
    const value = Math.imul(id, 2654435761) >>> 20;
    keys.push(value);
    heap.push(id, value);
  }
  const drained: number[] = [];
  while (heap.size > 0) drained.push(heap.pop());
  const expected = keys
    .map((value, id) => ({ id, value }))
    .sort((a, b) => a.value - b.value || a.id - b.id)
    .map(({ id }) => id);
  assert.deepEqual(drained, expected);
  assert.equal(heap.pop(), -1);
});

test('an id without a place is in no heap', () => {
  const heap = new IndexedHeap();
  assert.equal(heap.has(7), false);
  assert.equal(heap.remove(7), false);
  heap.push(7, 1);
  assert.equal(heap.has(1_000_000), false);
});
