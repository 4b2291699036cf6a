// The checker can fail: each rule against a fact run that breaks it, and none against one that is sound.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FactKind } from '../../sim/facts/catalogue.ts';
import { Reason, State } from '../../sim/facts/numbered.ts';
import { Checker } from '../../sim/followers/check.ts';
import { Flag } from '../../sim/tables/gpr.ts';
import { FactWriter } from '../support/fact-run.ts';
import { cluster, nodeGroup, SECOND, scenarioOf } from '../support/scenario.ts';
import { World } from '../support/world.ts';

function violations(facts: FactWriter, workspaceLimit: 1 | 'none' = 1): string[] {
  const checker = new Checker(scenarioOf({ scheduler: { workspaceLimit } }));
  checker.read(facts.take());
  // The run is over here; what it left unfinished counts.
  const { queued, provisioned } = checker.result();
  checker.compare({ Queued: queued, Provisioning: provisioned, Successful: 0 });
  return checker.violations;
}

/** Exactly one violation, with this text. */
function assertObjection(facts: FactWriter, text: RegExp, workspaceLimit: 1 | 'none' = 1): void {
  const found = violations(facts, workspaceLimit);
  assert.equal(found.length, 1, found.join('\n'));
  assert.match(found[0], text);
}

const facts = () => new FactWriter();

test('a sound course of things is not objected to', () => {
  const run = facts()
    .node(0)
    .node(1)
    .created(1, { priority: 50 })
    .created(2, { workspace: 1 })
    .created(3, { nodes: 2, gpus: 4 })
    .started(3, [0, 1], { held: 8 })
    .successful(3)
    .ended(3, { atMs: 10 })
    .started(1, [0], { atMs: 10 })
    .fact(FactKind.nodeDown, 20, { node: 1, repairAtMs: -1 })
    .created(4, { priority: 60, atMs: 20 })
    .evicted(1, 4, 20)
    .started(4, [0], { atMs: 20 })
    .fact(FactKind.gprChanged, 30, { uid: 1, workspace: 1, priority: 70, flags: Flag.evicts, nameHash: 0 })
    .evicted(4, 1, 30)
    .started(1, [0], { atMs: 30 })
    .successful(1, 31)
    .fact(FactKind.nodeUp, 31, { node: 1 })
    .fact(FactKind.gprActivity, 32, { uid: 1, workspace: 1, idle: 1 })
    .fact(FactKind.gprDelayed, 33, { uid: 2, workspace: 1, delayedCount: 1, promisedStartMs: 50 })
    .ended(1, { state: State.timedOut, reason: Reason.idleTimeOut, atMs: 40 })
    .fact(FactKind.gprRemoved, 41, { uid: 2, workspace: 1 })
    .fact(FactKind.gprRemoved, 41, { uid: 1, workspace: 1 })
    .fact(FactKind.nodeRemoved, 41, { node: 1 })
    .take();
  const checker = new Checker(scenarioOf());
  checker.read(run);
  checker.compare({ Queued: 1, Provisioning: 0, Successful: 0 });
  assert.deepEqual(checker.violations, []);
  assert.deepEqual(checker.result(), {
    facts: 24,
    created: 4,
    queued: 1,
    provisioned: 0,
    ended: 2,
    removed: 2,
  });
});

describe('GPUs', () => {
  test('sold twice', () => {
    const run = facts().node(0).created(1).created(2).started(1, [0]).started(2, [0]);
    assertObjection(run, /node 0 is oversold by 8 GPUs/);
  });

  test('of a node that is down, removed, unknown, or of another pool', () => {
    const down = facts()
      .node(0)
      .fact(FactKind.nodeDown, 0, { node: 0, repairAtMs: -1 })
      .created(1)
      .started(1, [0]);
    assert.match(violations(down)[0], /GPR 1 got node 0, which is down/);
    const removed = facts().node(0).fact(FactKind.nodeRemoved, 0, { node: 0 }).created(1).started(1, [0]);
    assert.match(violations(removed)[0], /GPR 1 got node 0, which is down/);
    const unknown = facts().node(0).created(1).started(1, [7]);
    assert.match(violations(unknown)[0], /GPR 1 got node 7, but there is none/);
    assertObjection(
      facts().node(0, { pool: 3 }).created(1).started(1, [0]),
      /GPR 1 got node 0 of another pool/,
    );
  });

  test('held on a node that went down', () => {
    const run = facts()
      .node(0)
      .created(1)
      .started(1, [0])
      .fact(FactKind.nodeDown, 5, { node: 0, repairAtMs: -1 });
    assertObjection(run, /node 0 is down and holds 8 GPUs/);
    const later = facts()
      .node(0)
      .created(1)
      .started(1, [0])
      .fact(FactKind.nodeDown, 5, { node: 0, repairAtMs: -1 })
      .ended(1, { atMs: 6 });
    assertObjection(later, /node 0 is down and holds 8 GPUs/);
  });

  test('of fewer nodes than asked for, of one node twice, or other in number than the fact says', () => {
    assertObjection(facts().node(0).created(1, { nodes: 2 }).started(1, [0]), /GPR 1 got 1 of 2 nodes/);
    const twice = facts().node(0).created(1, { nodes: 2, gpus: 4 }).started(1, [0, 0], { held: 8 });
    assert.match(violations(twice)[0], /GPR 1 got node 0 twice/);
    assertObjection(facts().node(0).created(1).started(1, [0], { held: 7 }), /holds 8 GPUs, its fact says 7/);
  });
});

