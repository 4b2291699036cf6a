// GPRSIM_RUNS=<number> multiplies the simulated hours.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, Server } from '../kills/server.ts';
import { temporaryFolder } from '../support/folder.ts';
import { seed } from '../support/property.ts';
import { runs } from '../support/runs.ts';
import { grownIn, Soak } from './soak.ts';

const HOURS = Math.max(12, Math.round(12 * runs));
const HOURS_PER_SAMPLE = HOURS < 100 ? 1 : 12;
/** In a short time, the heap of a process still grows. */
const RSS_GROWTH = HOURS < 100 ? 1.5 : 1.15;
const skip = process.platform !== 'linux';

test('a world with a rewind and a deletion in each hour keeps no branch, open file or free page', {
  skip,
}, async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const world = { scenario: 'demo', db, ownerKey: randomUUID() };
  const server = await Server.start(world, { isDurable: false, speed: undefined });
  const soak = new Soak(server, world, seed);
  t.after(async () => {
    soak.close();
    await server.kill();
  });
  for (let hour = 1; hour <= HOURS; hour++) {
    await soak.hour();
    if (hour % HOURS_PER_SAMPLE === 0) await soak.sample();
  }
  t.diagnostic(JSON.stringify(soak.samples.at(-1)));
  assert.equal(await server.stop(), 0);
  assert.ok(soak.rewinds >= HOURS);
  assert.deepEqual(grownIn(soak.samples, RSS_GROWTH), []);
  await gprsim('doctor', '--db', db);
  await gprsim('replay', db, '--verify');
});
