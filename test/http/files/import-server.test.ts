// Exports and imports over a real connection: large bodies, and clients that hang up.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { makeEndless, temporaryFile } from '../../driver/world.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type Caller, Client, gprBody } from '../client.ts';

const client = new Client();
const folder = temporaryFolder({ after });
const { TMPDIR } = process.env;
let server: ServerType;
let owner: Caller;
let url: string;

before(async () => {
  server = createAdaptorServer({ fetch: client.app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  owner = await client.as('Owner');
  await owner.post('/api/v1/gpr', gprBody);
});

after(() => {
  server.close();
});

/** The temporary files that the server leaves behind after `work`. */
async function leftBy(work: () => Promise<void>): Promise<string[]> {
  process.env.TMPDIR = folder;
  try {
    await work();
    await holds(0);
    return readdirSync(folder);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Waits until the folder has this many files, at most for 10 s. */
async function holds(files: number): Promise<void> {
  for (let i = 0; i < 1_000 && readdirSync(folder).length !== files; i++) await pause(10);
  assert.equal(readdirSync(folder).length, files);
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}${path}`, { ...init, headers: { Authorization: `Bearer ${owner.token}` } });
}

test('an exported file can be imported, with a Content-Length and in chunks', async () => {
  const left = await leftBy(async () => {
    const bytes = new Uint8Array(await (await ask('/sim/export')).arrayBuffer());
    const clock = await owner.get('/sim/clock');
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 10_000) controller.enqueue(bytes.slice(at, at + 10_000));
        controller.close();
      },
    });
    for (const init of [{ body: bytes }, { body: chunks, duplex: 'half' }]) {
      const answer = await ask('/sim/import', { method: 'POST', ...init } as RequestInit);
      assert.equal(answer.status, 200);
      const { data } = (await answer.json()) as { data: { hash: string; isAsStored: boolean } };
      assert.deepEqual([data.hash, data.isAsStored], [clock.hash, true]);
    }
    assert.equal((await owner.get('/api/v1/gpr/list?sliceName=red')).items.length, 1);
  });
  assert.deepEqual(left, []);
});

test('a body that is too large is refused without reading it', async () => {
  const sending = request(`${url}/sim/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Length': 2 ** 29 + 1 },
  });
  sending.on('error', () => {});
  sending.write('SQLite format 3');
  const [answer] = await once(sending, 'response');
  assert.equal(answer.statusCode, 413);
  sending.destroy();
});

test('a client that hangs up during an upload, an import or a download leaves no files', async (t) => {
  const path = temporaryFile(t);
  await client.world.exportTo(path);
  makeEndless(path);
  const { branch } = await owner.get('/sim/clock');
  const left = await leftBy(async () => {
    const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Length': 1_000_000 };
    const sending = request(`${url}/sim/import`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write(readFileSync(path).subarray(0, 5_000));
    await holds(1);
    sending.destroy();
    await holds(0);

    const leaving = new AbortController();
    const waiting = ask('/sim/import', {
      method: 'POST',
      body: new Uint8Array(readFileSync(path)),
      signal: leaving.signal,
    });
    await holds(1);
    leaving.abort();
    await assert.rejects(waiting);
    // The world accepts commands again.
    await owner.advance('1s');
    await holds(0);

    // The file of a running download is already unlinked.
    const getting = await ask('/sim/export');
    if (process.platform !== 'win32') assert.deepEqual(readdirSync(folder), []);
    await getting.body!.cancel();
  });
  assert.deepEqual(left, []);
  assert.equal((await owner.get('/sim/clock')).branch, branch);
  assert.deepEqual(client.logged, []);
});
