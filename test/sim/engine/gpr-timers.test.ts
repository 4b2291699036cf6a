// Compares the timers of GPRs with a sorted list: they are due in order of instant, then in the order in which they were set.
// Covers the present window, later windows, instants beyond the ring, and the FIFO of provisionings; also a timer set before the
// instant that a look ahead has found, and a window with many timers.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { copyFields, saveFields } from '../../../sim/base/collections/saved-fields.ts';
import { State } from '../../../sim/facts/numbered.ts';
import { GprTable, NO_TIMER, rowAt } from '../../../sim/tables/gprs/gpr-table.ts';
import { GprTimers } from '../../../sim/tables/timers/gpr-timers.ts';
import { WorkspaceTable } from '../../../sim/tables/workspace-table.ts';
import { ofKind, weighted } from '../../support/draws.ts';
import { property } from '../../support/property.ts';

const ROWS = 200;
const LINE_MS = 3;
const MANY = 150;
const SECOND = 1000;
const DAY = 86_400 * SECOND;

interface Timer {
  readonly row: number;
  readonly atMs: number;
}

/** A few near instants, so that ties are common; edges of windows; and far instants. */
const inMs = fc.oneof(
  fc.nat(3),
  fc.constantFrom(8191, 8192, 8193, 16_384, 8192 * 8191, 8192 * 8192, 8192 * 8192 + 1, 8192 * 8193, 2 ** 41),
  fc.nat(20 * SECOND),
  fc.nat(3 * DAY),
);

const step = weighted(
  [6, ofKind('set', { pick: fc.nat(ROWS - 1), inMs })],
  [3, ofKind('line', { pick: fc.nat(ROWS - 1) })],
  [2, ofKind('remove', { pick: fc.nat(ROWS - 1) })],
  [2, ofKind('look', { inMs })],
  [3, ofKind('advance', { inMs })],
  [1, ofKind('many', { inMs })],
  [1, fc.record({ kind: fc.constantFrom('copy' as const, 'save' as const) })],
);

function fresh() {
  const gprs = new GprTable();
  for (let i = 0; i < ROWS; i++) {
    const row = gprs.add();
    gprs.timerPlace[row] = NO_TIMER;
  }
  const workspaces = new WorkspaceTable();
  workspaces.add();
  return { gprs, workspaces, timers: new GprTimers(gprs, workspaces) };
}

property(
  'the timers of GPRs are due in the order of a sorted list',
  400,
  fc.array(step, { maxLength: 150, size: 'max' }),
  (steps) => {
    let { gprs, workspaces, timers } = fresh();
    let model: Timer[] = [];
    let now = 0;
    const first = () => model.toSorted((a, b) => a.atMs - b.atMs)[0];
    const set = (row: number, atMs: number) => {
      timers.set(row, atMs, now);
      model = [...model.filter((timer) => timer.row !== row), { row, atMs }];
    };
    const take = (atMs: number) => {
      const expected = first();
      assert.equal(timers.next(atMs), expected.atMs);
      assert.equal(timers.take(expected.atMs), expected.row);
      model = model.filter(({ row }) => row !== expected.row);
    };
    const runTo = (atMs: number) => {
      while (model.length > 0 && first().atMs <= atMs) {
        now = first().atMs;
        take(now);
      }
      if (atMs < Infinity) now = atMs;
    };
    for (const each of steps) {
      if (each.kind === 'set') {
        set(rowAt(each.pick), now + each.inMs);
      } else if (each.kind === 'many') {
        for (let i = 0; i < MANY; i++) set(rowAt(i), now + each.inMs + ((i * 7919) % 50) * 10);
      } else if (each.kind === 'line') {
        const row = rowAt(each.pick);
        if (model.some((timer) => timer.row === row)) continue;
        timers.setInOrder(row, now + LINE_MS);
        model.push({ row, atMs: now + LINE_MS });
      } else if (each.kind === 'remove') {
        timers.remove(rowAt(each.pick));
        model = model.filter(({ row }) => row !== rowAt(each.pick));
      } else if (each.kind === 'look') {
        const found = timers.next(now + each.inMs);
        const next = first()?.atMs ?? Infinity;
        if (next <= now + each.inMs) assert.equal(found, next);
        else assert.ok(found > now + each.inMs);
      } else if (each.kind === 'advance') {
        runTo(now + each.inMs);
      } else if (each.kind === 'copy') {
        const copied = fresh();
        copyFields(copied.gprs, gprs);
        copyFields(copied.timers, timers);
        ({ gprs, workspaces, timers } = copied);
      } else {
        const { settings } = saveFields(timers) as { settings: number };
        for (const { row } of model) gprs.state[row] = State.successful;
        const restored = new GprTimers(gprs, workspaces);
        restored.restore(now);
        restored.settings = settings;
        timers = restored;
        for (const { row } of model) gprs.state[row] = State.none;
      }
      assert.equal(timers.size, model.length);
      assert.deepEqual(
        timers.inOrderSet(),
        model.map(({ row }) => row),
      );
    }
    runTo(Infinity);
    assert.equal(timers.next(Infinity), Infinity);
    assert.equal(timers.size, 0);
  },
);
