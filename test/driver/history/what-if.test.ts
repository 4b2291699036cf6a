// What-if: the future with changes is the one that happens when the changes are made, and the world stays as it is. Differences
// of branches are those of the what-if with the same changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS, type Scenario } from '../../../sim/index.ts';
import { Views } from '../../../sim/reading/views/read-inventory.ts';
import { PlayPlan } from '../../../src/driver/clock/play-plan.ts';
import { ROWS_MAX } from '../../../src/driver/differing.ts';
import { Driver } from '../../../src/driver/driver.ts';
import { storedJournal } from '../../../src/driver/stored/stored.ts';
import {
  Cancelled,
  type Change,
  type FutureWorld,
  type Question,
  TooManyWaiting,
  type World,
} from '../../../src/driver/world.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { arrivalRateMilli, schedulerChange } from '../../support/arbitrary-actions.ts';
import { asyncProperty } from '../../support/property.ts';
import { COLORS, generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, ownerKey, submit } from '../world.ts';

const MINUTE = 60 * SECOND;

function scenarioWith(queue: string): Scenario {
  return scenarioOf({
    nodes: 3,
    keepEnded: 2,
    scheduler: { queue, provisioningDelayMs: 5 * SECOND, workspaceLimit: 'none' },
    failures: { nodeMtbfMs: 7_200 * SECOND, provisioningMicro: 50_000 },
    workload: [
      generated({
        count: 60,
        interArrivalMeanMs: 60 * SECOND,
        gpus: [1, 8],
        evictsMilli: 500,
        requeuesMilli: 500,
      }),
    ],
  });
}

/** A command that is chosen by the world that it enters. */
type Order =
  | { readonly do: 'request'; readonly color: number; readonly gpus: number; readonly priority: number }
  | { readonly do: 'delete' | 'release'; readonly which: number }
  | { readonly do: 'node'; readonly which: number; readonly isUp: boolean }
  | { readonly do: 'scheduler'; readonly given: object }
  | { readonly do: 'workload'; readonly arrivalRateMilli: number };

