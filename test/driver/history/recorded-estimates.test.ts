// The changes of recorded estimates in a file: they survive what facts survive, and damage is noticed.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { EstimateWord, type Scenario } from '../../../sim/index.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import type { EstimatePage, RecordedWait } from '../../../src/driver/world.ts';
import { Packer } from '../../../src/store/codecs/packed.ts';
import { packEstimates } from '../../../src/store/codecs/packed-estimates.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { damage, memoryWorld, openWorld, submit, tamper, temporaryFile } from '../world.ts';

/** A world in which GPRs wait, are requeued, and leave memory soon. */
const crowded: Scenario = scenarioOf({
  nodes: 2,
  keepEnded: 3,
  recordEstimatesEveryMs: 30 * SECOND,
  failures: { nodeMtbfMs: 3_600 * SECOND, nodeRepairMs: 300 * SECOND },
  workload: [
    generated({
      count: 200,
      interArrivalMeanMs: 40 * SECOND,
      workspaces: 12,
      gpus: [2, 4, 8],
      exitDurationMs: { from: 60 * SECOND, to: 600 * SECOND },
      runtimeShareMilli: { from: 300, to: 1000 },
      requeuesMilli: 1000,
    }),
  ],
});

async function work(world: Driver): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await submit(world, request('blue', { gpusPerNode: 8, priority: 250, enableEviction: true }));
    await world.advance({ byMs: 611 * SECOND });
  }
}

async function worked(t: TestContext): Promise<{ readonly path: string; readonly lists: string }> {
  const path = temporaryFile(t);
  const world = openWorld(t, path, crowded);
  await work(world);
  const lists = await listsOf(world);
  await world.close();
  return { path, lists };
}

function gprsOf(world: Driver): string[] {
  const facts = world.read.factsAfter(0, 1_000_000);
  return facts.filter(({ kind }) => kind === 'gpr.created').map(({ gprId }) => gprId!);
}

/** All waits of a GPR, read in pages. A wait that continues on a page has the start that this page knows. */
async function waitsOf(world: Driver, gprId: string, limit = 1_000): Promise<RecordedWait[]> {
  const waits: RecordedWait[] = [];
  for (let after = 0; ; ) {
    const page: EstimatePage = await world.read.recordedEstimates(gprId, after, limit);
    assert.ok(page.waits.flatMap(({ changes }) => changes).length <= limit);
    for (const wait of page.waits) {
      const open = wait.changes[0].isFirst ? undefined : waits.pop();
      waits.push({ ...wait, changes: [...(open?.changes ?? []), ...wait.changes] });
    }
    after = page.next;
    if (after >= page.total) return waits;
  }
}

async function listsOf(world: Driver): Promise<string> {
  const ids = gprsOf(world);
  const lists = await Promise.all(ids.map(async (gprId) => [gprId, await waitsOf(world, gprId)]));
  // A difference of whole lists is too long to be shown.
  return createHash('sha256').update(JSON.stringify(lists)).digest('hex');
}

test('pages of any size have the same waits, of GPRs that left memory too, and the starts in the facts', async (t) => {
  const world = memoryWorld(t, crowded);
  await work(world);
  const facts = world.read.factsAfter(0, 1_000_000);
  let several = 0;
  let changes = 0;
  for (const gprId of gprsOf(world)) {
    const waits = await waitsOf(world, gprId);
    for (const limit of [1, 2, 7]) assert.deepEqual(await waitsOf(world, gprId, limit), waits, gprId);
    const own = facts.filter((fact) => fact.gprId === gprId);
    for (const wait of waits) {
      const [{ atMs, isFirst }] = wait.changes;
      assert.ok(isFirst);
      // Nothing else happens at the instant of a recording: the next start ends the wait.
      const next = own.find((fact) => fact.kind === 'gpr.provisioning' && fact.atMs > atMs);
      assert.equal(wait.startedAtMs, next?.atMs ?? null, `${gprId} recorded at ${atMs}`);
      for (const change of wait.changes) assert.equal(change.isFirst, change.causes.length === 0);
    }
    changes += waits.reduce((sum, wait) => sum + wait.changes.length, 0);
    if (waits.length > 1) several++;
  }
  assert.ok(several >= 5, `${several} GPRs with several waits`);
  const { total } = await world.read.recordedEstimates(gprsOf(world)[0], 0, 1);
  assert.equal(changes, total);
  assert.ok(total > 200, `${total} changes`);
  const ended = facts.find(({ kind }) => kind === 'gpr.ended')!;
  const page = await world.read.gprPage({ ...everything, name: ended.gprId! });
  assert.deepEqual([page.total, page.gprs[0].gpr.gprId], [1, ended.gprId], 'listed after it left memory');
});

const everything = {
  states: [],
  workspace: '',
  cluster: '',
  priorityFrom: 1,
  priorityTo: 300,
  reasons: [],
  name: '',
  sees: () => true,
  offset: 0,
  limit: 10,
};

