// Streams of facts during rewinds, switches, deletions and resets, with lost connections and slow readers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { asyncProperty } from '../../support/property.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { type Caller, Client, gprBody } from '../client.ts';
import { memoryWorld, openMemoryWorld, scenario } from '../memory-world.ts';
import { FactFollower } from './fact-follower.ts';

const PATIENCE_MS = 10_000;

interface Step {
  readonly do:
    | 'advance'
    | 'create'
    | 'rewind'
    | 'rewindSeq'
    | 'switch'
    | 'delete'
    | 'reset'
    | 'disconnect'
    | 'connect'
    | 'pause'
    | 'resume'
    | 'wait';
  /** 0 to 1: which branch, position or reader. */
  readonly share: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do'][]>(
      ...(['advance', 'advance', 'advance', 'create', 'create', 'rewind', 'rewindSeq', 'rewindSeq'] as const),
      ...(['switch', 'switch', 'delete', 'reset', 'wait', 'wait'] as const),
      ...(['disconnect', 'disconnect', 'connect', 'connect', 'pause', 'resume', 'resume'] as const),
    ),
    share: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  { minLength: 10, maxLength: 60 },
);

async function allFacts(owner: Caller): Promise<unknown[]> {
  const { facts, seq } = await owner.get('/sim/facts?limit=10000');
  assert.equal(facts.length, seq);
  return facts;
}

async function caughtUp(follower: FactFollower, owner: Caller): Promise<void> {
  const clock = await owner.get('/sim/clock');
  for (const until = performance.now() + PATIENCE_MS; !follower.isAt(clock); await wait(1)) {
    const { branch, facts } = follower;
    assert.ok(performance.now() < until, `at ${branch}-${facts.length}, not ${clock.branch}-${clock.seq}`);
  }
}

/** Takes a step; refusals, such as that of the deletion of a branch in use, are no failures. */
async function take(step: Step, owner: Caller, followers: readonly FactFollower[]): Promise<void> {
  const { share } = step;
  const follower = followers[Math.floor(share * followers.length)]!;
  const { nowMs, seq } = await owner.get('/sim/clock');
  const branch = async () => {
    const { branches } = await owner.get('/sim/branches');
    return branches[Math.floor(share * branches.length)].branch;
  };
  switch (step.do) {
    case 'advance':
      await owner.advance(`${Math.ceil(share * 40)}m`);
      return;
    case 'create':
      await owner.send('POST', '/api/v1/gpr', { ...gprBody, priority: 1 + Math.floor(share * 300) });
      return;
    case 'rewind': {
      const to = new Date(Date.parse(scenario.start) + Math.floor(share * nowMs)).toISOString();
      await owner.post('/sim/rewind', { to });
      return;
    }
    case 'rewindSeq':
      await owner.send('POST', '/sim/rewind', { seq: 1 + Math.floor(share * seq) });
      return;
    case 'switch':
      await owner.send('POST', `/sim/branches/${await branch()}/switch`);
      return;
    case 'delete':
      await owner.send('DELETE', `/sim/branches/${await branch()}`);
      return;
    case 'reset':
      await owner.post('/sim/reset');
      return;
    case 'wait':
      await wait(2);
      return;
    case 'disconnect':
      await follower.disconnect();
      return;
    case 'connect':
      await follower.disconnect();
      await follower.connect();
      return;
    case 'pause':
      follower.pause();
      return;
    case 'resume':
      follower.resume();
      return;
  }
}

asyncProperty(
  'readers of streams have all facts of the present branch, each once, whatever happens to it and to them',
  40,
  steps,
  async (taken) => {
    const world = openMemoryWorld({
      ...scenario,
      workload: [generated({ count: 100, interArrivalMeanMs: 300 * SECOND, workspaces: ['red', 'blue'] })],
    });
    const owner = await new Client(world).as('Owner');
    const followers = [0, 1, 2].map(() => new FactFollower(owner));
    for (const follower of followers) await follower.start();
    for (const step of taken) await take(step, owner, followers);
    const facts = await allFacts(owner);
    for (const follower of followers) {
      await follower.disconnect();
      await follower.connect();
      await caughtUp(follower, owner);
      assert.deepEqual(follower.facts, facts);
      await follower.disconnect();
    }
    await world.close();
  },
);

test('a reader with a gap during a rewind reads what is left out, up to the last shared fact', async () => {
  const workspaces = ['red', 'blue'];
  const workload = [generated({ count: 20_000, interArrivalMeanMs: SECOND, workspaces })];
  const owner = await new Client(memoryWorld({ ...scenario, workload })).as('Owner');
  const follower = new FactFollower(owner);
  await follower.start();
  follower.pause();
  await owner.advance('3h');
  const { seq } = await owner.get('/sim/clock');
  follower.resume();
  while (follower.facts.length < seq / 10) await wait(0);
  const { seq: shared } = await owner.post('/sim/rewind', { seq: Math.floor(seq / 2) });
  await owner.advance('1m');
  await caughtUp(follower, owner);
  // How many gaps there are depends on how fast the reader is.
  assert.ok(follower.gaps >= 1);
  assert.equal(follower.resets, 1);
  assert.ok(shared < follower.facts.length);
  const facts: unknown[] = [];
  while (facts.length < follower.facts.length)
    facts.push(...(await owner.get(`/sim/facts?after=${facts.length}`)).facts);
  assert.deepEqual(follower.facts, facts);
  await follower.disconnect();
});
