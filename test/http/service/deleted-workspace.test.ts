// What happened in a workspace can be read after its deletion.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, gprBody } from '../client.ts';

const MINUTE_MS = 60_000;

test('an Owner reads totals, attempts, the chart and events of a deleted workspace', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', gprBody);
  const workspace: string = gprBody.sliceName;
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  const ofRange = `workspace=${workspace}&from=0&to=${MINUTE_MS}`;
  const before = await owner.data('GET', `/sim/totals?${ofRange}`);
  assert.equal(before.gprs.started, 1);

  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: workspace });
  await owner.data('POST', '/sim/clock/advance', { by: '10m' });
  const { branch, seq, nowMs, ...figures } = await owner.data('GET', `/sim/totals?${ofRange}`);
  assert.deepEqual(figures, (({ branch: _b, seq: _s, nowMs: _n, ...rest }) => rest)(before));
  assert.equal(nowMs, 11 * MINUTE_MS);
  const { total, attempts } = await owner.data('GET', `/sim/attempts?workspace=${workspace}`);
  assert.equal(total, 1);
  assert.deepEqual(
    [attempts[0].gprId, attempts[0].workspace, attempts[0].startedAt],
    [gprId, workspace, '2026-01-05T08:00:00.000Z'],
  );
  const { rows } = await owner.data('GET', `/sim/gantt?rows=workspaces&workspace=${workspace}&pixels=10`);
  assert.deepEqual(
    rows.map(({ name }: { name: string }) => name),
    [workspace],
  );
  const { events } = await owner.data('GET', `/sim/events?workspace=${workspace}`);
  assert.ok(events.length > 0);

  // Its GPRs left memory with it; other workspaces see nothing of it; a name that never was is refused.
  for (const [path, status, as] of [
    [`/sim/gprs?workspace=${workspace}`, 422, owner],
    ['/sim/totals?workspace=nowhere', 422, owner],
    [`/sim/totals?workspace=${workspace}`, 403, await client.as('Viewer', 'blue')],
  ] as const)
    assert.equal((await as.send('GET', path)).status, status, path);
});
