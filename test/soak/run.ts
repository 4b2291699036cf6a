// node test/soak/run.ts [--hours N] [--minutes N] [--seed N]
// Serves `demo` in one process: for N simulated hours (1344: eight weeks), or at full speed for N real minutes. Prints samples, and what
// grew. Exits with 1 if memory, open files, branches or free pages of the file grew.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gprsim, Server } from '../kills/server.ts';
import { grownIn, Soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1344' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

const FULL_SPEED = 1_000_000;
const HOURS_PER_SAMPLE = 12;
const RSS_GROWTH = 1.15;

const folder = mkdtempSync(join(tmpdir(), 'gprsim-soak-'));
const db = join(folder, 'world.gprsim');
const isPaused = values.minutes === undefined;
const world = { scenario: 'demo', db, ownerKey: randomUUID() };
const server = await Server.start(world, { isDurable: false, speed: isPaused ? undefined : FULL_SPEED });
const soak = new Soak(server, world, Number(values.seed), isPaused);
const endAt = Date.now() + Number(values.minutes ?? 0) * 60_000;
for (let hour = 1; isPaused ? hour <= Number(values.hours) : Date.now() < endAt; hour++) {
  await soak.hour();
  if (hour % HOURS_PER_SAMPLE === 0) console.log(JSON.stringify({ hour, ...(await soak.sample()) }));
}
const { rewinds, requests, longestRewindMs, samples } = soak;
soak.close();
const exit = await server.stop();
console.log(JSON.stringify({ rewinds, requests, longestRewindMs: Math.round(longestRewindMs), exit }));
const grown = grownIn(samples, RSS_GROWTH);
console.log(await gprsim('doctor', '--db', db));
for (const line of grown) console.log(line);
if (grown.length > 0 || exit !== 0) process.exitCode = 1;
rmSync(folder, { recursive: true });
