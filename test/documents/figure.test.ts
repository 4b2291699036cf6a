// The figure of the README shows a real run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from '../../src/library/start.ts';
import { documentAt } from './documents.ts';

const CELL_MS = 300_000;
const CELLS = 41;

interface Gpr {
  readonly gprName: string;
  readonly priority: number;
  readonly estimatedStartTime: string;
  readonly status: { readonly startTimestamp: string; readonly completionTimestamp: string };
}

test('the README shows three GPRs of the scenario quiet as they were queued and ran', async (t) => {
  const server = await start({ scenario: 'quiet', paused: true, listen: '127.0.0.1:0' });
  t.after(() => server.close());
  let token = '';
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return ((await response.json()) as { data: never }).data;
  };
  const list = async () =>
    ((await send('GET', '/api/v1/gpr/list?sliceName=team-blue')) as { items: Gpr[] }).items;

  ({ token } = await send('POST', '/api/v1/auth', { apiKey: server.apiKey }));
  for (const [gprName, priority] of [
    ['evening', 100],
    ['urgent', 250],
    ['nightly', 150],
  ]) {
    await send('POST', '/api/v1/gpr', {
      ...{ gprName, priority, sliceName: 'team-blue', clusterName: 'worker-1' },
      ...{ instanceType: 'a2-highgpu-8g', gpuShape: 'NVIDIA-A100-SXM4-40GB' },
      ...{ numberOfGPUs: 8, numberOfGPUNodes: 1, exitDuration: '1h' },
    });
  }
  const estimated = new Map((await list()).map((gpr) => [gpr.gprName, gpr.estimatedStartTime]));
  const { now } = (await send('GET', '/sim/clock')) as { now: string };
  await send('POST', '/sim/clock/advance', { by: '4h' });
  const gprs = (await list()).sort((a, b) => b.priority - a.priority);

  const lines = gprs.map(({ gprName, priority, status: { startTimestamp, completionTimestamp } }) => {
    assert.equal(startTimestamp, estimated.get(gprName));
    let bar = '';
    for (let cell = 0; cell < CELLS; cell++) {
      const atMs = Date.parse(now) + (cell + 0.5) * CELL_MS;
      bar += atMs < Date.parse(startTimestamp) ? '·' : atMs < Date.parse(completionTimestamp) ? '█' : ' ';
    }
    const times = [estimated.get(gprName)!, startTimestamp].map((time) => time.slice(11, 19));
    return `${priority}  ${gprName.padEnd(7)}  ${bar}  ${times.join('   ')}\n`;
  });
  const { text } = documentAt('README.md');
  assert.ok(text.includes(lines.join('')), `the figure must be\n${lines.join('')}`);
});
