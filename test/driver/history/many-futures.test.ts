// What-ifs in many futures: what is drawn is the same with and without the changes, so nothing differs without a change, and the
// effect of a change is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Command, HOUR_MS, type Scenario } from '../../../sim/index.ts';
import type { LikelyEffect } from '../../../src/driver/differing.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import {
  Cancelled,
  type Change,
  ChangeRefused,
  FuturesRefused,
  type FutureWorld,
  type LikelyDifferences,
  type ManyFuturesQuestion,
  type PastWorld,
} from '../../../src/driver/world.ts';
import { asyncProperty } from '../../support/property.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, ownerKey, submit, temporaryFile } from '../world.ts';

const MINUTE = 60 * SECOND;
const SAMPLES = 10;

/** Two nodes for a load of about 1.3. */
function busy(given: Partial<Scenario> = {}): Scenario {
  return {
    ...scenarioOf({
      nodes: 2,
      keepEnded: 2,
      scheduler: { queue: 'strict', provisioningDelayMs: 5 * SECOND },
      failures: { nodeMtbfMs: 40 * HOUR_MS, provisioningMicro: 20_000 },
      workload: [
        generated({
          count: null,
          interArrivalMeanMs: 4 * MINUTE,
          gpus: [1, 2, 8],
          exitDurationMs: { from: 10 * MINUTE, to: 40 * MINUTE },
          runtimeShareMilli: { from: 300, to: 1_000 },
          requeuesMilli: 500,
        }),
      ],
    }),
    ...given,
  };
}

const none: Change[] = [];
const caller = { ...ownerKey('o'), id: 'o', apiKey: 'o', saName: 'o', tokenTtlSeconds: 60 };

function ask(
  world: Pick<PastWorld, 'manyFutures'>,
  changes: (nowMs: number) => readonly Change[],
  given: Partial<ManyFuturesQuestion> = {},
): Promise<LikelyDifferences> {
  return world.manyFutures((nowMs) => ({
    samples: SAMPLES,
    alternatives: [{ name: 'with', changes: changes(nowMs) }],
    untilMs: undefined,
    gprIds: [],
    caller,
    ...given,
  }));
}

const making =
  (command: Command, afterMs = 0) =>
  (nowMs: number): Change[] => [
    {
      atMs: nowMs + afterMs,
      async enter(world: FutureWorld) {
        const result = await world.submit(command);
        assert.ok(result.ok, JSON.stringify(result));
      },
    },
  ];

const moreNodes: Command = {
  kind: 'node.add',
  cluster: 'east',
  instanceType: 'large',
  gpuModelName: 'model-large',
  count: 4,
};

async function busyWorld(t: Parameters<typeof memoryWorld>[0], scenario = busy()): Promise<Driver> {
  const driver = memoryWorld(t, scenario);
  await driver.advance({ toMs: 12 * HOUR_MS });
  return driver;
}

const effectsIn = ({ alternatives }: LikelyDifferences): (LikelyEffect | null)[] =>
  alternatives.flatMap(({ waitMs, figures, counts, gprs }) => [
    waitMs,
    ...Object.values(figures),
    ...Object.values(counts),
    ...gprs.map(({ shiftMs }) => shiftMs),
  ]);

asyncProperty(
  'without a change, the interval of every effect contains 0',
  100,
  fc.record({
    seed: fc.nat(),
    queue: fc.constantFrom('strict', 'greedy', 'backfill'),
    atMs: fc.integer({ min: 0, max: 12 * HOUR_MS }),
  }),
  async ({ seed, queue, atMs }) => {
    const after: (() => unknown)[] = [];
    const t = { after: (fn: () => unknown) => after.push(fn) } as never;
    const scenario = busy();
    const driver = memoryWorld(t, {
      ...scenario,
      seed,
      scheduler: { ...scenario.scheduler, queue } as Scenario['scheduler'],
    });
    await driver.advance({ toMs: atMs });
    const nothing = await ask(driver, () => none);
    const theSame = await ask(driver, making({ kind: 'scheduler.set', queue } as Command));
    for (const answer of [nothing, theSame]) {
      const effects = effectsIn(answer);
      assert.ok(effects.length > 20);
      for (const effect of effects)
        if (effect !== null)
          assert.deepEqual(effect, { p10: 0, p50: 0, p90: 0, less: 0, more: 0, shown: false, tends: null });
      assert.equal(answer.alternatives[0].gprsTotal, 0);
    }
    for (const fn of after) await fn();
  },
);

