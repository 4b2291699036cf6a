// The worlds of earlier instants: who gets one, how many are kept, and when they are derived again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WAITING_MAX } from '../../../src/driver/past/instants.ts';
import {
  Cancelled,
  NoInstant,
  type PastWorld,
  TooManyWaiting,
  type World,
} from '../../../src/driver/world.ts';
import { onlyNightly } from '../../support/runs.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, submit, temporaryFile } from '../world.ts';

const MINUTE = 60 * SECOND;

const always = () => true;
const self = (world: PastWorld) => world;

function at(world: World, ms: number, isWanted = always): Promise<PastWorld> {
  return Promise.resolve().then(() => world.at(ms, isWanted, self));
}

/** A world at minute 20 with a GPR from minute 5 on. */
async function lived(t: Parameters<typeof memoryWorld>[0]) {
  const world = memoryWorld(t, scenarioOf());
  await world.advance({ byMs: 5 * MINUTE });
  const { gprId } = await submit(world, request('blue', { exitMs: 3 * MINUTE }));
  await world.advance({ byMs: 15 * MINUTE });
  return { world, gprId: gprId! };
}

test('an instant has the state after its last round, and the present instant is the present', async (t) => {
  const { world, gprId } = await lived(t);
  const stateAt = async (ms: number) => (await at(world, ms)).read.gpr(gprId)?.state;
  assert.equal(await stateAt(5 * MINUTE - 1), undefined);
  assert.equal(await stateAt(5 * MINUTE), 'Successful');
  assert.equal(await stateAt(8 * MINUTE - 1), 'Successful');
  assert.equal(await stateAt(8 * MINUTE), 'Complete');
  assert.equal(await at(world, 20 * MINUTE), world);
  const then = await at(world, 7 * MINUTE);
  assert.deepEqual(
    [then.nowMs(), then.clock().mode, then.clock().advance, then.scenario],
    [7 * MINUTE, 'paused', null, world.scenario],
  );
  assert.ok(!('submit' in then), 'nothing can change it');
});

test('an instant before the start or after now is refused', async (t) => {
  const { world } = await lived(t);
  for (const ms of [-1, 20 * MINUTE + 1]) {
    await assert.rejects(at(world, ms), (error) => error instanceof NoInstant && error.nowMs === 20 * MINUTE);
  }
});

test('requests that wait for the same instant share its world', async (t) => {
  const { world } = await lived(t);
  const [one, other] = await Promise.all([at(world, MINUTE), at(world, MINUTE)]);
  assert.equal(one, other);
  assert.equal(await at(world, MINUTE), one, 'kept');
});

test('the eight latest instants are kept', async (t) => {
  const { world } = await lived(t);
  const worlds: PastWorld[] = [];
  for (let i = 0; i < 8; i++) worlds.push(await at(world, i * MINUTE));
  // Now instant 1 is the least recently used one.
  assert.equal(await at(world, 0), worlds[0]);
  await at(world, 8 * MINUTE);
  for (const i of [0, 2, 3, 4, 5, 6, 7]) assert.equal(await at(world, i * MINUTE), worlds[i], `${i}`);
  assert.notEqual(await at(world, MINUTE), worlds[1]);
});

test('kept worlds have at most 64 MB', { skip: onlyNightly }, async (t) => {
  // Each has the names of its nodes, and their states.
  const world = memoryWorld(t, scenarioOf({ nodes: 150_000, failures: { nodeMtbfMs: null } }));
  await world.advance({ byMs: MINUTE });
  const first = await at(world, 0);
  for (let i = 1; i < 7; i++) await at(world, i);
  assert.notEqual(await at(world, 0), first);
});

test('a further world is derived only when fewer than eight are in use', async (t) => {
  const { world } = await lived(t);
  const releases: (() => void)[] = [];
  const held = Array.from({ length: 8 }, (_, i) =>
    world.at(i, always, () => new Promise<void>((resolve) => releases.push(resolve))),
  );
  while (releases.length < 8) await nextTurn();
  let isThere = false;
  const ninth = at(world, 100).then(() => {
    isThere = true;
  });
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  assert.equal(isThere, false);
  releases.shift()!();
  await ninth;
  for (const release of releases) release();
  await Promise.all(held);
});

test('all worlds of the process together derive and keep eight at most', async (t) => {
  const lives = await Promise.all(Array.from({ length: 20 }, () => lived(t)));
  const releases: (() => void)[] = [];
  const held = lives.map(({ world }) =>
    world.at(MINUTE, always, () => new Promise<void>((resolve) => releases.push(resolve))),
  );
  let ended = 0;
  for (; ended < lives.length; ended++) {
    while (releases.length === 0) await nextTurn();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.ok(releases.length <= 8, `${releases.length} are in use`);
    releases.shift()!();
  }
  await Promise.all(held);
});

test('at most 16 requests wait; one whose client has disconnected does not count', async (t) => {
  const { world } = await lived(t);
  let isThere = true;
  const waiting = Array.from({ length: WAITING_MAX }, (_, i) =>
    world.at(i, i === 3 ? () => isThere : always, self),
  );
  const settled = Promise.allSettled(waiting);
  assert.equal(WAITING_MAX, 16);
  assert.throws(() => world.at(100, always, self), TooManyWaiting);
  isThere = false;
  const seventeenth = world.at(100, always, self);
  assert.throws(() => world.at(101, always, self), TooManyWaiting);
  const states = (await settled).map(({ status }) => status);
  assert.deepEqual(
    states.flatMap((status, i) => (status === 'rejected' ? [i] : [])),
    [3],
  );
  assert.equal((await seventeenth).nowMs(), 100);
  assert.equal((await world.at(101, always, self)).nowMs(), 101);
});

