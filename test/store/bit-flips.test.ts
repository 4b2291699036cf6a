// A flipped bit anywhere in a file is noticed, or it changes nothing that can be read from the file.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { Recorder } from '../../src/driver/recorder.ts';
import { storedJournal, storedScenario } from '../../src/driver/stored.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { openWorld, submit, temporaryFile } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

const FLIPS = 150;

/** Returns the file of a world with entries in every table, and the ids of its GPRs. */
async function filled(t: TestContext, isClosed: boolean): Promise<{ path: string; ids: readonly string[] }> {
  const served = temporaryFile(t);
  const scenario = scenarioOf({ nodes: 20, keepEnded: 3 });
  const ids: string[] = [];
  const work = async (count: number) => {
    const world = openWorld(t, served, scenario);
    world.keys.create({
      name: `key ${count}`,
      description: '',
      role: 'Owner',
      userName: 'admin',
      workspaceName: '',
      workspaceCreation: null,
      validity: '2027-01-01',
    });
    for (let i = 0; i < count; i++) {
      ids.push((await submit(world, request(i % 2 === 0 ? 'blue' : 'red', { gprName: `work ${i}` }))).gprId!);
      await world.advance({ byMs: 150 * SECOND });
    }
    await submit(world, { kind: 'gpr.delete', gprId: ids[1] });
    return world;
  };
  const world = await work(20);
  await world.reset();
  ids.length = 0;
  await world.close();
  const again = await work(40);
  if (isClosed) await again.close();
  const path = temporaryFile(t);
  for (const end of ['', '-wal', '-head'])
    if (existsSync(served + end)) copyFileSync(served + end, path + end);
  return { path, ids };
}

/** Everything that can be read from a file. @throws StoreError if any of it is damaged */
function contentOf(path: string, ids: readonly string[]): string {
  const file = WorldFile.read(path);
  try {
    file.checkIntegrity();
    const { simulation } = Recorder.resume(file);
    const gprs = ids.map((id) => simulation.views.gpr(id) ?? file.history.gpr(simulation.uidOf(id), id));
    const facts = file
      .factRunsFrom(1, Number.MAX_SAFE_INTEGER)
      .map(({ firstSeq, count, words }) => [firstSeq, count, [...words]]);
    return JSON.stringify([
      storedScenario(file),
      [...storedJournal(file)],
      file.mark(),
      file.keys.list(),
      [...file.keys.secret],
      simulation.clock(),
      gprs,
      facts,
    ]);
  } finally {
    file.close();
  }
}

for (const [what, isClosed, end, harmlessMost] of [
  // Half of a small file is unused.
  ['a closed file', true, '', 110],
  // The log has newer copies of most pages.
  ['a file that was not closed', false, '', FLIPS],
  ['the log of a file that was not closed', false, '-wal', 15],
] as const) {
  test(`${FLIPS} flipped bits in ${what} are noticed or harmless`, async (t) => {
    const { path, ids } = await filled(t, isClosed);
    const whole = contentOf(path, ids);
    const bytes = readFileSync(path + end);
    let state = Number(process.env.GPRSIM_SEED ?? 1);
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    let harmless = 0;
    for (let i = 0; i < FLIPS; i++) {
      const copy = temporaryFile(t);
      for (const other of ['', '-wal', '-head'])
        if (existsSync(path + other)) copyFileSync(path + other, copy + other);
      const bit = Math.floor(random() * bytes.length * 8);
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(copy + end, flipped);
      try {
        assert.equal(contentOf(copy, ids), whole, `bit ${bit}`);
        harmless++;
      } catch (error) {
        assert.ok(error instanceof StoreError, `bit ${bit}: ${(error as Error).stack}`);
        assert.ok(error.message.includes(copy), error.message);
      }
    }
    t.diagnostic(`${harmless} of ${FLIPS} harmless`);
    assert.ok(harmless <= harmlessMost, `${harmless}`);
  });
}
