// The checker can fail: each rule about GPRs and nodes against a run of facts that breaks it, none against a sound one.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FactKind } from '../../../sim/facts/catalogue.ts';
import { Reason, State } from '../../../sim/facts/numbered.ts';
import { Checker } from '../../../sim/followers/check/checker.ts';
import { Flag } from '../../../sim/tables/gpr.ts';
import { cluster, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { assertObjection, assertSound, facts, objections } from './objections.ts';

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
    .fact(FactKind.gprChanged, 30, {
      uid: 1,
      workspace: 1,
      priority: 70,
      flags: Flag.evicts | Flag.requeues,
      nameHash: 0,
    })
    .evicted(4, 1, 30)
    .started(1, [0], { atMs: 30 })
    .successful(1, 30)
    .fact(FactKind.nodeUp, 31, { node: 1 })
    .fact(FactKind.gprActivity, 32, { uid: 1, workspace: 1, idle: 1 })
    .fact(FactKind.gprDelayed, 33, { uid: 2, workspace: 1, delayedCount: 1, estimatedStartMs: 50 })
    .ended(1, { state: State.timedOut, reason: Reason.idleTimeOut, atMs: 40 })
    .removed(2, 41)
    .removed(1, 41)
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
    assert.match(objections(down)[0], /GPR 1 got node 0, which is down/);
    const removed = facts().node(0).fact(FactKind.nodeRemoved, 0, { node: 0 }).created(1).started(1, [0]);
    assert.match(objections(removed)[0], /GPR 1 got node 0, which is down/);
    const unknown = facts().node(0).created(1).started(1, [7]);
    assert.match(objections(unknown)[0], /GPR 1 got node 7, which does not exist/);
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
    assertObjection(run, /node 0 is down, but 8 of its GPUs are in use/);
    const later = facts()
      .node(0)
      .created(1)
      .started(1, [0])
      .fact(FactKind.nodeDown, 5, { node: 0, repairAtMs: -1 })
      .ended(1, { atMs: 6 });
    assertObjection(later, /node 0 is down, but 8 of its GPUs are in use/);
  });

  test('of fewer nodes than asked for, of one node twice, or other in number than the fact says', () => {
    assertObjection(
      facts().node(0).created(1, { nodes: 2 }).started(1, [0]),
      /GPR 1 got 1 nodes; expected 2/,
    );
    const twice = facts().node(0).created(1, { nodes: 2, gpus: 4 }).started(1, [0, 0], { held: 8 });
    assert.match(objections(twice)[0], /GPR 1 got node 0 twice/);
    assertObjection(
      facts().node(0).created(1).started(1, [0], { held: 7 }),
      /has 7 GPUs for GPR 1; expected 8/,
    );
  });
});