test('more nodes in a full pool shorten the waits in every future, and the change itself moves those that wait', async (t) => {
  const driver = await busyWorld(t);
  const waiting = driver.read.queueFigures().waits;
  const answer = await ask(driver, making(moreNodes));
  const [{ name, waitMs, figures, gprs, counts }] = answer.alternatives;
  assert.equal(name, 'with');
  assert.deepEqual([waitMs.less, waitMs.more, waitMs.shown, waitMs.tends], [1, 0, true, 'less']);
  assert.ok(waitMs.p10 <= waitMs.p50 && waitMs.p50 <= waitMs.p90 && waitMs.p90 < 0);
  assert.ok(figures.utilization!.p90 < 0 && figures.utilization!.shown);
  assert.ok(counts.earlier.shown && !counts.new.shown);
  // The bounds are values of futures, and not between two of them.
  for (const { p10, p90 } of Object.values(counts)) assert.ok(Number.isInteger(p10) && Number.isInteger(p90));
  const queued = Object.values(waiting).reduce((sum: number, count) => sum + (count as number), 0);
  const moved = gprs.filter(({ by, shiftMs }) => by === 'change' && shiftMs?.shown);
  assert.ok(queued > 3 && moved.length >= queued / 2, `${moved.length} of ${queued}`);
  for (const { directMs, shiftMs } of moved) assert.ok(directMs! < 0 && shiftMs!.p90 < 0);
});

test('a GPR whose node is taken down, and that fails, does not end earlier', async (t) => {
  const { workload, ...scenario } = busy();
  const failing = workload.map((entry) => ({ ...entry, requeuesMilli: 0 }));
  const driver = await busyWorld(t, { ...scenario, workload: failing } as Scenario);
  const down: Command = { kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: HOUR_MS };
  const { alternatives } = await ask(driver, making(down));
  const killed = alternatives[0].gprs.filter(({ by, directMs }) => by === 'change' && directMs === null);
  assert.ok(killed.length > 0);
  for (const { shiftMs, failsMore, open } of killed) {
    assert.equal(shiftMs, null);
    assert.equal(failsMore, 1);
    assert.equal(open, 0);
  }
});

test('idle time-outs end as many GPRs of drawn futures as they will', async (t) => {
  const { workload, ...scenario } = busy();
  const idle = workload.map((entry) => ({ ...entry, idleMilli: 500, idleTimeOutMs: MINUTE }));
  const driver = await busyWorld(t, { ...scenario, workload: idle } as Scenario);
  const untilMs = driver.clock().nowMs + 12 * HOUR_MS;
  const { without: drawn } = await ask(driver, () => none, { untilMs });
  const { figures } = await driver.whatIf(() => ({
    changes: none,
    knowing: 'everything',
    untilMs,
    gprIds: [],
    caller,
  }));
  const { timedOut, completed } = figures.without;
  const share = drawn.timedOut!.p50 / (drawn.timedOut!.p50 + drawn.completed!.p50);
  assert.ok(timedOut > 30 && Math.abs(share / (timedOut / (timedOut + completed)) - 1) < 0.3, `${share}`);
});

