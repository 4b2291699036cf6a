// A restart without a usable snapshot derives the world in slices, and holds few facts at once.

import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { NEVER, type Scenario, Simulation } from '../../../sim/index.ts';
import { restart, restarted } from '../../../src/driver/commits/restart.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { generated, request, scenarioOf } from '../../support/scenario.ts';
import { openWorld, submit, tamper, temporaryFile } from '../world.ts';

/** Forty thousand short GPRs: about 160,000 facts. */
const many: Scenario = scenarioOf({
  nodes: 100,
  keepEnded: 10,
  scheduler: { workspaceLimit: 'none' },
  workload: [
    generated({ count: 40_000, workspaces: ['blue', 'green'], runtimeShareMilli: { from: 300, to: 1000 } }),
  ],
});

interface Ran {
  readonly path: string;
  readonly clock: ReturnType<Simulation['clock']>;
  readonly ended: readonly string[];
}

let kept: Ran | undefined;
const folder = temporaryFolder({ after });

/** A closed file of a run, without a snapshot. All tests copy the same one. */
function ran(t: TestContext): Ran {
  kept ??= run();
  const path = temporaryFile(t);
  copyFileSync(kept.path, path);
  return { ...kept, path };
}

function run(): Ran {
  const path = join(folder, 'world.gprsim');
  const file = WorldFile.open(path);
  file.setScenario(many);
  const recorder = restart(file);
  const { simulation } = recorder;
  const ended: string[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = simulation.runSome(NEVER, 4_000);
    for (const { kind, gprId } of simulation.viewFacts(recorder.commit([])))
      if (kind === 'gpr.ended') ended.push(gprId!);
  }
  const clock = simulation.clock();
  recorder.snapshot();
  file.close();
  tamper(path, 'DELETE FROM snapshots');
  return { path, clock, ended };
}

/** The first and the count of each run of facts that simulations hand out from now on. */
function taken(t: TestContext): { firstSeq: number; count: number }[] {
  const runs: { firstSeq: number; count: number }[] = [];
  const { takeFacts } = Simulation.prototype;
  t.mock.method(Simulation.prototype, 'takeFacts', function (this: Simulation) {
    const run = takeFacts.call(this);
    runs.push({ firstSeq: run.firstSeq, count: run.count });
    return run;
  });
  return runs;
}

for (const [what, open] of [
  ['written', WorldFile.open],
  ['only read', WorldFile.read],
] as const) {
  test(`a file that is ${what} is resumed from its start with a part of its facts in memory`, async (t) => {
    const { path, clock, ended } = ran(t);
    const runs = taken(t);
    const file = open(path);
    t.after(() => file.close());
    const steps: number[] = [];
    const recorder = await restarted(file, async ({ done }) => {
      steps.push(done);
    });
    assert.deepEqual(recorder.simulation.clock(), clock);
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
    );
    const most = Math.max(...runs.map(({ count }) => count));
    assert.ok(most < clock.seq / 3, `${most} of ${clock.seq} facts at once`);
    assert.equal(file.history.isDue, false, 'the GPRs that have left memory are in the file');
    for (const id of [ended[0], ended[20_000], ended.at(-20)!])
      assert.equal(file.history.gpr(recorder.simulation.uidOf(id), id)?.gprId, id);
  });
}

test('a resume that is interrupted loses nothing', async (t) => {
  const { path, clock, ended } = ran(t);
  const file = WorldFile.open(path);
  let slices = 0;
  await assert.rejects(
    restarted(file, async () => {
      if (++slices === 3) throw new Error('interrupted');
    }),
    /^Error: interrupted$/,
  );
  file.close();

  const again = WorldFile.open(path);
  t.after(() => again.close());
  const { simulation } = await restarted(again, async () => {});
  assert.deepEqual(simulation.clock(), clock);
  for (const id of [ended[0], ended[20_000], ended.at(-20)!])
    assert.equal(again.history.gpr(simulation.uidOf(id), id)?.gprId, id);
});

test('commands of one instant are replayed in slices, too', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf({ nodes: 1 }));
  for (let i = 0; i < 15; i++)
    await Promise.all(Array.from({ length: 200 }, () => submit(world, request('blue'))));
  const { seq, hash } = world.clock();
  await world.close();
  tamper(path, 'DELETE FROM snapshots');
  const runs = taken(t);
  const file = WorldFile.read(path);
  t.after(() => file.close());
  const { simulation, commands } = await restarted(file, async () => {});
  assert.deepEqual([simulation.clock().seq, simulation.clock().hash, commands], [seq, hash, 3_000]);
  assert.ok(Math.max(...runs.map(({ count }) => count)) <= 1_100, JSON.stringify(runs));
});
