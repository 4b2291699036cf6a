import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';

const launcher = resolve(import.meta.dirname, '../../../src/pack/launch.mjs');
const quiet = words`quiet --paused --db :memory:`;
const calls = ['/api/v1/inventory/summary', '/api/v1/slice-workspace/list', '/api/v1/inventory/list'];

/** The status of each call, or the message of the error that ends it. */
async function outcomes(
  url: string,
  apiKey: string,
  faults: readonly object[],
): Promise<(number | string)[]> {
  const send = (path: string, body: object | undefined, token = '') =>
    fetch(url + path, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const signedIn = (await (await send('/api/v1/auth', { apiKey })).json()) as { data: { token: string } };
  const { token } = signedIn.data;
  for (const fault of faults) assert.equal((await send('/sim/faults', fault, token)).status, 200);
  const seen: (number | string)[] = [];
  for (const path of [...calls, ...calls, ...calls]) {
    const status = async () => {
      const response = await send(path, undefined, token);
      await response.text();
      return response.status;
    };
    seen.push(await status().catch((error: Error) => error.message));
  }
  return seen;
}

test('the log of --chaos has the bodies that repeat its faults on a server without it', async (t) => {
  const chaotic = await Server.start(t, words`${quiet} --chaos 7:0.7`);
  const { url, apiKey, chaos } = chaotic.announced;
  assert.deepEqual(chaos, { seed: 7, rate: 0.7 });
  const first = await outcomes(url, apiKey!, []);
  await chaotic.end('SIGTERM');
  const bodies = chaotic.logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).fault);
  assert.ok(bodies.length >= 4, String(first));
  assert.ok(first.includes('fetch failed') && first.includes(200), String(first));

  const other = (await Server.start(t, quiet)).announced;
  assert.deepEqual(await outcomes(other.url, other.apiKey!, bodies), first);
});

test('serve announces chaos with its rate and its seed', async (t) => {
  const { stdout } = gprsim('serve --help');
  assert.match(stdout, /--chaos <SEED\[:RATE\]>.*\(default: 0\.05\)/s);
  const child = spawn(
    process.execPath,
    words`${launcher} serve ${quiet} --listen 127.0.0.1:0 --chaos
    7`,
  );
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('Try:')) break;
  }
  assert.match(
    output,
    /\nchaos {6}each call under \/api\/v1, but not \/auth, fails with probability 0\.05 \(seed 7\)\n/,
  );
});

test('a change whose answer is lost survives the end of the server', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const server = await (await Server.start(t, words`quiet --paused --db ${db}`)).signIn();
  const fault = { kind: 'http', operation: 'createGpr', executed: true, connection: 'reset' };
  await server.post('/sim/faults', fault);
  const gpr = {
    gprName: 'lost',
    sliceName: 'team-blue',
    clusterName: 'worker-2',
    instanceType: 'VM.GPU.A10.2',
    gpuShape: 'NVIDIA-A10',
    numberOfGPUs: 2,
    numberOfGPUNodes: 1,
    priority: 200,
    exitDuration: '1h',
  };
  await assert.rejects(server.post('/api/v1/gpr', gpr), (error: Error) => {
    assert.equal((error.cause as NodeJS.ErrnoException).code, 'ECONNRESET');
    return true;
  });
  process.kill(server.pid!, 'SIGKILL');
  const { stdout } = gprsim(words`gprs ${db} --csv`);
  assert.match(stdout, /\blost\b/);
});