describe('states', () => {
  test('that do not follow one another', () => {
    assertObjection(facts().created(1).created(1), /GPR 1 was created twice/);
    assertObjection(facts().created(1).successful(1), /GPR 1 is in state 1; expected 2$/);
    assertObjection(facts().created(1).ended(1), /GPR 1 is in state 1; expected 2 or 3$/);
    const again = facts().node(0).created(1).started(1, [0]).started(1, [0]);
    assert.match(objections(again)[0], /GPR 1 is in state 2; expected 1$/);
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
    assertObjection(changed, /GPR 1 is in state 2; expected 1$/);
    const delayed = facts()
      .node(0)
      .created(1)
      .started(1, [0])
      .fact(FactKind.gprDelayed, 0, { uid: 1, workspace: 1, delayedCount: 1, estimatedStartMs: 5 });
    assertObjection(delayed, /GPR 1 is in state 2; expected 1$/);
    const strange = facts().node(0).created(1).started(1, [0]).ended(1, { state: State.queued });
    assertObjection(strange, /GPR 1 ended in state 1, which is not an end state/);
    const removed = facts().node(0).created(1).started(1, [0]).removed(1);
    assertObjection(removed, /GPR 1 was removed while it was provisioned/);
  });

  test('of a GPR that is not, or is no more', () => {
    assertObjection(facts().node(0).started(9, [0]), /about GPR 9, which does not exist/);
    const ended = facts().node(0).created(1).started(1, [0]).ended(1).successful(1);
    assertObjection(ended, /about GPR 1, which does not exist/);
  });

  test('of nodes', () => {
    assertObjection(facts().fact(FactKind.nodeUp, 0, { node: 3 }), /about node 3, which does not exist/);
    assertObjection(facts().node(0).fact(FactKind.nodeUp, 0, { node: 0 }), /node 0 was up already/);
    const removed = facts()
      .node(0)
      .fact(FactKind.nodeRemoved, 0, { node: 0 })
      .fact(FactKind.nodeUp, 0, { node: 0 });
    assertObjection(removed, /about node 0, which was removed/);
  });

  test('that the engine counts otherwise: a GPR was lost', () => {
    const lost = (states: { Queued: number; Provisioning: number; Successful: number }) => {
      const checker = new Checker(scenarioOf());
      checker.read(facts().node(0).created(1).created(2).created(3).started(1, [0]).take());
      checker.compare(states);
      return checker.violations;
    };
    assert.deepEqual(lost({ Queued: 2, Provisioning: 0, Successful: 1 }), []);
    assert.match(
      lost({ Queued: 1, Provisioning: 1, Successful: 0 })[0],
      /the engine has 1 queued GPRs; expected 2 by the facts/,
    );
    assert.match(
      lost({ Queued: 2, Provisioning: 0, Successful: 0 })[0],
      /the engine has 0 provisioned GPRs; expected 1 by the facts/,
    );
  });
});

test('two provisioned in one workspace, unless there is no limit', () => {
  const run = () =>
    facts().node(0).node(1).created(1).created(2, { workspace: 1 }).started(1, [0]).started(2, [1]);
  assertObjection(run(), /GPR 2 started, but workspace 1 already has provisioned GPR 1/);
  assert.deepEqual(objections(run(), scenarioOf({ scheduler: { workspaceLimit: 'none' } })), []);
});