test('a drawn future that refuses a change goes on without it, and is counted', async (t) => {
  const driver = await busyWorld(t);
  const refusing = (from: number) => {
    let asked = 0;
    // The first future is that in which nothing else happens.
    return (nowMs: number): Change[] => [
      {
        atMs: nowMs + HOUR_MS,
        async enter(world: FutureWorld) {
          if (asked++ >= from) throw new ChangeRefused('it has failed');
          await making(moreNodes)(nowMs)[0].enter(world);
        },
      },
    ];
  };
  const { alternatives } = await ask(driver, refusing(1), { untilMs: driver.clock().nowMs + 6 * HOUR_MS });
  const [{ refused, waitMs, figures, counts }] = alternatives;
  assert.equal(refused, SAMPLES);
  for (const { less, more } of [waitMs, figures.completed!, counts.later])
    assert.deepEqual([less, more], [0, 0]);
  const some = await ask(driver, refusing(4));
  assert.equal(some.alternatives[0].refused, SAMPLES - 3);
  await assert.rejects(ask(driver, refusing(0)), ChangeRefused);
});

test('the GPRs that the change itself moves are those that differ if nothing else happens, by as much', async (t) => {
  const driver = await busyWorld(t);
  const changes = making(moreNodes);
  const { alternatives } = await ask(driver, changes);
  const { rows } = await driver.whatIf((nowMs) => ({
    changes: changes(nowMs),
    untilMs: undefined,
    gprIds: [],
    knowing: 'scheduler',
    caller,
  }));
  const direct = alternatives[0].gprs.filter(({ by }) => by === 'change');
  const shiftsOf = (list: readonly { gprId: string; ms: number | null }[]) =>
    list.map(({ gprId, ms }) => `${gprId} ${ms}`).sort();
  assert.ok(direct.length > 0);
  assert.deepEqual(
    shiftsOf(direct.map(({ gprId, directMs: ms }) => ({ gprId, ms }))),
    shiftsOf(rows.filter(({ exists }) => exists).map(({ gprId, shiftMs: ms }) => ({ gprId, ms }))),
  );
});

test('a GPR of the highest priority starts earlier; the others only by what follows', async (t) => {
  const driver = await busyWorld(t);
  const last = driver.read.views.gprsOf('blue')!.findLast(({ state }) => state === 'Queued')!;
  const { alternatives } = await ask(
    driver,
    making({ kind: 'gpr.update', gprId: last.gprId, priority: 300 }),
  );
  const [first] = alternatives[0].gprs.filter(({ gprId }) => gprId === last.gprId);
  assert.equal(first.by, 'change');
  assert.ok(first.directMs! < 0 && first.shiftMs!.shown && first.shiftMs!.p90 < 0);
});

test('with four times the arrivals, more GPRs are created; the change itself moves none', async (t) => {
  const driver = await busyWorld(t);
  const { alternatives } = await ask(driver, making({ kind: 'workload.set', arrivalRateMilli: 4_000 }));
  const [{ figures, gprs, counts }] = alternatives;
  assert.ok(figures.gprs!.shown && figures.gprs!.p10 > 0 && counts.new.shown);
  assert.deepEqual(
    gprs.filter(({ by }) => by === 'change'),
    [],
  );
});

test('a GPR that changes create runs for a share of its exit duration, as others did', async (t) => {
  const scenario = scenarioOf({
    // An arrival must not wait for the GPR.
    scheduler: { workspaceLimit: 'none' },
    workload: [
      generated({
        count: 10,
        interArrivalMeanMs: MINUTE,
        gpus: [1],
        workspaces: ['blue'],
        exitDurationMs: { from: HOUR_MS, to: HOUR_MS },
        runtimeShareMilli: { from: 500, to: 500 },
      }),
    ],
  });
  const driver = memoryWorld(t, scenario);
  await driver.advance({ toMs: 12 * HOUR_MS });
  const made = making({ ...request('blue', { exitMs: HOUR_MS }) });
  const until = (ms: number) => ask(driver, made, { untilMs: 12 * HOUR_MS + ms });
  const half = 0.5 * HOUR_MS;
  assert.equal((await until(half - MINUTE)).alternatives[0].figures.completed!.more, 0);
  assert.equal((await until(half + MINUTE)).alternatives[0].figures.completed!.more, 1);
});

