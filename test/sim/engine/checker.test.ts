// A run of facts that breaks a conservation law causes an objection of the checker, and a sound run does not.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FactKind } from '../../../sim/facts/fact-catalogue.ts';
import { Reason, State } from '../../../sim/facts/numbered.ts';
import { Checker, type Scenario } from '../../../sim/index.ts';
import { Flag } from '../../../sim/tables/gprs/gpr-table.ts';
import { FactWriter } from '../../support/fact-run.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const facts = () => new FactWriter();

/** Returns the objections to a complete run, at the end of which the engine has these GPRs. */
function objections(
  writer: FactWriter,
  [queued, provisioned]: readonly [number, number],
  scenario: Scenario = scenarioOf(),
): readonly string[] {
  const checker = new Checker(scenario);
  checker.read(writer.take());
  checker.compare({ Queued: queued, Provisioning: provisioned, Successful: 0 });
  return checker.violations;
}

/** Asserts that the first objection to a run has this text. */
function assertObjection(writer: FactWriter, text: RegExp): void {
  const checker = new Checker(scenarioOf());
  checker.read(writer.take());
  checker.compare({ Queued: 0, Provisioning: 0, Successful: 0 });
  assert.match(checker.violations[0] ?? 'no objection', text);
}

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
    .ended(1, { state: State.timedOut, reason: Reason.idleTimeOut, atMs: 40 })
    .removed(2, 41)
    .fact(FactKind.gprRemoved, 41, { uid: 1, workspace: -1 })
    .fact(FactKind.nodeRemoved, 41, { node: 1 });
  assert.deepEqual(objections(run, [1, 0]), []);
});

describe('the checker objects to GPUs', () => {
  test('that two GPRs hold', () => {
    const run = facts().node(0).created(1).created(2).started(1, [0]).started(2, [0]);
    assertObjection(run, /node 0 is oversold by 8 GPUs/);
  });

  test('of a shared node that are given twice, with its CPUs and its memory', () => {
    const shape = { gpuMilli: 600, cpuMilli: 1000, memoryMib: 1024 };
    const shared = (uid: number, writer: FactWriter) =>
      writer.created(uid, { gpus: 1 }).fact(FactKind.gprShape, 0, { uid, workspace: uid, ...shape });
    const started = (uid: number, gpuIndexes: number, writer: FactWriter) =>
      writer
        .started(uid, [0], { held: 1 })
        .fact(FactKind.gprGpus, 0, { uid, workspace: uid, node: 0, gpuIndexes });
    const both = (gpuIndexes: number) =>
      started(2, gpuIndexes, started(1, 0b01, shared(2, shared(1, facts().node(0)))));
    const scenario = scenarioOf();
    assert.deepEqual(objections(both(0b10), [0, 2], scenario), []);
    const small = scenario.instanceTypes.map((type) => ({ ...type, cpuMilli: 1500, memoryMib: 1500 }));
    assert.deepEqual(objections(both(0b01), [0, 2], { ...scenario, instanceTypes: small }), [
      'at 0 ms: node 0 is oversold by 200 thousandths of its GPU 0',
      'at 0 ms: node 0 is oversold by 500 thousandths of a CPU',
      'at 0 ms: node 0 is oversold by 548 MiB of memory',
    ]);
  });

  test('on a node that is down, removed, unknown or in another pool', () => {
    const down = { node: 0, repairAtMs: -1 };
    assertObjection(
      facts().node(0).fact(FactKind.nodeDown, 0, down).created(1).started(1, [0]),
      /GPR 1 got node 0, which is down/,
    );
    assertObjection(
      facts().node(0).fact(FactKind.nodeRemoved, 0, { node: 0 }).created(1).started(1, [0]),
      /GPR 1 got node 0, which is removed/,
    );
    assertObjection(facts().node(0).created(1).started(1, [7]), /GPR 1 got node 7, which does not exist/);
    assertObjection(
      facts().node(0, { pool: 3 }).created(1).started(1, [0]),
      /GPR 1 got node 0 of another pool/,
    );
    assertObjection(
      facts().node(0).created(1).started(1, [0]).fact(FactKind.nodeDown, 5, down).ended(1, { atMs: 6 }),
      /at 5 ms: node 0 is down, but has GPUs in use/,
    );
  });

  test('on fewer nodes than requested, on one node twice, or with another number than in the fact', () => {
    const two = () => facts().node(0).created(1, { nodes: 2, gpus: 4 });
    assertObjection(two().started(1, [0], { held: 4 }), /GPR 1 got 1 nodes; expected 2/);
    assertObjection(two().started(1, [0, 0], { held: 8 }), /GPR 1 got node 0 twice/);
    const one = () => facts().node(0).created(1);
    assertObjection(one().started(1, [0], { held: 7 }), /GPU count 7 for GPR 1; expected 8/);
    assertObjection(one().started(1, [0]).ended(1, { gpus: 4 }), /GPU count 4 for GPR 1; expected 8/);
  });
});

