// Recorded traces on a server: shared GPUs, and the log of a batch machine.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { onlyNightly } from '../../support/runs.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';
import { logOf, writeTrace } from '../runs/small-traces.ts';

/** A key that all starts of a server have. */
const env = { GPRSIM_API_KEY: '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2' };

function written(t: TestContext, scheduler: object, entry: object) {
  const folder = temporaryFolder(t);
  writeTrace(folder);
  writeFileSync(join(folder, 'log.swf'), logOf(200));
  const scenario = join(folder, 'scenario.json');
  const content = {
    name: 'recorded',
    start: '2026-01-05T00:00:00Z',
    scheduler,
    failures: { nodeMtbf: '8h', nodeRepair: '20m' },
    workload: [entry],
  };
  writeFileSync(scenario, JSON.stringify(content));
  return { scenario, db: join(folder, 'world.gprsim'), folder };
}

/** All that a client sees of the world; the facts state which GPUs each GPR got. */
async function seen(server: Server) {
  const { nowMs, seq, hash } = await server.get('/sim/clock');
  const { clusters, nodes, counts, waits } = await server.get('/sim/state');
  const { bars } = await server.get('/sim/gantt?from=0h&to=60h');
  const { gprs } = await server.get('/sim/gprs?limit=1000');
  const { facts } = await server.get('/sim/facts?kind=gpr.gpus&limit=1000');
  return { nowMs, seq, hash, clusters, nodes, counts, waits, bars, gprs, facts };
}

const opened = async (t: TestContext, args: readonly string[]) =>
  (await Server.start(t, [...args, '--paused'], env)).signIn();

type Row = Record<'gprId' | 'without' | 'with', unknown>;

/** What each GPR does in two futures. */
function effects(rows: readonly Row[], first: 'without' | 'with', second: 'without' | 'with') {
  return new Map(rows.map((row) => [row.gprId, [row[first], row[second]]]));
}

const shared = {
  entry: { kind: 'openb', nodes: 'nodes.csv', pods: 'pods.csv', shares: 'exact', bound: 'x2' },
  request: { sliceName: 'pod-1', clusterName: 'openb', instanceType: 'T4-4', gpuShape: 'T4' },
  node: 'openb/openb-T4-4-0',
};
const batch = {
  entry: { kind: 'swf', log: 'log.swf' },
  request: { sliceName: 'user-1', clusterName: 'swf', instanceType: 'machine', gpuShape: 'processor' },
  node: 'swf/swf-machine-0',
};

/** Each change tries each trace under one of them. */
const WORLDS = [
  { ...shared, queue: 'greedy', placement: 'random', cycle: 'event', skip: false },
  { ...shared, queue: 'backfill', placement: 'fgd', skip: onlyNightly },
  { ...batch, queue: 'conservative', skip: false },
  { ...batch, queue: 'conservative', cycle: 'event', skip: onlyNightly },
];

for (const { entry, request, node, skip, ...scheduler } of WORLDS) {
  const title = [entry.kind, ...Object.values(scheduler)].join(', ');
  test(`a server continues a trace exactly: ${title}`, { skip }, async (t) => {
    const { scenario, db, folder } = written(t, scheduler, entry);
    const first = await opened(t, [scenario, '--db', db]);
    await first.advance('2h');
    await first.post('/api/v1/gpr', {
      ...request,
      gprName: 'mine',
      numberOfGPUNodes: 1,
      numberOfGPUs: 1,
      priority: 290,
      exitDuration: '3h',
    });
    // The round is open, so the GPR of the request waits.
    const open = await seen(first);
    assert.ok(open.counts.Queued > 0 && open.counts.Successful > 0);
    assert.equal(open.facts.length > 0, entry.kind === 'openb');
    await first.end('SIGKILL');

    const second = await opened(t, ['--db', db]);
    assert.deepEqual(await seen(second), open);
    await second.advance('1m');
    const early = await seen(second);
    const change = {
      method: 'POST',
      path: `/sim/nodes/${node}/down`,
      body: { repairAfter: '2h' },
    };
    const whatIf = await second.post('/sim/what-if', { changes: [change], until: '6h' });
    assert.deepEqual(await seen(second), early);
    await second.post('/sim/clock/advance', { to: '6h' });
    const late = await seen(second);
    assert.equal(await second.end('SIGTERM'), 0);

    const third = await opened(t, ['--db', db]);
    assert.deepEqual(await seen(third), late);
    await third.post('/sim/rewind', { to: '121m' });
    assert.deepEqual(await seen(third), early);
    await third.post('/sim/clock/advance', { to: '6h' });
    assert.deepEqual(await seen(third), late);

    await third.post('/sim/rewind', { to: '121m' });
    await third.data(change.method, change.path, change.body);
    await third.post('/sim/clock/advance', { to: '6h' });
    const changed = await seen(third);
    assert.notEqual(changed.hash, late.hash);
    const differences = await third.get('/sim/branches/1/differences');
    assert.deepEqual(effects(differences.rows, 'with', 'without'), effects(whatIf.rows, 'without', 'with'));

    await third.post('/sim/branches/1/switch');
    assert.deepEqual(await seen(third), late);
    const exported = join(folder, 'exported.gprsim');
    assert.equal(gprsim(['export', db, exported]).status, 0);
    const imported = join(folder, 'imported.gprsim');
    assert.equal(gprsim(['import', exported, imported, '--json']).json.isAsStored, true);
    await third.post('/sim/clock/advance', { to: '30h' });
    const last = await seen(third);
    assert.equal(await third.end('SIGTERM'), 0);

    const other = await opened(t, ['--db', imported]);
    assert.deepEqual(await seen(other), late);
    await other.post('/sim/import', readFileSync(exported));
    assert.deepEqual(await seen(other), late);
    await other.post('/sim/clock/advance', { to: '30h' });
    assert.deepEqual(await seen(other), last);
    assert.equal(await other.end('SIGTERM'), 0);
    for (const file of [db, imported]) {
      const { hash, expected, verified } = gprsim(['replay', file, '--verify', '--json']).json;
      assert.deepEqual([hash, expected, verified], [last.hash, last.hash, true]);
    }
  });
}