test('a world in memory, and restarts from the snapshot and from the journal alone, have the same list', async (t) => {
  const { path, lists } = await worked(t);
  const whole = memoryWorld(t, crowded);
  await work(whole);
  assert.equal(await listsOf(whole), lists);
  const bare = temporaryFile(t);
  copyFileSync(path, bare);
  tamper(bare, 'DELETE FROM snapshots');
  for (const world of [openWorld(t, path), openWorld(t, bare)]) {
    assert.equal(await listsOf(world), lists);
    await world.advance({ byMs: 3_600 * SECOND });
  }
  await whole.advance({ byMs: 3_600 * SECOND });
  for (const file of [path, bare]) {
    const world = openWorldAgain(t, file);
    assert.equal(await listsOf(world), await listsOf(whole));
  }
});

/** Opens a copy of a file that is open, as after a crash. */
function openWorldAgain(t: TestContext, path: string): Driver {
  const copy = temporaryFile(t);
  for (const end of ['', '-wal', '-head']) copyFileSync(path + end, copy + end);
  return openWorld(t, copy);
}

test('an export and an import have the same list; a reset has an empty one', async (t) => {
  const { path, lists } = await worked(t);
  const world = openWorld(t, path);
  const copy = temporaryFile(t);
  await world.exportTo(copy);
  const exported = WorldFile.read(copy);
  assert.equal(exported.damage(), undefined);
  exported.close();
  assert.equal(await listsOf(openWorld(t, copy)), lists);

  const other = memoryWorld(t, scenarioOf());
  const folder = join(dirname(temporaryFile(t)), 'aside');
  mkdirSync(folder);
  await other.importFrom(copy, folder, () => true);
  assert.equal(await listsOf(other), lists);

  const [gprId] = gprsOf(world);
  await world.reset();
  assert.deepEqual((await world.read.recordedEstimates(gprId, 0, 10)).waits, []);
  assert.equal((await world.read.recordedEstimates(gprId, 0, 10)).total, 0);
  await work(world);
  assert.ok((await world.read.recordedEstimates(gprsOf(world)[0], 0, 10)).total > 200);
  await world.close();
  const checked = WorldFile.read(path);
  t.after(() => checked.close());
  assert.equal(checked.damage(), undefined);
});

test('damage is noticed: a flipped bit, a missing row, and changes that do not follow from the journal', async (t) => {
  const { path } = await worked(t);
  const copyWith = (change: (file: string) => void): string => {
    const file = temporaryFile(t);
    copyFileSync(path, file);
    change(file);
    return file;
  };
  const why = (file: string): string => {
    const opened = WorldFile.read(file);
    const found = opened.damage();
    opened.close();
    return found?.message ?? '';
  };
  const flipped = copyWith((file) =>
    damage(file, 'UPDATE estimates SET to_ms = to_ms + 1 WHERE first_seq = 1'),
  );
  assert.match(why(flipped), /table estimates has a row with a wrong checksum/);
  const world = openWorld(t, flipped);
  await assert.rejects(listsOf(world), StoreError);

  const cut = copyWith((file) =>
    tamper(file, 'DELETE FROM estimates WHERE row_id = (SELECT max(row_id) FROM estimates)'),
  );
  assert.match(why(cut), /has \d+ recorded estimates, but its last commit had \d+/);
  assert.throws(() => openWorld(t, cut), /recorded estimates, but its last commit had/);

  const whole = WorldFile.read(path);
  const [{ words }] = whole.present.estimateRunsFrom(1, 1);
  whole.close();
  words[EstimateWord.startMs]++;
  const packed = packEstimates(words, new Packer()).toString('hex');
  const other = copyWith((file) =>
    tamper(file, `DELETE FROM snapshots; UPDATE estimates SET words = x'${packed}' WHERE first_seq = 1`),
  );
  assert.throws(() => openWorld(t, other), /recorded estimates from number \d+ on do not follow/);
});

test('a start at the instant of a recording, in a later round, ends the wait', async (t) => {
  const world = memoryWorld(t, scenarioOf({ nodes: 1, recordEstimatesEveryMs: 10 * SECOND }));
  const first = (await submit(world, request('blue', { gpusPerNode: 8, exitMs: 1_000 * SECOND }))).gprId!;
  await world.advance({ byMs: 5 * SECOND });
  const second = (await submit(world, request('green', { gpusPerNode: 8 }))).gprId!;
  await world.advance({ byMs: 5 * SECOND });
  assert.equal(world.nowMs(), 10 * SECOND);
  assert.deepEqual(
    (await waitsOf(world, second)).map(({ startedAtMs }) => startedAtMs),
    [null],
  );
  await submit(world, { kind: 'gpr.release', gprId: first });
  await world.advance({ byMs: 0 });
  const [wait] = await waitsOf(world, second);
  assert.equal(wait.startedAtMs, 10 * SECOND);
  assert.equal(wait.changes.length, 1);
  await world.advance({ byMs: 5_000 * SECOND });
  assert.deepEqual(await waitsOf(world, second), [wait]);
});