describe('victims', () => {
  const held = (priority: number) => facts().node(0).node(1).created(1, { priority }).started(1, [0]);

  test('of equal or higher priority', () => {
    for (const priority of [100, 101]) {
      const run = held(priority).created(3).started(3, [1]).created(2).evicted(1, 2).started(2, [0]);
      assertObjection(run, /GPR 1 was evicted by GPR 2, whose priority is not higher/);
    }
  });

  test('that were needless', () => {
    // Node 1 is free all the while.
    assertObjection(held(50).created(2).evicted(1, 2).started(2, [0]), /victim 1 of GPR 2 was not needed/);
  });

  test('of which one was needless', () => {
    const run = held(50)
      .created(3, { priority: 40 })
      .started(3, [1])
      .created(2)
      .evicted(3, 2)
      .evicted(1, 2)
      .started(2, [0]);
    const found = objections(run);
    // Either alone would have done.
    assert.deepEqual(
      found.map((text) => text.replace('at 0 ms: ', '')),
      ['victim 1 of GPR 2 was not needed', 'victim 2 of GPR 2 was not needed'],
    );
  });

  test('whose evictor may not evict, is of their own workspace, does not wait, or does not start', () => {
    const full = () => held(50).created(3, { priority: 300 }).started(3, [1]);
    assertObjection(
      full().created(2, { flags: 0 }).evicted(1, 2).started(2, [0]),
      /GPR 2 evicted others without its flag "evicts"/,
    );
    const own = full().created(2, { workspace: 1 }).evicted(1, 2).started(2, [0]);
    assertObjection(own, /GPR 1 was evicted by GPR 2 of the same workspace/);
    assert.match(objections(full().evicted(1, 3))[0], /GPR 3 is in state 2; expected 1$/);
    assertObjection(full().created(2).evicted(1, 2), /GPR 2 evicted others, but did not start/);
    assertObjection(
      full().created(2).evicted(1, 2).started(2, [0], { atMs: 1 }),
      /GPR 2 evicted others, but did not start/,
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
    const victim = facts().node(0).node(1).created(1, { priority: 50, flags: 0 }).started(1, [0]);
    assertObjection(victim.created(2).ended(1, failed).started(2, [0]), /victim 1 of GPR 2 was not needed/);
  });
});

test('time that runs back', () => {
  const run = facts().node(0, { atMs: 10 }).created(1, { atMs: 20 }).created(2, { atMs: 19 });
  assertObjection(run, /time goes back to 19 ms at fact 3; expected at least 20 ms/);
});

test('a fact that got lost', () => {
  const writer = facts().node(0);
  const checker = new Checker(scenarioOf());
  checker.read(writer.take());
  writer.created(1).take();
  checker.read(writer.created(2).take());
  assert.deepEqual(checker.violations, ['at 0 ms: fact 3 follows fact 1; expected fact 2']);
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
  const [first] = world.checker.violations.filter((text) => /time goes back/.test(text));
  assert.match(first!, /time goes back to 0 ms at fact 10; expected at least 300000 ms/);
});

test('only the first twenty violations are kept', () => {
  const writer = facts();
  for (let uid = 0; uid < 30; uid++) writer.successful(uid);
  assert.equal(objections(writer).length, 20);
});

describe('what a fact says of a GPR', () => {
  const begun = () => facts().node(0).created(1).started(1, [0]).successful(1);

  test('its workspace and its pool', () => {
    assertObjection(
      facts().node(0).created(1).words(FactKind.gprProvisioning, 0, 1, 9, 0, 8, 0, 0, 0),
      /workspace 9 for GPR 1; expected 1/,
    );
    assertObjection(
      facts().node(0).created(1).words(FactKind.gprProvisioning, 0, 1, 1, 5, 8, 0, 0, 0),
      /pool 5 for GPR 1; expected 0/,
    );
    assertObjection(begun().ended(1, { workspace: 9 }), /workspace 9 for GPR 1; expected 1/);
  });

  test('its first wait and its retries', () => {
    const waited = () => facts().node(0).created(1);
    assertSound(waited().started(1, [0], { atMs: 7 }));
    assertObjection(waited().started(1, [0], { atMs: 7, waitMs: 6 }), /wait \(ms\) 6 for GPR 1; expected 7/);
    const failures = { provisioningMicro: 1 };
    const again = () => waited().started(1, [0]).requeued(1);
    assertSound(again().started(1, [0]), scenarioOf({ failures }));
    assertObjection(
      again().started(1, [0], { waitMs: 0 }),
      /wait \(ms\) 0 for GPR 1; expected -1/,
      scenarioOf({ failures }),
    );
    assertObjection(
      again().started(1, [0], { retryCount: 0 }),
      /retry count 0 for GPR 1; expected 1/,
      scenarioOf({ failures }),
    );
  });

  test('how long it took and what it held', () => {
    assertSound(begun().ended(1, { atMs: 5 }));
    assertObjection(
      begun().ended(1, { atMs: 5, inSystemMs: 4 }),
      /time in the system \(ms\) 4 for GPR 1; expected 5/,
    );
    assertObjection(
      begun().ended(1, { atMs: 5, ranMs: 4 }),
      /time Successful \(ms\) 4 for GPR 1; expected 5/,
    );
    assertObjection(begun().ended(1, { gpus: 4 }), /GPU count 4 for GPR 1; expected 8/);
    const lost = begun().fact(FactKind.nodeDown, 5, { node: 0, repairAtMs: -1 });
    const failed = { reason: Reason.nodeFailure, culprit: 0, atMs: 5 };
    assertObjection(
      lost.requeued(1, { ...failed, exitLeftMs: 100_000 }),
      /remaining exit duration \(ms\) 100000 for GPR 1; expected 99995/,
    );
  });

  test('its delays, one by one, and a promise that can be kept', () => {
    const delayed = (delayedCount: number, estimatedStartMs = 50) => ({
      uid: 1,
      workspace: 1,
      delayedCount,
      estimatedStartMs,
    });
    const run = () => facts().created(1).fact(FactKind.gprDelayed, 9, delayed(1));
    assertSound(run().fact(FactKind.gprDelayed, 10, delayed(2, -1)));
    assertObjection(run().fact(FactKind.gprDelayed, 10, delayed(3)), /delay count 3 for GPR 1; expected 2/);
    assertObjection(
      run().fact(FactKind.gprDelayed, 60, delayed(2)),
      /the estimated start of GPR 1, at 50 ms, is in the past/,
    );
  });

  test('whether it is idle, in turn', () => {
    const activity = (idle: number) => ({ uid: 1, workspace: 1, idle });
    const idle = () => begun().fact(FactKind.gprActivity, 1, activity(1));
    assertSound(idle().fact(FactKind.gprActivity, 2, activity(0)));
    assertObjection(idle().fact(FactKind.gprActivity, 2, activity(1)), /GPR 1 became idle, but already was/);
    assertObjection(begun().fact(FactKind.gprActivity, 2, activity(0)), /GPR 1 became busy, but already was/);
  });
});

describe('an end or a requeue', () => {
  const begun = () => facts().node(0).node(1).created(1).started(1, [0]).successful(1);
  const failures = { provisioningMicro: 1 };

  test('in a state that its reason does not lead to', () => {
    assertObjection(
      begun().ended(1, { state: State.timedOut }),
      /GPR 1 ended in state 5, which is wrong for reason 3/,
    );
    assertObjection(
      begun().ended(1, { reason: Reason.none }),
      /GPR 1 ended in state 4, which is wrong for reason 0/,
    );
    assertObjection(
      begun().requeued(1, { reason: Reason.earlyRelease }),
      /GPR 1 was requeued for reason 3; expected one of/,
    );
  });

  test('for a reason that had not come about', () => {
    const over = { reason: Reason.exitDuration };
    assertSound(begun().ended(1, { ...over, atMs: 100_000 }));
    assertObjection(
      begun().ended(1, { ...over, atMs: 99_999 }),
      /GPR 1 ended after 99999 ms of its exit duration, 100000 ms/,
    );
    assertObjection(
      begun().ended(1, { atMs: 100_001 }),
      /GPR 1 ended after 100001 ms of its exit duration, 100000 ms/,
    );
    assertObjection(
      facts().node(0).created(1).started(1, [0]).ended(1, { reason: Reason.runTime }),
      /GPR 1 ended for reason 2 before it was Successful/,
    );
    assertObjection(
      begun().ended(1, { state: State.timedOut, reason: Reason.idleTimeOut, atMs: 1 }),
      /GPR 1 was timed out, but is not idle/,
    );
  });

  test('by a node that it did not hold, or that is up', () => {
    const down = (node: number) => begun().fact(FactKind.nodeDown, 5, { node, repairAtMs: -1 });
    const failure = { reason: Reason.nodeFailure, atMs: 5 };
    assertSound(down(0).requeued(1, { ...failure, culprit: 0 }));
    assertObjection(
      down(1).requeued(1, { ...failure, culprit: 1 }),
      /GPR 1 lost node 1, which it did not hold/,
    );
    assertObjection(begun().requeued(1, { ...failure, culprit: 0 }), /GPR 1 lost node 0, but the node is up/);
  });

  test('against its flag', () => {
    const lost = (flags: number) =>
      facts()
        .node(0)
        .created(1, { flags })
        .started(1, [0])
        .fact(FactKind.nodeDown, 0, { node: 0, repairAtMs: -1 });
    const failure = { reason: Reason.nodeFailure, culprit: 0 };
    assertSound(lost(Flag.requeues).requeued(1, failure));
    assertSound(lost(0).ended(1, { ...failure, state: State.failed }));
    assertObjection(lost(0).requeued(1, failure), /GPR 1 was requeued without its flag "requeues"/);
    assertObjection(
      lost(Flag.requeues).ended(1, { ...failure, state: State.failed }),
      /GPR 1 was not requeued despite its flag "requeues"/,
    );
  });

  test('after failed provisionings: the third in a row is the last', () => {
    const failed = { state: State.failed, reason: Reason.provisioningFailure };
    const once = () => facts().node(0).created(1).started(1, [0]);
    const twice = () => once().requeued(1).started(1, [0]);
    const third = () => twice().requeued(1).started(1, [0]);
    const scenario = scenarioOf({ failures });
    assertSound(third().ended(1, failed), scenario);
    assertObjection(
      twice().ended(1, failed),
      /GPR 1 is Failed after 2 failed provisionings; the limit is 3/,
      scenario,
    );
    assertObjection(
      third().requeued(1),
      /GPR 1 is requeued after 3 failed provisionings; the limit is 3/,
      scenario,
    );
    assertObjection(
      begun().requeued(1),
      /the provisioning of GPR 1 failed, but it is not provisioning/,
      scenario,
    );
    assertObjection(once().requeued(1), /the provisioning of GPR 1 failed without a fault or a failure rate/);
  });

  test('by an evictor of another pool', () => {
    const run = begun().node(2, { pool: 1 }).created(2, { pool: 1, priority: 200 });
    const [first] = objections(run.evicted(1, 2).started(2, [2]));
    assert.match(first!, /GPR 1 was evicted by GPR 2 of another pool/);
  });
});

test('a provisioning that is shorter or longer than the delay', () => {
  const run = () => facts().node(0).created(1).started(1, [0]);
  const scenario = scenarioOf({ scheduler: { provisioningDelayMs: 20 } });
  assertSound(run().successful(1, 20), scenario);
  assertObjection(run().successful(1, 19), /provisioning of GPR 1 took 19 ms; expected 20 ms/, scenario);
});

test('a removal of what is not there, or not any more', () => {
  assertObjection(facts().removed(1), /GPR 1 was removed, but does not exist/);
  assertObjection(facts().created(1).removed(1).removed(1), /GPR 1 was removed, but does not exist/);
  const ended = () => facts().node(0).created(1).started(1, [0]).ended(1);
  assertSound(ended().removed(1));
  // It had left memory.
  assertSound(ended().fact(FactKind.gprRemoved, 0, { uid: 1, workspace: -1 }));
  assertObjection(
    ended().fact(FactKind.gprRemoved, 0, { uid: 1, workspace: 2 }),
    /workspace 2 for GPR 1; expected 1/,
  );
  assertObjection(
    facts().created(1).fact(FactKind.gprRemoved, 0, { uid: 1, workspace: -1 }),
    /workspace -1 for GPR 1; expected 1/,
  );
  assertObjection(ended().created(1), /GPR 1 was created twice/);
});

describe('nodes', () => {
  test('added twice', () => {
    assertObjection(facts().node(0).node(0), /node 0 was added twice/);
  });

  test('with a repair that has been, or that did not come', () => {
    const down = (repairAtMs: number) => facts().node(0).fact(FactKind.nodeDown, 5, { node: 0, repairAtMs });
    assertSound(down(9).fact(FactKind.nodeUp, 9, { node: 0 }));
    assertSound(down(-1).fact(FactKind.nodeUp, 99, { node: 0 }));
    assertObjection(down(4), /node 0 went down with a repair in the past, at 4 ms/);
    assertObjection(
      down(9).fact(FactKind.nodeUp, 10, { node: 0 }),
      /node 0 came up late; expected its repair at 9 ms/,
    );
  });
});

test('a fact of no kind, or with more or fewer words than its kind has', () => {
  assertObjection(facts().words(99, 0, 1), /fact 1 has the unknown kind 99/);
  assertObjection(
    facts().words(FactKind.nodeUp, 0, 1, 2),
    /fact 1 \(nodeUp\) has the wrong number of words: 2/,
  );
  assertObjection(
    facts().words(FactKind.nodeDown, 0, 1),
    /fact 1 \(nodeDown\) has the wrong number of words: 1/,
  );
  assertObjection(
    facts().words(FactKind.gprProvisioning, 0, 1, 2),
    /fact 1 \(gprProvisioning\) has the wrong number of words: 2/,
  );
});
