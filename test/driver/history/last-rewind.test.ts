// A rewind to the position of the last one repeats no work, and leads to the same world.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Driver } from '../../../src/driver/driver.ts';
import { loopTurn } from '../../../src/driver/loop-turn.ts';
import type { RewindTarget } from '../../../src/driver/world.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { openWorld, rows, submit, temporaryFile } from '../world.ts';

const AT_MS = 3_000 * SECOND;

async function busy(t: TestContext, path: string): Promise<Driver> {
  const workload = [generated({ count: null, interArrivalMeanMs: 5 * SECOND })];
  const world = openWorld(t, path, scenarioOf({ nodes: 4, keepEnded: 5, workload }));
  await submit(world, request('blue'));
  await world.advance({ toMs: AT_MS + 60 * SECOND });
  return world;
}

async function rewound(world: Driver, target: RewindTarget = { toMs: AT_MS }): Promise<string> {
  const result = await world.rewind(target, 'a test');
  return result.ok ? result.clock.hash : assert.fail(result.why);
}

/** The hash after some work, which differs for each number. */
async function worked(world: Driver, work: number): Promise<string> {
  // A rewind to the instant includes its commands.
  await world.advance({ byMs: SECOND });
  for (let i = 0; i < work; i++) await submit(world, request('red', { priority: 100 + i }));
  await world.advance({ byMs: (1 + work) * 600 * SECOND });
  return world.clock().hash;
}

const ids = (world: Driver) =>
  world.read.factsAfter(0, 10_000).flatMap((fact) => (fact.kind === 'gpr.created' ? [fact.gprId] : []));

test('whatever happens between rewinds to an instant, each begins with the same world', async (t) => {
  const path = temporaryFile(t);
  const world = await busy(t, path);
  const hash = await rewound(world);
  const after: string[] = [];
  for (let work = 0; work < 4; work++) {
    after.push(await worked(world, work));
    assert.equal(await rewound(world), hash);
  }
  assert.equal(new Set(after).size, after.length);
  const views = () => JSON.stringify(ids(world).map((gprId) => world.read.gpr(gprId)));
  const then = views();
  for (const [work, expected] of after.entries()) {
    assert.equal(await worked(world, work), expected);
    // Also of GPRs that have left memory.
    await submit(world, { kind: 'gpr.delete', gprId: ids(world)[work] });
    assert.equal(await rewound(world), hash);
    assert.equal(views(), then);
  }
  await world.close();
  const again = openWorld(t, path);
  assert.equal(again.clock().hash, hash);
  assert.equal(JSON.stringify(ids(again).map((gprId) => again.read.gpr(gprId))), then);
});

test('a command that entered at the instant of the last rewind is part of the next one', async (t) => {
  const world = await busy(t, temporaryFile(t));
  const hash = await rewound(world);
  await submit(world, request('green'));
  await world.advance({ byMs: SECOND });
  const other = await rewound(world);
  assert.notEqual(other, hash);
  await worked(world, 2);
  assert.equal(await rewound(world), other);
});

test('repeated rewinds to the present of a prepared world, by its next fact, begin at the same position', async (t) => {
  const path = temporaryFile(t);
  const world = await busy(t, path);
  await submit(world, request('green'));
  // The round of the command is open.
  const { seq, hash } = clockOf(world);
  for (let work = 0; work < 5; work++) {
    assert.equal(await rewound(world, { seq: seq + 1 }), hash);
    await submit(world, request('red', { priority: 10 + work }));
    await worked(world, work);
  }
  assert.equal(new Set(world.branches().map(({ parent }) => parent)).size, 2, 'they are siblings');
});

/** The clock after the commit of the open turn. */
function clockOf(world: Driver) {
  world.branches();
  return world.clock();
}

test('after a switch, the history of the line is read as it is', async (t) => {
  const path = temporaryFile(t);
  const world = await busy(t, path);
  const hash = await rewound(world);
  await world.switchTo(1);
  await worked(world, 3);
  assert.equal(await rewound(world), hash);
  assert.ok(ids(world).every((gprId) => world.read.gpr(gprId) !== undefined));
  await world.close();
  assert.deepEqual(rows(path, 'SELECT max(branch) FROM branches'), [[3]]);
});

test('the work of a rewind or a switch counts for the next snapshot, so that it is not repeated again and again', async (t) => {
  const path = temporaryFile(t);
  const world = await busy(t, path);
  const snapshots = () => rows(path, 'SELECT branch FROM snapshots ORDER BY branch').flat();
  /** Makes each slice of the work last 3 s. */
  const slowly = async (work: () => Promise<unknown>) => {
    let nowMs = performance.now();
    const clock = t.mock.method(performance, 'now', () => (nowMs += 3_000));
    await work();
    clock.mock.restore();
    await submit(world, request('blue'));
    // The snapshot has a separate turn of the event loop.
    for (let turn = 0; turn < 3; turn++) await loopTurn();
  };
  assert.deepEqual(snapshots(), []);
  await slowly(() => rewound(world));
  assert.deepEqual(snapshots(), [2]);
  await slowly(() => world.switchTo(1));
  assert.deepEqual(snapshots(), [1, 2]);
});
