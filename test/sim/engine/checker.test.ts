// A run of facts that breaks a conservation law causes an objection of the checker, and a sound run does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import rows from '../../../fixtures/rows/objections.json' with { type: 'json' };
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

/** The facts of a row: methods of the writer with their words; kinds, reasons and states have their names. */
function written(text: string): FactWriter {
  const writer = facts();
  const named = (name: string, value: unknown) =>
    name === 'reason' ? Reason[value as 'eviction'] : name === 'state' ? State[value as 'queued'] : value;
  for (const step of text.split('; ')) {
    const [method, ...words] = step.split(' ');
    const given = words.map((word) => FactKind[word as 'nodeUp'] ?? JSON.parse(word, named));
    (writer[method as 'words'] as (...given: number[]) => FactWriter)(...given);
  }
  return writer;
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

for (const { shows, facts: text, objection, engine = [0, 0] } of rows)
  test(`the checker objects to ${shows}: ${objection ?? text}`, () => {
    const found = objections(written(text), engine as [number, number]);
    if (objection === undefined) assert.deepEqual(found, []);
    else assert.match(found[0] ?? 'no objection', new RegExp(objection));
  });

test('the checker objects to GPUs of a shared node that are given twice, with its CPUs and its memory', () => {
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

test('the checker does not object to two provisioned GPRs of one workspace if there is no limit', () => {
  const run = facts().node(0).node(1).created(1).created(2, { workspace: 1 }).started(1, [0]).started(2, [1]);
  assert.deepEqual(objections(run, [0, 2], scenarioOf({ scheduler: { workspaceLimit: 'none' } })), []);
});

test('the checker objects to an engine that lost a GPR', () => {
  const run = facts().node(0).created(1).created(2).created(3).started(1, [0]);
  assert.deepEqual(objections(run, [1, 0]), [
    'at 0 ms: the engine has 1 queued GPRs; expected 2 by the facts',
    'at 0 ms: the engine has 0 provisioned GPRs; expected 1 by the facts',
  ]);
});

test('the checker does not object to a burst whose GPRs were removed and created in one instant', () => {
  const move = { uid: 9, workspace: 1, placement: 0, decision: 0, from: 0, cluster: 1, left: 1, gprId: 2 };
  const run = facts()
    .node(0)
    .created(1)
    .removed(1, 5)
    .created(2, { workspace: 1, atMs: 5 })
    .fact(FactKind.placementMoved, 5, move)
    .started(2, [0], { atMs: 10, waitMs: 10 });
  assert.deepEqual(objections(run, [0, 1]), []);
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

test('the checker keeps only the first twenty objections', () => {
  const writer = facts();
  for (let uid = 0; uid < 30; uid++) writer.successful(uid);
  assert.equal(objections(writer, [0, 0]).length, 20);
});
