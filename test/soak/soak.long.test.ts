// A short soak. test/soak/run.ts has the long ones.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, Server } from '../kills/server.ts';
import { grownIn, Soak } from './soak.ts';

const HOURS = 12;
/** In so short a time, the heap of a process still grows. */
const RSS_GROWTH = 1.5;
const skip = process.platform !== 'linux';

test('a world with a rewind and a deletion in each hour keeps no branch, open file or free page', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
  const db = join(folder, 'world.gprsim');
  const world = { scenario: 'demo', db, ownerKey: randomUUID() };
  const server = await Server.start(world, { isDurable: false, speed: undefined });
  const soak = new Soak(server, world, 1, true);
  t.after(async () => {
    soak.close();
    await server.kill();
    rmSync(folder, { recursive: true });
  });
  for (let hour = 0; hour < HOURS; hour++) {
    await soak.hour();
    await soak.sample();
  }
  assert.equal(await server.stop(), 0);
  assert.ok(soak.rewinds >= HOURS);
  assert.deepEqual(grownIn(soak.samples, RSS_GROWTH), []);
  await gprsim('doctor', '--db', db);
  await gprsim('replay', db, '--verify');
});
