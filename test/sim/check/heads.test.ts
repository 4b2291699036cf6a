// Each rule of the checker about blocked heads and refusals: a run of facts that breaks it causes an objection.

import { describe, test } from 'node:test';
import { FactKind } from '../../../sim/facts/catalogue.ts';
import { RecordTable } from '../../../sim/facts/numbered.ts';
import { Flag } from '../../../sim/tables/gprs/gpr-table.ts';
import { cluster, nodeGroup, scenarioOf } from '../../support/scenario.ts';
import { assertObjection, assertSound, facts } from './objections.ts';

describe('a blocked head', () => {
  /** GPR 1 holds the only node; GPR 2 cannot evict it. */
  const held = () => facts().node(0).created(1, { priority: 200 }).started(1, [0]);
  const blocked = (given: Partial<Parameters<typeof words>[0]> = {}) => words({ uid: 2, ...given });
  const words = (given: {
    uid: number;
    workspace?: number;
    pool?: number;
    step?: number;
    needsNodes?: number;
    needsGpusPerNode?: number;
    nodesWithRoom?: number;
    victimsNotEnough?: number;
  }) => ({
    workspace: given.uid,
    pool: 0,
    step: 4,
    needsNodes: 1,
    needsGpusPerNode: 8,
    nodesWithRoom: 0,
    victimsNotEnough: 0,
    ...given,
  });

  test('is the first of its pool, and its fact has the right room and victims', () => {
    assertSound(held().created(2).fact(FactKind.headBlocked, 0, blocked()));
    const unable = held().created(2, { flags: 0 });
    assertSound(unable.fact(FactKind.headBlocked, 0, blocked({ step: 3 })));
    const roomy = held().node(1).created(2, { nodes: 2, priority: 201 });
    const words = blocked({ needsNodes: 2, nodesWithRoom: 1 });
    assertObjection(roomy.fact(FactKind.headBlocked, 0, words), /blocked GPR 2: 0 victims; expected 1/);
  });

  test('must be queued and the head of its workspace, and its workspace must not hold GPUs', () => {
    const blockedIs = (uid: number) => blocked({ uid, workspace: 1 });
    assertObjection(held().fact(FactKind.headBlocked, 0, blockedIs(1)), /GPR 1 is blocked, but is no head/);
    assertObjection(held().fact(FactKind.headBlocked, 0, blockedIs(9)), /GPR 9 is blocked, but is no head/);
    const second = held().created(2, { workspace: 1 });
    assertObjection(second.fact(FactKind.headBlocked, 0, blockedIs(2)), /GPR 2 is blocked, but is no head/);
    const better = held().created(2).created(3, { workspace: 2, priority: 101 });
    assertObjection(better.fact(FactKind.headBlocked, 0, blocked()), /GPR 2 is blocked, but is no head/);
  });

  test('must not be behind another head of its pool', () => {
    const earlier = () => held().created(3).created(2);
    const text = /GPR 2 is the first blocked head of its pool; expected 3, which is before it/;
    assertObjection(earlier().fact(FactKind.headBlocked, 0, blocked()), text);
    const higher = () => held().created(2).created(3, { priority: 101 });
    assertObjection(higher().fact(FactKind.headBlocked, 0, blocked()), text);
    const elsewhere = held().created(3, { pool: 1 }).created(2);
    assertSound(elsewhere.fact(FactKind.headBlocked, 0, blocked()));
    const lowered = { uid: 3, workspace: 3, priority: 99, flags: Flag.evicts, nameHash: 0 };
    assertSound(higher().fact(FactKind.gprChanged, 0, lowered).fact(FactKind.headBlocked, 0, blocked()));
  });

  test('may be behind a GPR that was evicted at this instant, which competes from the next cycle on', () => {
    const evicted = (atMs: number) =>
      facts()
        .node(0)
        .created(3, { priority: 150 })
        .started(3, [0])
        .created(4, { priority: 300 })
        .created(2)
        .evicted(3, 4)
        .started(4, [0])
        .fact(FactKind.headBlocked, atMs, blocked());
    assertSound(evicted(0));
    assertObjection(evicted(1), /expected 3, which is before it/);
  });

  test('must have its demand, pool and workspace in the fact, and the right step', () => {
    const run = () => held().created(2);
    assertObjection(
      run().fact(FactKind.headBlocked, 0, blocked({ needsGpusPerNode: 7 })),
      /blocked GPR 2: wrong demand 1 × 7 GPUs/,
    );
    assertObjection(
      run().fact(FactKind.headBlocked, 0, blocked({ workspace: 1 })),
      /blocked GPR 2: wrong pool 0 or workspace 1/,
    );
    assertObjection(run().fact(FactKind.headBlocked, 0, blocked({ step: 3 })), /blocked GPR 2: wrong step 3/);
  });

  test('must have the right room and victims in the fact', () => {
    const run = () => held().created(2);
    assertObjection(
      run().fact(FactKind.headBlocked, 0, blocked({ victimsNotEnough: 1 })),
      /blocked GPR 2: 1 victims; expected 0/,
    );
    const half = held().node(1).created(2, { nodes: 2 });
    const words = blocked({ needsNodes: 2 });
    assertObjection(
      half.fact(FactKind.headBlocked, 0, words),
      /blocked GPR 2: 0 nodes with room; expected 1/,
    );
    const clusters = [cluster('east', [nodeGroup('large', 2)], true)];
    const shared = facts()
      .node(0)
      .created(2)
      .fact(FactKind.headBlocked, 0, blocked({ nodesWithRoom: 1 }));
    assertObjection(shared, /GPR 2 is blocked, but fits/, scenarioOf({ clusters }));
  });
});

describe('a refused step of a script', () => {
  const command = { kind: 'node.up', cluster: 'east', node: 'east-large-0' } as const;
  const scenario = scenarioOf({ script: [5, 5, 9].map((atMs) => ({ atMs, command })) });
  const refused = (atMs: number, ...steps: number[]) =>
    steps.reduce((run, step) => run.fact(FactKind.scriptRefused, atMs, { stream: 0, step }), facts());

  test('exists in the script, is due, and is refused only once', () => {
    assertSound(refused(5, 0, 1), scenario);
    assertObjection(refused(9, 3), /step 3 of script 0 was refused, but does not exist/, scenario);
    assertObjection(refused(9, 1), /step 1 of script 0 was refused; expected at 5 ms/, scenario);
    assertObjection(refused(5, 1, 0), /step 0 of script 0 was refused after step 1/, scenario);
    assertObjection(refused(5, 1, 1), /step 1 of script 0 was refused after step 1/, scenario);
    assertObjection(refused(5, 0), /step 0 of script 0 was refused, but does not exist/);
  });
});

test('a refused arrival belongs to a GPR that has not arrived, in a workspace with a policy', () => {
  const policy = () =>
    facts().fact(FactKind.recordSet, 0, { table: RecordTable.policy, name: 0, workspace: 1, hash: 0 });
  const arrival = { uid: 1, workspace: 1, pool: 0 };
  assertSound(policy().fact(FactKind.arrivalRefused, 0, arrival));
  assertObjection(facts().fact(FactKind.arrivalRefused, 0, arrival), /workspace 1 has no policy/);
  const text = /the arrival of GPR 1 was refused, but it arrived or was refused before/;
  assertObjection(policy().created(1).fact(FactKind.arrivalRefused, 0, arrival), text);
  const twice = policy().fact(FactKind.arrivalRefused, 0, arrival).fact(FactKind.arrivalRefused, 0, arrival);
  assertObjection(twice, text);
});