describe('states', () => {
  test('that do not follow one another', () => {
    assertObjection(facts().created(1).created(1), /GPR 1 was created twice/);
    assertObjection(facts().created(1).successful(1), /GPR 1 is in state 1, not in 2/);
    assertObjection(facts().created(1).ended(1), /GPR 1 is in state 1, not in 2,3/);
    const again = facts().node(0).created(1).started(1, [0]).started(1, [0]);
    assert.match(violations(again)[0], /GPR 1 is in state 2, not in 1/);
    assertObjection(
      facts()
        .node(0)
        .created(1)
        .started(1, [0])
        .fact(FactKind.gprActivity, 0, { uid: 1, workspace: 1, idle: 1 }),
      /GPR 1 is in state 2/,
    );
    const changed = facts()
      .node(0)
      .created(1)
      .started(1, [0])
      .fact(FactKind.gprChanged, 0, { uid: 1, workspace: 1, priority: 5, flags: 0, nameHash: 0 });
    assertObjection(changed, /GPR 1 is in state 2, not in 1/);
    const delayed = facts()
      .node(0)
      .created(1)
      .started(1, [0])
      .fact(FactKind.gprDelayed, 0, { uid: 1, workspace: 1, delayedCount: 1, promisedStartMs: 5 });
    assertObjection(delayed, /GPR 1 is in state 2, not in 1/);
    const strange = facts().node(0).created(1).started(1, [0]).ended(1, { state: State.queued });
    assertObjection(strange, /GPR 1 ended in state 1/);
    const removed = facts()
      .node(0)
      .created(1)
      .started(1, [0])
      .fact(FactKind.gprRemoved, 0, { uid: 1, workspace: 1 });
    assertObjection(removed, /GPR 1 was removed while provisioned/);
  });

  test('of a GPR that is not, or is no more', () => {
    assertObjection(facts().node(0).started(9, [0]), /GPR 9 is spoken of, but there is none/);
    const ended = facts().node(0).created(1).started(1, [0]).ended(1).successful(1);
    assertObjection(ended, /GPR 1 is spoken of, but there is none/);
  });

  test('of nodes', () => {
    assertObjection(facts().fact(FactKind.nodeUp, 0, { node: 3 }), /node 3 is spoken of, but there is none/);
    assertObjection(
      facts().node(0).fact(FactKind.nodeUp, 0, { node: 0 }),
      /node 0 was in that state already/,
    );
    const removed = facts()
      .node(0)
      .fact(FactKind.nodeRemoved, 0, { node: 0 })
      .fact(FactKind.nodeUp, 0, { node: 0 });
    assertObjection(removed, /node 0 was removed before/);
  });

  test('that the engine counts otherwise: a GPR was lost', () => {
    const lost = (states: { Queued: number; Provisioning: number; Successful: number }) => {
      const checker = new Checker(scenarioOf());
      checker.read(facts().node(0).created(1).created(2).created(3).started(1, [0]).take());
      checker.compare(states);
      return checker.violations;
    };
    assert.deepEqual(lost({ Queued: 2, Provisioning: 0, Successful: 1 }), []);
    assert.match(lost({ Queued: 1, Provisioning: 1, Successful: 0 })[0], /1 GPRs are queued, by the facts 2/);
    assert.match(
      lost({ Queued: 2, Provisioning: 0, Successful: 0 })[0],
      /0 GPRs are provisioned, by the facts 1/,
    );
  });
});