test('the derivation ends when no client waits for it any more', async (t) => {
  // The derivation takes many slices, unless a slow machine has stored a snapshot behind the commands.
  const world = memoryWorld(t, scenarioOf());
  for (let i = 0; i < 5_000; i++) void submit(world, request('blue'));
  await submit(world, request('red'));
  await world.advance({ byMs: MINUTE });
  let asked = 0;
  const gone = () => ++asked < 2;
  const [first] = await Promise.allSettled([world.at(1, gone, self)]);
  assert.ok(first.status === 'fulfilled' ? asked < 2 : first.reason instanceof Cancelled);
  // While one client waits, it goes on.
  asked = 0;
  const [left, stayed] = await Promise.allSettled([world.at(2, gone, self), world.at(2, always, self)]);
  assert.equal(stayed.status, 'fulfilled');
  assert.ok(left.status === 'fulfilled' || left.reason instanceof Cancelled);
});

test('after a rewind, a switch and a reset, an instant is one of the new branch', async (t) => {
  const { world, gprId } = await lived(t);
  const seen = async (ms: number) => (await at(world, ms)).read.gpr(gprId) !== undefined;
  const branchAt = async (ms: number) => (await at(world, ms)).clock().branch;
  assert.equal(await seen(6 * MINUTE), true);
  await world.rewind({ toMs: 4 * MINUTE }, 'a test');
  await assert.rejects(at(world, 6 * MINUTE), NoInstant);
  await world.advance({ byMs: 10 * MINUTE });
  assert.equal(await seen(6 * MINUTE), false);
  assert.deepEqual(
    [await branchAt(3 * MINUTE), await branchAt(4 * MINUTE), await branchAt(5 * MINUTE)],
    [1, 2, 2],
  );
  await world.switchTo(1);
  assert.equal(await seen(6 * MINUTE), true);
  assert.equal((await world.deleteBranch(2)).ok, true);
  assert.equal(await branchAt(5 * MINUTE), 1);
  await world.reset();
  await world.advance({ byMs: 10 * MINUTE });
  assert.equal(await seen(6 * MINUTE), false);
  assert.equal(await branchAt(6 * MINUTE), 3);
});

test('a request that waits during a rewind gets the instant of the new branch', async (t) => {
  const { world, gprId } = await lived(t);
  const later = world.at(6 * MINUTE, always, (then) => then.read.gpr(gprId)?.state);
  const late = world.at(19 * MINUTE, always, self);
  const refused = assert.rejects(Promise.resolve(late), NoInstant);
  await world.rewind({ toMs: 10 * MINUTE }, 'a test');
  assert.equal(await later, 'Successful');
  await refused;
});

test('an answer that an import interrupts is given again, about the imported world', async (t) => {
  const { world } = await lived(t);
  const path = temporaryFile(t);
  await world.exportTo(path);
  let uses = 0;
  const answer = world.at(6 * MINUTE, always, async (then) => {
    if (++uses === 1) await world.importFrom(path, `${path}-folder`.replace(/world.*/, ''), always);
    return { branch: then.clock().branch, facts: then.read.factsAfter(0, 1000).length };
  });
  const { branch, facts } = await answer;
  assert.equal(uses, 2);
  const imported = world.clock();
  assert.ok(branch > 1 && branch === imported.branch);
  assert.ok(facts > 0 && facts < imported.seq);
});

test('a GPR that is deleted from the history is there before its deletion, also after a restart and a rewind', async (t) => {
  const path = temporaryFile(t);
  const scenario = scenarioOf({ keepEnded: 0 });
  const world = openWorld(t, path, scenario);
  const { gprId } = await submit(world, request('blue', { exitMs: MINUTE }));
  await world.advance({ byMs: 2 * MINUTE });
  await submit(world, { kind: 'gpr.delete', gprId: gprId! });
  assert.equal(world.read.gpr(gprId!), undefined);
  await world.advance({ byMs: MINUTE });
  const stateAt = async (one: World, ms: number) => (await at(one, ms)).read.gpr(gprId!)?.state;
  assert.equal(await stateAt(world, 2 * MINUTE - 1), 'Complete');
  assert.equal(await stateAt(world, 2 * MINUTE), undefined);
  await world.close();
  const again = openWorld(t, path);
  assert.equal(await stateAt(again, 2 * MINUTE - 1), 'Complete');
  assert.equal(await stateAt(again, 2 * MINUTE), undefined);
  await again.rewind({ toMs: 2 * MINUTE - 1 }, 'a test');
  assert.equal(again.read.gpr(gprId!)?.state, 'Complete');
  await again.switchTo(1);
  assert.equal(again.read.gpr(gprId!), undefined);
});

test('reads of earlier instants write nothing', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ keepEnded: 0 }));
  await submit(world, request('blue', { exitMs: MINUTE }));
  await world.advance({ byMs: 5 * MINUTE });
  const before = world.clock();
  const branches = world.branches();
  for (const ms of [0, MINUTE, 3 * MINUTE]) {
    const then = await at(world, ms);
    then.read.factsAfter(0, 1000);
  }
  assert.deepEqual([world.clock(), world.branches()], [before, branches]);
});