describe('the checker objects to the life of a GPR', () => {
  test('that begins twice, leaves out a state, or goes on after its end', () => {
    assertObjection(facts().created(1).created(1), /GPR 1 was created twice/);
    assertObjection(facts().created(1).successful(1), /GPR 1 is in state 1; expected 2$/);
    assertObjection(facts().created(1).ended(1), /GPR 1 is in state 1; expected 2 or 3$/);
    const begun = () => facts().node(0).created(1).started(1, [0]);
    assertObjection(begun().started(1, [0]), /GPR 1 is in state 2; expected 1$/);
    assertObjection(begun().ended(1, { state: State.queued }), /state 1, which is not an end state/);
    assertObjection(begun().removed(1), /GPR 1 is in state 2; expected 1$/);
    assertObjection(begun().ended(1).successful(1), /about GPR 1, which does not exist/);
    assertObjection(begun().ended(1).created(1), /GPR 1 was created twice/);
    assertObjection(facts().created(1).removed(1).removed(1), /GPR 1 was removed, but does not exist/);
  });

  test('whose waits, times or retries do not add up', () => {
    const begun = () => facts().node(0).created(1).started(1, [0], { atMs: 7 });
    assertObjection(facts().node(0).created(1).started(1, [0], { atMs: 7, waitMs: 6 }), /wait \(ms\) 6 .* 7/);
    const again = () => begun().requeued(1, { atMs: 7 });
    assertObjection(again().started(1, [0], { atMs: 8, waitMs: 0 }), /wait \(ms\) 0 for GPR 1; expected -1/);
    assertObjection(again().started(1, [0], { atMs: 8, retryCount: 0 }), /retry count 0 .* expected 1/);
    const ran = () => begun().successful(1, 7);
    assertObjection(ran().ended(1, { atMs: 9, inSystemMs: 8 }), /time in the system \(ms\) 8 .* expected 9/);
    assertObjection(ran().ended(1, { atMs: 9, ranMs: 3 }), /time Successful \(ms\) 3 .* expected 2/);
    const left = ran().requeued(1, { atMs: 9, exitLeftMs: 100_000 });
    assertObjection(left, /remaining exit duration \(ms\) 100000 for GPR 1; expected 99998/);
  });

  test('that runs longer than its exit duration, or ends before it is over', () => {
    const ended = (atMs: number, reason: number) =>
      facts().node(0).created(1).started(1, [0]).successful(1).ended(1, { atMs, reason });
    assert.deepEqual(objections(ended(100_000, Reason.exitDuration), [0, 0]), []);
    assertObjection(ended(99_999, Reason.exitDuration), /ended after 99999 ms of its exit duration, 100000/);
    assertObjection(ended(100_001, Reason.earlyRelease), /ended after 100001 ms of its exit duration/);
  });

  test('of another workspace or pool than before', () => {
    const begun = facts().node(0).created(1).started(1, [0]).successful(1);
    assertObjection(begun.ended(1, { workspace: 9 }), /workspace 9 for GPR 1; expected 1/);
    const other = facts().node(0).created(1).words(FactKind.gprProvisioning, 0, 1, 1, 5, 8, 0, 0, 0);
    assertObjection(other, /pool 5 for GPR 1; expected 0/);
  });
});

