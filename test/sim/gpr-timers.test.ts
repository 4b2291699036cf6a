// The timers of GPRs against a sorted list: the next is the one that is due first, and at one instant the one set first,
// whether it stands in the line or in the heap; when the line grows, goes around, and loses some from its middle.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { copyFields, loadFields, saveFields } from '../../sim/base/state.ts';
import { GprTimers } from '../../sim/tables/gpr-timers.ts';
import { property } from '../support/property.ts';

const DELAY_MS = 3;

type Timer = { readonly id: number; readonly atMs: number };

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('setLast' as const), count: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('set' as const), pick: fc.nat(), inMs: fc.nat(6) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(), count: fc.nat(20) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('copy' as const, 'save' as const) }) },
);

property(
  'the timers of GPRs come as a sorted list has them',
  300,
  fc.array(step, { maxLength: 120, size: 'max' }),
  (steps) => {
    let timers = new GprTimers();
    let used = new GprTimers();
    /** In the order they were set. */
    let model: Timer[] = [];
    const free = Array.from({ length: 600 }, (_, id) => id);
    let now = 0;
    const drop = (id: number) => {
      timers.remove(id);
      model = model.filter((timer) => timer.id !== id);
      free.push(id);
    };
    const agree = () => {
      const [first] = model.toSorted((a, b) => a.atMs - b.atMs);
      assert.equal(timers.size, model.length);
      assert.equal(timers.peek(), first?.id ?? -1);
      assert.equal(timers.peekKey(), first?.atMs ?? Infinity);
    };
    for (const each of steps) {
      if (each.kind === 'setLast') {
        for (let i = 0; i < each.count && free.length > 0; i++) {
          const id = free.shift()!;
          timers.setLast(id, now + DELAY_MS);
          model.push({ id, atMs: now + DELAY_MS });
        }
      } else if (each.kind === 'set' && model.length > 0) {
        const { id } = model[each.pick % model.length];
        timers.set(id, now + each.inMs);
        model = [...model.filter((timer) => timer.id !== id), { id, atMs: now + each.inMs }];
      } else if (each.kind === 'remove') {
        for (let i = 0; i < each.count && model.length > 0; i++)
          drop(model[(each.pick + i) % model.length].id);
      } else if (each.kind === 'advance') {
        now += each.ms;
        while (timers.peekKey() <= now) {
          agree();
          drop(timers.peek());
        }
      } else if (each.kind === 'copy') {
        [timers, used] = [copyFields(used, timers), timers];
      } else if (each.kind === 'save') {
        const restored = new GprTimers();
        loadFields(restored, structuredClone(saveFields(timers)));
        timers = restored;
      }
      agree();
    }
    while (model.length > 0) {
      agree();
      drop(timers.peek());
    }
    agree();
  },
);
