import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import rows from '../../fixtures/rows/start.json' with { type: 'json' };
import quiet from '../../fixtures/scenarios/quiet.json' with { type: 'json' };
import type { GprsimServer, StartOptions } from '../../src/library/gprsim.d.ts';
import { start } from '../../src/library/start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { Party } from '../worlds/party.ts';

async function started(t: TestContext, options?: StartOptions): Promise<GprsimServer> {
  const server = await start(options);
  t.after(() => server.close());
  return server;
}

async function ask({ url, apiKey }: GprsimServer, method: string, path: string, body?: object) {
  return (await Party.in(url, apiKey)).data(method, path, body);
}

test('without options, start serves demo in memory on a free port with a running clock', async (t) => {
  const server = await started(t);
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  const { mode, speed } = await ask(server, 'GET', '/sim/clock');
  assert.deepEqual([mode, speed], ['running', 1]);
  const clusters = await ask(server, 'GET', '/api/v1/inventory/summary');
  assert.ok(JSON.stringify(clusters).includes('worker-1'));
});

test('several servers run at once and share nothing', async (t) => {
  const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
  const servers = await Promise.all([
    started(t, { scenario: 'quiet', paused: true }),
    started(t, { scenario: 'quiet', paused: true, apiKey }),
    started(t, { scenario: quiet, seed: 9, speed: 60 }),
  ]);
  assert.equal(new Set(servers.map(({ url }) => url)).size, 3);
  assert.equal(servers[1].apiKey, apiKey);
  await ask(servers[0], 'POST', '/sim/clock/advance', { by: '1h' });
  assert.equal((await ask(servers[0], 'GET', '/sim/clock')).nowMs, 3_600_000);
  assert.equal((await ask(servers[1], 'GET', '/sim/clock')).nowMs, 0);
  assert.equal((await ask(servers[2], 'GET', '/sim/clock')).speed, 60);
  await servers[0].close();
  await ask(servers[1], 'GET', '/sim/clock');
});

test('a scenario as a name, a path or an object gives the same world', async (t) => {
  const file = join(temporaryFolder(t), 'quiet.json');
  writeFileSync(file, JSON.stringify(quiet));
  const hashes = await Promise.all(
    ['quiet', file, quiet].map(async (scenario) => {
      const server = await started(t, { scenario, paused: true });
      return (await ask(server, 'POST', '/sim/clock/advance', { by: '1d' })).hash;
    }),
  );
  assert.equal(new Set(hashes).size, 1);
});

test('a file keeps the world and the key for the next start', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'world.gprsim');
  const first = await started(t, { scenario: 'quiet', db, paused: true });
  const { nowMs } = await ask(first, 'POST', '/sim/clock/advance', { by: '90m' });
  await first.close();
  assert.deepEqual(readdirSync(folder), ['world.gprsim']);

  const second = await started(t, { db, paused: true });
  assert.equal(second.apiKey, first.apiKey);
  assert.equal((await ask(second, 'GET', '/sim/clock')).nowMs, nowMs);
  await assert.rejects(start({ db }), /^Error: start: .*world\.gprsim is in use by this process/);
  await second.close();
  await assert.rejects(start({ db, seed: 10 }), /^Error: start: .* give another db/);
  rmSync(db);
});

test('load multiplies the rate of arrivals; a file keeps it', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const first = await started(t, { scenario: 'demo', db, load: 1.5, paused: true });
  assert.equal((await ask(first, 'GET', '/sim/state')).arrivalRate, 1.5);
  await first.close();
  await assert.rejects(start({ db, load: 2 }), /^Error: start: .* and load 1\.5, not of demo .* and load 2;/);
  const second = await started(t, { db, paused: true });
  assert.equal((await ask(second, 'GET', '/sim/state')).arrivalRate, 1.5);
  await second.close();
  await assert.rejects(
    start({ scenario: 'quiet', load: 2 }),
    /^TypeError: start: load changes the rate of .*, and quiet/,
  );
});

test('policies replace those of the scenario; a file keeps them', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const policies = {
    queue: 'backfill',
    placement: 'first-fit',
    order: 'shortest',
    backfillOrder: 'fair-share',
  } as const;
  const first = await started(t, { scenario: 'quiet', db, ...policies, cycle: 'instant', paused: true });
  assert.deepEqual((await ask(first, 'GET', '/sim/state')).scheduler, policies);
  await first.close();
  await assert.rejects(
    start({ db, order: 'priority' }),
    /^Error: start: .*, order shortest, not of quiet .*, order priority; give another db/,
  );
  const second = await started(t, { db, order: 'shortest', paused: true });
  assert.deepEqual((await ask(second, 'GET', '/sim/state')).scheduler, policies);
  await second.close();
});

test('keepRequests keeps the last requests; without it none are kept', async (t) => {
  const server = await started(t, { scenario: 'quiet', paused: true, keepRequests: 2 });
  await ask(server, 'GET', '/sim/clock');
  const { requests } = await ask(server, 'GET', '/sim/requests');
  // Each `ask` authenticates first.
  assert.deepEqual(
    requests.map(({ operation, status }: { operation: string; status: number }) => [operation, status]),
    [
      ['getClock', 200],
      ['authenticate', 200],
    ],
  );
  const other = await started(t, { scenario: 'quiet', paused: true });
  await assert.rejects(ask(other, 'GET', '/sim/requests'), /start it with --keep-requests N/);
});

test('close ends the listener; a further call returns the same promise', async (t) => {
  const server = await started(t, { scenario: 'quiet', paused: true });
  const closed = server.close();
  assert.equal(server.close(), closed);
  await closed;
  await assert.rejects(fetch(`${server.url}/healthz`));
});

test('close rejects if the file was removed', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const server = await start({ scenario: 'quiet', db, paused: true });
  rmSync(db);
  await assert.rejects(server.close(), /^Error: start: .*world\.gprsim was removed/);
});

const cyclic: { self?: object } = {};
cyclic.self = cyclic;

const wrong: readonly { readonly options: unknown; readonly message: string }[] = [
  ...rows,
  { options: { scenario: { ...quiet, seed: -1 } }, message: 'the scenario object cannot be used:\\s+seed ' },
  { options: { scenario: cyclic }, message: 'start: scenario cannot be written as JSON' },
  { options: { speed: Number.NaN }, message: 'start: speed must be .*, not NaN' },
];

for (const { options, message } of wrong) {
  test(`start rejects with a TypeError: ${message.slice(0, 60)}`, async () => {
    await assert.rejects(start(options as StartOptions), (error: Error) => {
      assert.ok(error instanceof TypeError, String(error));
      assert.match(error.message, new RegExp(message));
      return true;
    });
  });
}

test('start rejects with an Error for an address in use, and closes its file', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const db = join(temporaryFolder(t), 'world.gprsim');
  const listen = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  await assert.rejects(
    start({ scenario: 'quiet', db, listen }),
    /^Error: start: cannot listen on 127\.0\.0\.1:\d+/,
  );
  const server = await start({ db, paused: true });
  assert.equal((await ask(server, 'GET', '/sim/clock')).nowMs, 0);
  await server.close();
});

test('chaos fails the calls that it draws', async (t) => {
  const server = await started(t, { scenario: 'quiet', paused: true, chaos: { seed: 1, rate: 1 } });
  await ask(server, 'GET', '/sim/clock');
  // The first call of this operation is cut.
  await assert.rejects(ask(server, 'GET', '/api/v1/inventory/summary'), /terminated/);
});