test('the checker objects to two provisioned GPRs of one workspace, unless there is no limit', () => {
  const run = () =>
    facts().node(0).node(1).created(1).created(2, { workspace: 1 }).started(1, [0]).started(2, [1]);
  assertObjection(run(), /GPR 2 started, but workspace 1 already has a provisioned GPR/);
  assert.deepEqual(objections(run(), [0, 2], scenarioOf({ scheduler: { workspaceLimit: 'none' } })), []);
});

test('the checker objects to an eviction without right, and to an evictor that does not start', () => {
  const held = (priority = 50) =>
    facts().node(0).node(1, { pool: 1 }).created(1, { priority }).started(1, [0]);
  const evicted = (evictor: FactWriter) => evictor.evicted(1, 2).started(2, [0]);
  assert.deepEqual(objections(evicted(held().created(2)), [1, 1]), []);
  assertObjection(evicted(held(100).created(2)), /evicted by GPR 2, whose priority is not higher/);
  assertObjection(
    evicted(held().created(2, { flags: 0 })),
    /evicted by GPR 2, which lacks the flag "evicts"/,
  );
  assertObjection(evicted(held().created(2, { workspace: 1 })), /evicted by GPR 2 of the same workspace/);
  assertObjection(evicted(held().created(2, { pool: 1 })), /evicted by GPR 2 of another pool/);
  assertObjection(held().evicted(1, 3), /evicted by GPR 3, which is not queued/);
  assertObjection(held().created(2).evicted(1, 2), /GPR 2 evicted others, but did not start/);
  const late = held().created(2).evicted(1, 2).started(2, [0], { atMs: 1 });
  assertObjection(late, /GPR 2 evicted others, but did not start/);
});

test('the checker objects to a node that is added twice, or changes in a wrong order', () => {
  assertObjection(facts().node(0).node(0), /node 0 was added twice/);
  assertObjection(facts().fact(FactKind.nodeUp, 0, { node: 3 }), /node 3 became up, but does not exist/);
  assertObjection(facts().node(0).fact(FactKind.nodeUp, 0, { node: 0 }), /node 0 became up, but was up/);
  const removed = facts().node(0).fact(FactKind.nodeRemoved, 0, { node: 0 });
  assertObjection(removed.fact(FactKind.nodeUp, 0, { node: 0 }), /node 0 became up, but was removed/);
});

test('the checker objects to an engine that lost a GPR', () => {
  const run = () => facts().node(0).created(1).created(2).created(3).started(1, [0]);
  assert.deepEqual(objections(run(), [2, 1]), []);
  assert.deepEqual(objections(run(), [1, 0]), [
    'at 0 ms: the engine has 1 queued GPRs; expected 2 by the facts',
    'at 0 ms: the engine has 0 provisioned GPRs; expected 1 by the facts',
  ]);
});

test('the checker objects to a burst whose GPRs were not removed and created in one instant', () => {
  const move = { uid: 9, workspace: 1, placement: 0, decision: 0, from: 0, cluster: 1, left: 1, gprId: 2 };
  const run = (atMs: number) =>
    facts()
      .node(0)
      .created(1)
      .removed(1, 5)
      .created(2, { workspace: 1, atMs })
      .fact(FactKind.placementMoved, atMs, move)
      .started(2, [0], { atMs: 10, waitMs: 10 });
  assert.deepEqual(objections(run(5), [0, 1]), []);
  assertObjection(run(6), /GPR 2 replaces GPR 1; expected a creation and a removal in this instant/);
});

test('the checker objects to a lost fact, and to time that goes back', () => {
  const writer = facts().node(0);
  const checker = new Checker(scenarioOf());
  checker.read(writer.take());
  writer.created(1).take();
  checker.read(writer.created(2).take());
  assert.deepEqual(checker.violations, ['at 0 ms: fact 3 follows fact 1; expected fact 2']);

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

test('the checker objects to a fact of an unknown kind or with a wrong number of words', () => {
  assertObjection(facts().words(99, 0, 1), /fact 1 has the unknown kind 99/);
  const wrong = facts().words(FactKind.nodeUp, 0, 1, 2);
  assertObjection(wrong, /fact 1 \(nodeUp\) has the wrong number of words: 2/);
});

test('the checker keeps only the first twenty objections', () => {
  const writer = facts();
  for (let uid = 0; uid < 30; uid++) writer.successful(uid);
  assert.equal(objections(writer, [0, 0]).length, 20);
});