test('alternatives stand side by side, each compared to doing nothing, with the same answer as alone', async (t) => {
  const driver = await busyWorld(t);
  const changes = [making(moreNodes), making({ kind: 'scheduler.set', queue: 'greedy' } as Command)];
  const nowMs = driver.nowMs();
  const alternatives = changes.map((change, i) => ({ name: `${i}`, changes: change(nowMs) }));
  const both = await ask(driver, () => none, { alternatives });
  assert.deepEqual(
    both.alternatives.map(({ name }) => name),
    ['0', '1'],
  );
  for (const [i, change] of changes.entries()) {
    const alone = await ask(driver, change, { untilMs: both.untilMs });
    assert.deepEqual(both.without, alone.without);
    assert.deepEqual({ ...both.alternatives[i], name: 'with' }, alone.alternatives[0]);
  }
});

test('what comes after the end counts as coming then; without an end, futures go twice as far', async (t) => {
  const driver = await busyWorld(t);
  const { atMs, untilMs } = await ask(driver, () => none);
  const one = await driver.whatIf(() => ({
    changes: [],
    untilMs: undefined,
    gprIds: [],
    knowing: 'scheduler',
    caller,
  }));
  assert.equal(untilMs - atMs, 2 * (one.untilMs - atMs));
  const soon = await ask(driver, making(moreNodes), { untilMs: atMs + MINUTE });
  assert.equal(soon.untilMs, atMs + MINUTE);
  for (const { shiftMs } of soon.alternatives[0].gprs) assert.ok(shiftMs!.p10 >= -MINUTE);
});

test('the answer is the same again, after a restart, and at the instant later on; the world stays as it is', async (t) => {
  const path = temporaryFile(t);
  const changes = making(moreNodes, MINUTE);
  const first = openWorld(t, path, busy());
  await first.advance({ toMs: 6 * HOUR_MS });
  await submit(first, request('blue'));
  await first.advance({ toMs: 12 * HOUR_MS });
  const before = first.clock();
  const answer = await ask(first, changes);
  assert.deepEqual(await ask(first, changes), answer);
  assert.deepEqual(first.clock(), before);
  await first.close();
  const second = openWorld(t, path);
  assert.deepEqual(await ask(second, changes), answer);
  await second.advance({ byMs: 3 * HOUR_MS });
  const later = await second.at(
    12 * HOUR_MS,
    () => true,
    (world) => ask(world, changes),
  );
  assert.deepEqual(later, answer);
  await second.rewind({ toMs: 12 * HOUR_MS }, 'a test');
  assert.deepEqual({ ...(await ask(second, changes)), branch: 1 }, answer);
});

test('the clock goes on during the futures, which are about the instant of their beginning', async (t) => {
  const driver = await busyWorld(t);
  const quiet = await ask(driver, making(moreNodes));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const asked = ask(driver, (nowMs) => {
    begin();
    return making(moreNodes)(nowMs);
  });
  await begun;
  await submit(driver, request('blue'));
  await driver.advance({ byMs: HOUR_MS });
  assert.deepEqual(await asked, quiet);
});

test('a client that disconnects ends its own; a world too large for many copies is refused', async (t) => {
  const driver = await busyWorld(t);
  let isWanted = true;
  const question = (untilMs: number) => (): ManyFuturesQuestion => ({
    samples: 1_000,
    alternatives: [{ name: 'with', changes: none }],
    untilMs,
    gprIds: [],
    caller,
  });
  const asked = driver.manyFutures(question(600 * HOUR_MS), () => isWanted);
  const cancelled = assert.rejects(asked, Cancelled);
  await new Promise((resolve) => setImmediate(resolve));
  isWanted = false;
  await cancelled;
  const crowded = memoryWorld(
    t,
    busy({ workload: [generated({ count: 50_100, interArrivalMeanMs: 1, gpus: [8] })] }),
  );
  await crowded.advance({ toMs: 200 * SECOND });
  await assert.rejects(
    crowded.manyFutures(question(HOUR_MS)),
    (error) => error instanceof FuturesRefused && error.gprs > 50_000 && error.done === 0,
  );
});