test('two provisioned in one workspace, unless there is no limit', () => {
  const run = () =>
    facts().node(0).node(1).created(1).created(2, { workspace: 1 }).started(1, [0]).started(2, [1]);
  assertObjection(run(), /workspace 1 got GPR 2 and holds 1/);
  assert.deepEqual(violations(run(), 'none'), []);
});

describe('victims', () => {
  const held = (priority: number) => facts().node(0).node(1).created(1, { priority }).started(1, [0]);

  test('of equal or higher priority', () => {
    for (const priority of [100, 101]) {
      const run = held(priority).created(3).started(3, [1]).created(2).evicted(1, 2).started(2, [0]);
      assertObjection(run, /GPR 1 was evicted by one of no higher priority/);
    }
  });

  test('that were needless', () => {
    // Node 1 is free all the while.
    assertObjection(held(50).created(2).evicted(1, 2).started(2, [0]), /victim 1 of GPR 2 was needless/);
  });

  test('of which one was needless', () => {
    const run = held(50)
      .created(3, { priority: 40 })
      .started(3, [1])
      .created(2)
      .evicted(3, 2)
      .evicted(1, 2)
      .started(2, [0]);
    const found = violations(run);
    // Either alone would have done.
    assert.deepEqual(
      found.map((text) => text.replace('at 0 ms: ', '')),
      ['victim 1 of GPR 2 was needless', 'victim 2 of GPR 2 was needless'],
    );
  });

  test('whose evictor may not evict, is of their own workspace, does not wait, or does not start', () => {
    const full = () => held(50).created(3, { priority: 300 }).started(3, [1]);
    assertObjection(
      full().created(2, { flags: 0 }).evicted(1, 2).started(2, [0]),
      /GPR 2 evicted without leave/,
    );
    const own = full().created(2, { workspace: 1 }).evicted(1, 2).started(2, [0]);
    assertObjection(own, /GPR 1 was evicted by its own workspace/);
    assert.match(violations(full().evicted(1, 3))[0], /GPR 3 is in state 2, not in 1/);
    assertObjection(full().created(2).evicted(1, 2), /GPR 2 evicted and did not start/);
    assertObjection(
      full().created(2).evicted(1, 2).started(2, [0], { atMs: 1 }),
      /GPR 2 evicted and did not start/,
    );
  });

  test('in a pool of several types are not judged: which of them the evictor accepts is in no fact', () => {
    const clusters = [cluster('east', [nodeGroup('large', 1), nodeGroup('small', 1)], true)];
    const checker = new Checker(scenarioOf({ clusters }));
    checker.read(held(50).created(2).evicted(1, 2).started(2, [0]).take());
    assert.deepEqual(checker.violations, []);
  });

  test('that failed instead of being requeued are judged alike', () => {
    const failed = { state: State.failed, reason: Reason.eviction, culprit: 2 };
    assertObjection(held(50).created(2).ended(1, failed).started(2, [0]), /victim 1 of GPR 2 was needless/);
  });
});

test('time that runs back', () => {
  const run = facts().node(0, { atMs: 10 }).created(1, { atMs: 20 }).created(2, { atMs: 19 });
  assertObjection(run, /time ran back from 20 to 19 at fact 3/);
});

test('a fact that got lost', () => {
  const writer = facts().node(0);
  const checker = new Checker(scenarioOf());
  checker.read(writer.take());
  writer.created(1).take();
  checker.read(writer.created(2).take());
  assert.deepEqual(checker.violations, ['at 0 ms: fact 3 where fact 2 should be']);
});

test('a fact that came late in a real run', () => {
  const world = new World(scenarioOf({ nodes: 2 }));
  world.at(0).create('blue', { gpusPerNode: 8 });
  world.simulation.runTo(200 * SECOND);
  const run = world.simulation.takeFacts();
  const words = run.words.slice();
  // The instant of the first fact is the second word.
  words[1] = 300 * SECOND;
  world.checker.read({ ...run, words });
  assert.match(world.checker.violations[0], /time ran back from 300000 to 0/);
});

test('only the first twenty violations are kept', () => {
  const writer = facts();
  for (let uid = 0; uid < 30; uid++) writer.successful(uid);
  assert.equal(violations(writer).length, 20);
});
