// Worlds that are made and removed leave no memory and no open file.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { start } from '../../src/library/start.ts';
import { runs } from '../support/runs.ts';
import { Party } from './party.ts';

const WARM_UP = runs < 1 ? 100 : 300;
const MADE = runs < 1 ? 200 : 1_000;
/** Of 1,000 worlds with half a megabyte each, a fiftieth would show. */
const GROWN_MAX = 10_000_000;

v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc') as () => void;

function used(): number {
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function openFiles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

test(`${MADE} worlds that are made, used and removed leave no memory and no open file`, async (t) => {
  const server = await start({ scenario: 'quiet', paused: true });
  t.after(() => server.close());
  const owner = await Party.in(server.url, server.apiKey);
  const scenarios = ['quiet', 'demo', 'tiny'];
  const life = async (number: number) => {
    const name = `w-${number}`;
    const { apiKey } = await owner.post('/sim/worlds', { name, scenario: scenarios[number % 3] });
    const party = await Party.in(`${server.url}/worlds/${name}`, apiKey);
    await party.advance('30m');
    // An earlier instant, a what-if and a stream are kept by the process, unless they are given back.
    if (number % 5 === 0) await party.get('/sim/state?at=10m');
    if (number % 7 === 0) await party.post('/sim/what-if', { changes: [], until: '2h' });
    const headers = { authorization: `Bearer ${party.token}` };
    const stream = number % 11 === 0 ? await fetch(`${party.url}/sim/facts/stream`, { headers }) : undefined;
    const text = stream?.text();
    await owner.delete(`/sim/worlds/${name}`);
    await text;
  };
  for (let i = 0; i < WARM_UP; i++) await life(i);
  const before = { used: used(), files: openFiles() };
  for (let i = 0; i < MADE; i++) await life(i);
  const grown = used() - before.used;
  t.diagnostic(`${(grown / 1e6).toFixed(2)} MB, ${openFiles() - before.files} files`);
  assert.ok(grown < GROWN_MAX, `${grown} bytes more`);
  assert.ok(openFiles() <= before.files + 20);
});