const order: fc.Arbitrary<Order> = fc.oneof(
  fc.record({
    do: fc.constant('request' as const),
    color: fc.nat(9),
    gpus: fc.constantFrom(1, 4, 8),
    priority: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({ do: fc.constantFrom('delete' as const, 'release' as const), which: fc.nat(99) }),
  fc.record({ do: fc.constant('node' as const), which: fc.nat(9), isUp: fc.boolean() }),
  fc.record({ do: fc.constant('scheduler' as const), given: schedulerChange }),
  fc.record({ do: fc.constant('workload' as const), arrivalRateMilli }),
);

const changesOf = (orders: readonly (readonly [number, Order])[], nowMs: number): Change[] =>
  orders
    .map(([afterMs, one]): Change => ({ atMs: nowMs + afterMs, enter: (world) => enter(world, one) }))
    .sort((a, b) => a.atMs - b.atMs);

async function enter(world: FutureWorld, one: Order): Promise<void> {
  const gprs = COLORS.flatMap((color) => world.read.views.gprsOf(color) ?? []);
  const nodes = world.read.views.nodes();
  switch (one.do) {
    case 'request': {
      const { color, gpus, priority } = one;
      const made = request(COLORS[color % COLORS.length], {
        gpusPerNode: gpus,
        priority,
        enableEviction: true,
      });
      await world.submit(made);
      break;
    }
    case 'delete':
    case 'release': {
      const gpr = gprs[one.which % Math.max(1, gprs.length)];
      if (gpr !== undefined) await world.submit({ kind: `gpr.${one.do}`, gprId: gpr.gprId });
      break;
    }
    case 'node': {
      const { cluster, name: node } = nodes[one.which % nodes.length];
      if (one.isUp) await world.submit({ kind: 'node.up', cluster, node });
      else await world.submit({ kind: 'node.down', cluster, node, repairAfterMs: null });
      break;
    }
    case 'scheduler':
      await world.submit({ kind: 'scheduler.set', ...one.given });
      break;
    case 'workload':
      await world.submit({ kind: 'workload.set', arrivalRateMilli: one.arrivalRateMilli });
  }
}

const questionOf = (given: Partial<Question>): Question => ({
  changes: [],
  untilMs: undefined,
  gprIds: [],
  knowing: 'everything',
  caller: { ...ownerKey('o'), id: 'o', apiKey: 'o', saName: 'o', tokenTtlSeconds: 60 },
  ...given,
});

/** The lines of a plan that makes changes in a world. */
const planOf = (driver: Driver, changes: readonly Change[]) =>
  new PlayPlan(changes.map(({ atMs, enter }) => ({ atMs, enter: () => enter(driver.held()) })));

for (const queue of ['strict', 'greedy', 'backfill']) {
  asyncProperty(
    `${queue}: the future with changes is what happens when they are made, and the differences are those of the branches`,
    34,
    fc.record({
      orders: fc.array(fc.tuple(fc.oneof(fc.constant(0), fc.nat(40 * MINUTE)), order), { maxLength: 12 }),
      beginMs: fc.integer({ min: 0, max: 40 * MINUTE }),
      lastsMs: fc.integer({ min: 40 * MINUTE, max: 3 * HOUR_MS }),
    }),
    async ({ orders, beginMs, lastsMs }) => {
      const after: (() => unknown)[] = [];
      const driver = memoryWorld(
        { after: (fn: () => unknown) => after.push(fn) } as never,
        scenarioWith(queue),
      );
      await driver.advance({ toMs: beginMs });
      const changes = changesOf(orders, beginMs);
      const untilMs = beginMs + lastsMs;
      const before = driver.clock();
      let future: FutureWorld | undefined;
      const asked = await driver.whatIf(() =>
        questionOf({
          untilMs,
          changes: changes.map(({ atMs, enter }) => ({
            atMs,
            enter(world) {
              future = world;
              return enter(world);
            },
          })),
        }),
      );
      assert.deepEqual(driver.clock(), before);

      await driver.advance({ toMs: untilMs });
      const without = driver.clock();
      await driver.rewind({ toMs: beginMs }, 'to make the changes');
      // A plan continues after the present instant.
      for (const change of changes.filter(({ atMs }) => atMs === beginMs)) await change.enter(driver);
      driver.follow(
        planOf(
          driver,
          changes.filter(({ atMs }) => atMs > beginMs),
        ),
      );
      await driver.advance({ toMs: untilMs });
      const made = driver.clock();
      if (future !== undefined) {
        const { nowMs, seq, hash } = future.clock();
        assert.deepEqual({ nowMs, seq, hash }, { nowMs: made.nowMs, seq: made.seq, hash: made.hash });
      } else assert.equal(made.hash, without.hash);
      assert.equal(asked.firstDifference === null, made.hash === without.hash);

      await driver.switchTo(1);
      const found = await driver.differences(2, undefined);
      assert.ok(found.ok, 'the branches are compared');
      // GPRs that arrived since exist in the branches.
      const rows = asked.rows.map((row) => ({ ...row, exists: row.without !== null }));
      assert.deepEqual(found.differences, { ...asked, rows });
      for (const close of after) await close();
    },
  );
}

/** Without failures and arrivals: eight GPUs, and requests for all of them. */
const calm = scenarioOf({
  nodes: 1,
  scheduler: { queue: 'strict', provisioningDelayMs: 0, workspaceLimit: 'none' },
});

const whole = (from: string, priority: number) =>
  request(from, { gpusPerNode: 8, priority, exitMs: HOUR_MS, enableEviction: false });

test('a GPR ahead of another one makes it wait longer, by hand', async (t) => {
  const driver = memoryWorld(t, calm);
  await driver.submit(whole('blue', 100));
  await driver.submit(whole('green', 100));
  await driver.advance({ byMs: 0 });
  const { rows, counts, rowsTotal, atMs, untilMs, figures, ...sums } = await driver.whatIf((nowMs) =>
    questionOf({
      changes: [{ atMs: nowMs, enter: async (world) => void (await world.submit(whole('red', 200))) }],
    }),
  );
  // green waits an hour for blue, and with the change another hour for red.
  assert.deepEqual([atMs, untilMs, rowsTotal, counts.later, counts.new], [0, 3 * HOUR_MS, 2, 1, 1]);
  assert.deepEqual(
    rows.map(({ workspace, effect, without, with: changed }) => [
      workspace,
      effect,
      without?.startMs,
      without?.endMs,
      changed?.startMs,
      changed?.endMs,
    ]),
    [
      ['green', 'later', HOUR_MS, 2 * HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS],
      ['red', 'new', undefined, undefined, HOUR_MS, 2 * HOUR_MS],
    ],
  );
  const none = { worse: 0, better: 0, otherwise: 0, waitMs: HOUR_MS };
  assert.equal(sums.waitMs, 2 * HOUR_MS);
  assert.deepEqual(sums.workspaces, [
    { ...none, workspace: 'green', worse: 1 },
    { ...none, workspace: 'red', otherwise: 1 },
  ]);
  assert.deepEqual([figures.without.waitMsMean, figures.with.waitMsMean], [HOUR_MS, 1.5 * HOUR_MS]);
  assert.deepEqual([figures.without.utilization, figures.with.utilization], [2 / 3, 1]);
});

test('each effect has its name, and waits end with the comparison', async (t) => {
  const driver = memoryWorld(t, calm);
  const blue = (await driver.submit(whole('blue', 100))) as { outcome: { gprId: string } };
  const green = (await driver.submit(whole('green', 100))) as { outcome: { gprId: string } };
  await driver.advance({ byMs: 0 });
  const effectsOf = async (change: (world: FutureWorld) => Promise<unknown>, untilMs: number) => {
    const { rows, waitMs } = await driver.whatIf((nowMs) =>
      questionOf({ untilMs, changes: [{ atMs: nowMs, enter: async (world) => void (await change(world)) }] }),
    );
    const named = rows.map(({ gprId, effect }) => [gprId === blue.outcome.gprId ? 'blue' : 'green', effect]);
    return [...named, waitMs / HOUR_MS];
  };
  const release = (world: FutureWorld) => world.submit({ kind: 'gpr.release', gprId: blue.outcome.gprId });
  const remove = (world: FutureWorld) => world.submit({ kind: 'gpr.delete', gprId: green.outcome.gprId });
  const [{ cluster, name: node }] = driver.read.views.nodes();
  const down = (world: FutureWorld) =>
    world.submit({ kind: 'node.down', cluster, node, repairAfterMs: null });
  assert.deepEqual(await effectsOf(release, 3 * HOUR_MS), [
    ['blue', 'endsEarlier'],
    ['green', 'earlier'],
    -1,
  ]);
  assert.deepEqual(await effectsOf(release, HOUR_MS / 2), [
    ['blue', 'endsEarlier'],
    ['green', 'started'],
    -0.5,
  ]);
  assert.deepEqual(await effectsOf(remove, 3 * HOUR_MS), [['green', 'notStarted'], -1]);
  // green waits three hours instead of one.
  assert.deepEqual((await effectsOf(down, 3 * HOUR_MS)).sort(), [
    2,
    ['blue', 'endsEarlier'],
    ['green', 'notStarted'],
  ]);
});

test('at most 1,000 rows are listed, and all are counted', async (t) => {
  const arrivals = generated({ count: 3_000, interArrivalMeanMs: SECOND, gpus: [1] });
  const driver = memoryWorld(t, scenarioOf({ nodes: 1, workload: [arrivals] }));
  const { rows, rowsTotal, counts, workspaces } = await driver.whatIf((nowMs) =>
    questionOf({
      untilMs: 24 * HOUR_MS,
      changes: changesOf([[0, { do: 'workload', arrivalRateMilli: 2_500 }]], nowMs),
    }),
  );
  assert.ok(rowsTotal > ROWS_MAX);
  assert.equal(rows.length, ROWS_MAX);
  assert.equal(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    rowsTotal,
  );
  assert.equal(
    workspaces.reduce((sum, { worse, better, otherwise }) => sum + worse + better + otherwise, 0),
    rowsTotal,
  );
});

test('a change of a GPR that has left memory is judged as in the world', async (t) => {
  const scenario = { ...calm, keepEnded: 0 };
  const driver = memoryWorld(t, scenario);
  const made = (await driver.submit(whole('blue', 100))) as { outcome: { gprId: string } };
  const { gprId } = made.outcome;
  await driver.advance({ byMs: 2 * HOUR_MS });
  const rejections: unknown[] = [];
  const submit = (command: Parameters<World['submit']>[0]) => async (world: FutureWorld) => {
    const result = await world.submit(command);
    rejections.push(result.ok ? 'ok' : result.rejection);
  };
  await driver.whatIf((nowMs) =>
    questionOf({
      gprIds: [gprId],
      changes: [
        { atMs: nowMs, enter: submit({ kind: 'gpr.release', gprId }) },
        { atMs: nowMs, enter: submit({ kind: 'gpr.delete', gprId }) },
        { atMs: nowMs, enter: submit({ kind: 'gpr.delete', gprId }) },
      ],
    }),
  );
  assert.deepEqual(rejections, [
    { code: 'gpr-state', gprId, state: 'Complete', action: 'release' },
    'ok',
    { code: 'gpr-unknown', gprId },
  ]);
  assert.equal(driver.read.gpr(gprId)?.state, 'Complete', 'the world still has it');
});

test('the end of a comparison is found without the views of all nodes', async (t) => {
  const driver = memoryWorld(t, scenarioWith('strict'));
  const page = t.mock.method(Views.prototype, 'nodePage');
  assert.equal((await driver.whatIf(() => questionOf({}))).rowsTotal, 0);
  assert.equal(page.mock.callCount(), 0);
});

test('one comparison runs and sixteen wait; a client that disconnects ends its own', async (t) => {
  const driver = memoryWorld(t, scenarioWith('strict'));
  let isWanted = true;
  const long = () => questionOf({ untilMs: 5_000 * HOUR_MS });
  const first = driver.whatIf(long, () => isWanted);
  const waiting = Array.from({ length: 16 }, () => driver.whatIf(long, () => isWanted));
  const ended = Promise.allSettled([first, ...waiting]);
  await assert.rejects(driver.whatIf(long), TooManyWaiting);
  isWanted = false;
  for (const result of await ended) {
    assert.equal(result.status, 'rejected');
    assert.ok(result.reason instanceof Cancelled);
  }
  assert.equal((await driver.whatIf(() => questionOf({}))).rowsTotal, 0);
});

test('commands and the clock go on during a what-if, which is about the instant of its beginning', async (t) => {
  const driver = memoryWorld(t, scenarioWith('strict'));
  const asked = driver.whatIf(() => questionOf({ untilMs: 2_000 * HOUR_MS }));
  await driver.submit(request('blue'));
  await driver.advance({ byMs: HOUR_MS });
  assert.equal(driver.nowMs(), HOUR_MS);
  const { atMs, seq, rowsTotal } = await asked;
  assert.deepEqual([atMs, rowsTotal], [0, 0]);
  assert.ok(seq < driver.clock().seq);
});

test('a comparison of branches is about the branch that was current, and ends if one of them is deleted', async (t) => {
  const driver = memoryWorld(t, scenarioWith('strict'));
  await driver.advance({ byMs: HOUR_MS });
  await driver.rewind({ toMs: 0 }, 'a test');
  await submit(driver, request('blue'));
  await driver.advance({ byMs: HOUR_MS });
  const alone = await driver.differences(1, undefined);
  assert.ok(alone.ok && alone.differences.branch === 2);
  const [asked] = await Promise.all([driver.differences(1, undefined), driver.switchTo(1)]);
  assert.deepEqual(asked, alone);
  const [gone] = await Promise.all([driver.differences(2, undefined), driver.deleteBranch(2)]);
  assert.deepEqual(gone, { ok: false, refusal: 'unknown', why: 'there is no branch 2' });
});

test('a command that enters while the journal is read, as by a comparison, is no damage', async (t) => {
  const file = WorldFile.open(':memory:');
  file.setScenario(scenarioWith('strict'));
  const driver = new Driver(file, { mode: 'paused', speed: 1, onFailure: assert.fail });
  t.after(() => driver.close());
  await submit(driver, request('blue'));
  const journal = storedJournal(file.past(file.branch));
  const first = journal.next().value!;
  await submit(driver, request('blue'));
  const seqs = [first, ...journal].map(({ seq }) => seq);
  assert.deepEqual(seqs, [1]);
});
