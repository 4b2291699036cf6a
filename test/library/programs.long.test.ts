// Programs that import the library from its bundle.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';

const project = resolve(import.meta.dirname, '../..');
let bundle = '';
before(async () => {
  const { freshBundle } = await import(join(project, 'src/pack/bundling/bundle.mjs'));
  bundle = await freshBundle('library');
});

/** Runs a program that imports `start` from the bundle; returns its standard output. */
function runAlone(program: string): string {
  const args = ['--input-type=module', '--eval', `import { start } from '${bundle}';\n${program}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 300_000,
  });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

test('a process ends after its servers are closed', () => {
  const printed = runAlone(`
    const servers = await Promise.all([start(), start({ scenario: 'tiny', paused: true })]);
    for (const { url } of servers) console.log((await fetch(url + '/healthz')).status);
    await Promise.all(servers.map((server) => server.close()));
  `);
  assert.equal(printed, '200\n200\n');
});

test('the library leaves the global classes of fetch unchanged', () => {
  const printed = runAlone(`
    const { Request, Response } = globalThis;
    const server = await start({ paused: true });
    console.log(globalThis.Request === Request, globalThis.Response === Response);
    console.log((await fetch(server.url + '/openapi.json')).status);
    await server.close();
  `);
  assert.equal(printed, 'true true\n200\n');
});

test('a fault cuts an answer of the library', () => {
  const printed = runAlone(`
    const server = await start({ scenario: 'quiet', paused: true });
    const send = (path, body, token = '') =>
      fetch(server.url + path, {
        headers: { Authorization: 'Bearer ' + token },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
    const { token } = (await (await send('/api/v1/auth', { apiKey: server.apiKey })).json()).data;
    const fault = { kind: 'http', operation: 'listWorkspaces', executed: true, connection: 'cut' };
    await send('/sim/faults', fault, token);
    const cut = await send('/api/v1/slice-workspace/list', undefined, token);
    console.log(cut.status, cut.headers.get('x-sim-fault'), await cut.text().catch((error) => error.message));
    await server.close();
  `);
  assert.equal(printed, '200 http-1 terminated\n');
});

test('with a Node that is too old, start rejects before it loads SQLite', () => {
  const printed = runAlone(`
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
    await start().catch((error) => console.log(error.message));
  `);
  assert.equal(printed, 'gprsim needs Node 22.18 or newer, and this is Node 20.20.2\n');
});
