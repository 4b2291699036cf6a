import assert from 'node:assert/strict';
import fc from 'fast-check';
import { copyFields } from '../../../sim/base/collections/saved-fields.ts';
import { Totals } from '../../../sim/capacity/capacity-totals.ts';
import { GpuLevels } from '../../../sim/capacity/gpu-levels.ts';
import { PLACEMENT_POLICIES, policyNamed } from '../../../sim/kernel/policies.ts';
import { ANY_CLASS, DemandTable } from '../../../sim/tables/demand-table.ts';
import { GprTable, indexOf, NONE, rankOf, rowAt } from '../../../sim/tables/gprs/gpr-table.ts';
import { ChangedPools } from '../../../sim/tables/pools/changed-pools.ts';
import { Pool } from '../../../sim/tables/pools/pool.ts';
import { property } from '../../support/property.ts';

const ROWS = 20;
const PRIORITIES = [1, 2, 150, 300];

const row = fc.record({
  priority: fc.constantFrom(...PRIORITIES),
  /** Time from the previous start to this one, ms. */
  gapMs: fc.nat(1),
  gpus: fc.integer({ min: 1, max: 3 }),
});
const steps = fc.record({
  rows: fc.array(row, { minLength: ROWS, maxLength: ROWS }),
  moves: fc.array(fc.nat(ROWS - 1).map(rowAt), { maxLength: 80 }),
});

function capacity() {
  return new GpuLevels(
    [8],
    new DemandTable(),
    new Totals(),
    policyNamed(PLACEMENT_POLICIES, 'best-fit', 'placement'),
  );
}

function filled(rows: readonly { priority: number; gpus: number }[]) {
  const gprs = new GprTable();
  const demands = new DemandTable();
  for (const { priority, gpus } of rows) {
    const at = gprs.add();
    gprs.priority[at] = priority;
    gprs.rank[at] = rankOf(priority, gprs.orders++);
    gprs.demand[at] = demands.of(1, gpus, false, false, ANY_CLASS);
  }
  return gprs;
}

property(
  'provisioned GPRs are listed by priority, then start, then creation',
  300,
  steps,
  ({ rows, moves }) => {
    const pool = new Pool(0, 0, [0], capacity(), new ChangedPools());
    const gprs = filled(rows);
    const running = new Set<number>();
    let now = 0;
    for (const moved of moves) {
      if (running.delete(moved)) pool.removeRunning(moved, gprs);
      else {
        running.add(moved);
        now += rows[indexOf(moved)].gapMs;
        gprs.startedAt[moved] = now;
        pool.addRunning(moved, gprs);
      }
      let counted = 0;
      pool.eachRunning(gprs, () => counted++);
      assert.equal(counted, running.size);
      const filled: number[] = [];
      for (let at = pool.nextRunning(0, 301); at < 301; at = pool.nextRunning(at + 1, 301)) filled.push(at);
      const priorities = [...running].map((at) => rows[indexOf(at)].priority);
      assert.deepEqual(
        filled,
        [...new Set(priorities)].sort((a, b) => a - b),
      );
      for (const priority of PRIORITIES) {
        const listed: number[] = [];
        for (let at = pool.firstRunning[priority]; at !== NONE; at = gprs.listNext[at]) listed.push(at);
        const backwards: number[] = [];
        for (let at = pool.lastRunning[priority]; at !== NONE; at = gprs.listPrevious[at]) backwards.push(at);
        const expected = [...running]
          .filter((at) => rows[indexOf(at)].priority === priority)
          .sort((a, b) => gprs.startedAt[a] - gprs.startedAt[b] || a - b);
        assert.deepEqual(listed, expected);
        assert.deepEqual(backwards, expected.toReversed());
      }
    }
  },
);

property('heads with equal demands share a lane, in order of rank', 300, steps, ({ rows, moves }) => {
  const pool = new Pool(0, 0, [0], capacity(), new ChangedPools());
  const gprs = filled(rows);
  const heads = new Set<number>();
  for (const moved of moves) {
    if (heads.delete(moved)) pool.removeHead(moved, gprs);
    else {
      heads.add(moved);
      pool.addHead(moved, gprs.rank[moved], gprs);
    }
    assert.equal(pool.heads.size, heads.size);
    pool.heads.laneDemand.forEach((demand, lane) => {
      const first = [...heads]
        .filter((at) => gprs.demand[at] === demand)
        .sort((a, b) => gprs.rank[a] - gprs.rank[b])[0];
      assert.equal(pool.heads.firstOf(lane), first ?? NONE);
      assert.equal(pool.heads.tops[lane], first === undefined ? Infinity : gprs.rank[first]);
    });
    assert.equal(new Set(pool.heads.laneDemand).size, pool.heads.laneDemand.length);
  }
});

property('a copy of a pool is independent of it', 100, steps, ({ rows, moves }) => {
  const pool = new Pool(0, 0, [0], capacity(), new ChangedPools());
  const gprs = filled(rows);
  for (let index = 0; index < ROWS; index++) pool.addHead(rowAt(index), gprs.rank[rowAt(index)], gprs);
  const copy = pool.copy(new DemandTable(), new Totals(), new ChangedPools());
  const lanes = () => pool.heads.lanes.map((lane) => [...lane.rows.subarray(0, lane.size)]);
  const before = lanes();
  const copied = copyFields(new GprTable(), gprs);
  for (const moved of new Set(moves)) copy.removeHead(moved, copied);
  assert.deepEqual(lanes(), before);
});

const touches = fc.array(fc.tuple(fc.constantFrom('add', 'add', 'remove', 'take'), fc.nat(300)), {
  maxLength: 100,
});

property('the set of changed pools returns them in ascending order', 300, touches, (list) => {
  const changed = new ChangedPools();
  const model = new Set<number>();
  for (const [kind, pool] of list) {
    if (kind === 'add') {
      changed.add(pool);
      model.add(pool);
    } else if (kind === 'remove') {
      changed.remove(pool);
      model.delete(pool);
    } else {
      const next = [...model].filter((other) => other > pool).sort((a, b) => a - b)[0] ?? -1;
      assert.equal(changed.takeAbove(pool), next);
      model.delete(next);
    }
  }
  const rest: number[] = [];
  for (let pool = changed.takeAbove(-1); pool >= 0; pool = changed.takeAbove(pool)) rest.push(pool);
  assert.deepEqual(
    rest,
    [...model].sort((a, b) => a - b),
  );
});
