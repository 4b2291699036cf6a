// Each rule of the checker about GPRs and nodes: a run of facts that breaks it causes an objection, and a sound run does not.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FactKind } from '../../../sim/facts/catalogue.ts';
import { Reason, State } from '../../../sim/facts/numbered.ts';
import { Checker } from '../../../sim/followers/check/checker.ts';
import { Flag } from '../../../sim/tables/gprs/gpr-table.ts';
import { cluster, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { assertObjection, assertSound, facts, objections } from './objections.ts';

test('a sound run causes no objection', () => {
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
  const checker = new Checker(scenarioOf({ scheduler: { queue: 'greedy' } }));
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

describe('the checker objects to GPUs', () => {
  test('that two GPRs hold', () => {
    const run = facts().node(0).created(1).created(2).started(1, [0]).started(2, [0]);
    assertObjection(run, /node 0 is oversold by 8 GPUs/);
  });

  test('on a node that is down, removed, unknown or in another pool', () => {
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

  test('that a GPR still holds on a node that is down', () => {
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

  test('on fewer nodes than requested, on one node twice, or with another number than in the fact', () => {
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

describe('the checker objects to states', () => {
  test('in a wrong order', () => {
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

  test('of a GPR that does not exist or has ended', () => {
    assertObjection(facts().node(0).started(9, [0]), /about GPR 9, which does not exist/);
    const ended = facts().node(0).created(1).started(1, [0]).ended(1).successful(1);
    assertObjection(ended, /about GPR 1, which does not exist/);
  });

  test('of nodes in a wrong order', () => {
    assertObjection(facts().fact(FactKind.nodeUp, 0, { node: 3 }), /about node 3, which does not exist/);
    assertObjection(facts().node(0).fact(FactKind.nodeUp, 0, { node: 0 }), /node 0 was up already/);
    const removed = facts()
      .node(0)
      .fact(FactKind.nodeRemoved, 0, { node: 0 })
      .fact(FactKind.nodeUp, 0, { node: 0 });
    assertObjection(removed, /about node 0, which was removed/);
  });

  test('that the engine counts differently, because it lost a GPR', () => {
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

test('the checker objects to two provisioned GPRs of one workspace, unless there is no limit', () => {
  const run = () =>
    facts().node(0).node(1).created(1).created(2, { workspace: 1 }).started(1, [0]).started(2, [1]);
  assertObjection(run(), /GPR 2 started, but workspace 1 already has provisioned GPR 1/);
  assert.deepEqual(objections(run(), scenarioOf({ scheduler: { workspaceLimit: 'none' } })), []);
});

describe('the checker objects to victims', () => {
  const held = (priority: number) => facts().node(0).node(1).created(1, { priority }).started(1, [0]);

  test('of equal or higher priority', () => {
    for (const priority of [100, 101]) {
      const run = held(priority).created(3).started(3, [1]).created(2).evicted(1, 2).started(2, [0]);
      assertObjection(run, /GPR 1 was evicted by GPR 2, whose priority is not higher/);
    }
  });

  test('if none is needed', () => {
    // Node 1 is free.
    assertObjection(held(50).created(2).evicted(1, 2).started(2, [0]), /victim 1 of GPR 2 was not needed/);
  });

  test('if one of them is not needed', () => {
    const run = held(50)
      .created(3, { priority: 40 })
      .started(3, [1])
      .created(2)
      .evicted(3, 2)
      .evicted(1, 2)
      .started(2, [0]);
    const found = objections(run);
    // Each of them alone would be enough.
    assert.deepEqual(
      found.map((text) => text.replace('at 0 ms: ', '')),
      ['victim 1 of GPR 2 was not needed', 'victim 2 of GPR 2 was not needed'],
    );
  });

  test('if the evictor may not evict, is in the same workspace, is not queued, or does not start', () => {
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

  test('but not in a pool of several types, because facts do not contain the types that the evictor accepts', () => {
    const clusters = [cluster('east', [nodeGroup('large', 1), nodeGroup('small', 1)], true)];
    const checker = new Checker(scenarioOf({ clusters }));
    checker.read(held(50).created(2).evicted(1, 2).started(2, [0]).take());
    assert.deepEqual(checker.violations, []);
  });

  test('that failed instead of being requeued', () => {
    const failed = { state: State.failed, reason: Reason.eviction, culprit: 2 };
    const victim = facts().node(0).node(1).created(1, { priority: 50, flags: 0 }).started(1, [0]);
    assertObjection(victim.created(2).ended(1, failed).started(2, [0]), /victim 1 of GPR 2 was not needed/);
  });
});

test('the checker objects to time that goes back', () => {
  const run = facts().node(0, { atMs: 10 }).created(1, { atMs: 20 }).created(2, { atMs: 19 });
  assertObjection(run, /time goes back to 19 ms at fact 3; expected at least 20 ms/);
});

test('the checker objects to a lost fact', () => {
  const writer = facts().node(0);
  const checker = new Checker(scenarioOf());
  checker.read(writer.take());
  writer.created(1).take();
  checker.read(writer.created(2).take());
  assert.deepEqual(checker.violations, ['at 0 ms: fact 3 follows fact 1; expected fact 2']);
});

test('the checker objects to a wrong instant in a real run', () => {
  const world = new World(scenarioOf({ nodes: 2 }));
  world.at(0).create('blue', { gpusPerNode: 8 });
  world.simulation.runTo(200 * SECOND);
  const run = world.simulation.takeFacts();
  const words = run.words.slice();
  // The second word is the instant of the first fact.
  words[1] = 300 * SECOND;
  world.checker.read({ ...run, words });
  const [first] = world.checker.violations.filter((text) => /time goes back/.test(text));
  assert.match(first!, /time goes back to 0 ms at fact 10; expected at least 300000 ms/);
});

test('the checker keeps only the first twenty objections', () => {
  const writer = facts();
  for (let uid = 0; uid < 30; uid++) writer.successful(uid);
  assert.equal(objections(writer).length, 20);
});

describe('the checker compares the members of a fact with', () => {
  const begun = () => facts().node(0).created(1).started(1, [0]).successful(1);

  test('the workspace and the pool of the GPR', () => {
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

  test('its times and its GPUs', () => {
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

  test('its number of delays, and an estimate that is not in the past', () => {
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

  test('its activity, which must alternate', () => {
    const activity = (idle: number) => ({ uid: 1, workspace: 1, idle });
    const idle = () => begun().fact(FactKind.gprActivity, 1, activity(1));
    assertSound(idle().fact(FactKind.gprActivity, 2, activity(0)));
    assertObjection(idle().fact(FactKind.gprActivity, 2, activity(1)), /GPR 1 became idle, but already was/);
    assertObjection(begun().fact(FactKind.gprActivity, 2, activity(0)), /GPR 1 became busy, but already was/);
  });
});

describe('the checker objects to an end or a requeue', () => {
  const begun = () => facts().node(0).node(1).created(1).started(1, [0]).successful(1);
  const failures = { provisioningMicro: 1 };

  test('with a reason that does not fit the state', () => {
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

  test('for a reason that does not apply', () => {
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

  test('because of a node that the GPR did not hold or that is up', () => {
    const down = (node: number) => begun().fact(FactKind.nodeDown, 5, { node, repairAtMs: -1 });
    const failure = { reason: Reason.nodeFailure, atMs: 5 };
    assertSound(down(0).requeued(1, { ...failure, culprit: 0 }));
    assertObjection(
      down(1).requeued(1, { ...failure, culprit: 1 }),
      /GPR 1 lost node 1, which it did not hold/,
    );
    assertObjection(begun().requeued(1, { ...failure, culprit: 0 }), /GPR 1 lost node 0, but the node is up/);
  });

  test('that contradicts the flag of the GPR', () => {
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

  test('after the wrong number of failed provisionings: the third in a row ends the GPR', () => {
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

  test('because of an evictor in another pool', () => {
    const run = begun().node(2, { pool: 1 }).created(2, { pool: 1, priority: 200 });
    const [first] = objections(run.evicted(1, 2).started(2, [2]));
    assert.match(first!, /GPR 1 was evicted by GPR 2 of another pool/);
  });
});

test('the checker objects to a provisioning that is shorter or longer than the delay', () => {
  const run = () => facts().node(0).created(1).started(1, [0]);
  const scenario = scenarioOf({ scheduler: { provisioningDelayMs: 20 } });
  assertSound(run().successful(1, 20), scenario);
  assertObjection(run().successful(1, 19), /provisioning of GPR 1 took 19 ms; expected 20 ms/, scenario);
});

test('the checker objects to the removal of a GPR that does not exist or was removed before', () => {
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

describe('the checker objects to a node', () => {
  test('that is added twice', () => {
    assertObjection(facts().node(0).node(0), /node 0 was added twice/);
  });

  test('with a repair in the past, or a repair that did not happen', () => {
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

test('the checker objects to a fact of an unknown kind or with a wrong number of words', () => {
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
