import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';

interface Row {
  readonly gprId: string;
  readonly gprName: string;
  readonly workspace: string;
  readonly state: string;
  readonly waitMs: number | null;
  readonly ranMs: number | null;
  readonly evictions: number;
  readonly requeues: number;
  readonly nodes: readonly string[];
}

function listed(db: string, ...flags: string[]): Row[] {
  const { status, stdout, stderr } = gprsim(['gprs', db, '--json', ...flags]);
  assert.equal(status, 0, stderr);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
}

/** Runs a day of demo; memory keeps only five GPRs that have ended. */
function dayOfDemo(t: TestContext) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'day.json');
  const db = join(folder, 'day.gprsim');
  writeFileSync(file, JSON.stringify({ ...gprsim(['scenarios', 'demo', '--json']).json, keepEnded: 5 }));
  const { json } = gprsim(['run', file, '--until', '1d', '--db', db, '--json']);
  return { db, summary: json };
}

test('every GPR of a run has a row, and the rows add up to the summary of the run', (t) => {
  const { db, summary } = dayOfDemo(t);
  const rows = listed(db);
  const sum = (numberOf: (row: Row) => number) => rows.reduce((all, row) => all + numberOf(row), 0);
  const inState = (state: string) => rows.filter((row) => row.state === state).length;
  const waits = rows.flatMap(({ waitMs }) => waitMs ?? []);
  assert.ok(summary.evictions > 0 && summary.failed > 0 && summary.timedOut > 0);
  assert.deepEqual(
    {
      gprs: new Set(rows.map(({ gprId }) => gprId)).size,
      placed: waits.length,
      completed: inState('Complete'),
      timedOut: inState('TimedOut'),
      failed: inState('Failed'),
      evictions: sum(({ evictions }) => evictions),
      requeues: sum(({ requeues }) => requeues),
      waitMsMax: Math.max(...waits),
      waitMsMean: waits.reduce((all, ms) => all + ms, 0) / waits.length,
    },
    Object.fromEntries(
      'gprs placed completed timedOut failed evictions requeues waitMsMax waitMsMean'
        .split(' ')
        .map((member) => [member, summary[member]]),
    ),
  );
  assert.ok(rows.every(({ gprName }) => gprName !== ''));
  assert.deepEqual(
    rows,
    rows.toSorted((a, b) => Number(a.ranMs === null) - Number(b.ranMs === null)),
  );

  const failed = listed(db, '--state', 'Failed');
  assert.deepEqual(
    failed,
    rows.filter(({ state }) => state === 'Failed'),
  );
  const { workspace } = rows[0];
  const own = rows.filter((row) => row.workspace === workspace);
  assert.deepEqual(listed(db, '--workspace', workspace), own);
  assert.ok(own.length < rows.length);
});

test('gprs lists GPRs of clients with their names, as text, JSON and CSV, and deleted GPRs', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const server = await (await Server.start(t, ['quiet', '--db', db, '--paused'])).signIn();
  const where = { sliceName: 'team-blue', clusterName: 'worker-2' };
  const what = { instanceType: 'VM.GPU.A10.2', gpuShape: 'NVIDIA-A10', numberOfGPUs: 2, numberOfGPUNodes: 1 };
  const ask = async (gprName: string, priority: number): Promise<string> =>
    (await server.data('POST', '/api/v1/gpr', { gprName, ...where, ...what, priority, exitDuration: '1h' }))
      .gprId;
  const first = await ask('with, a "comma"', 200);
  const second = await ask('second', 100);
  const gone = await ask('gone', 50);
  await server.data('POST', '/sim/clock/advance', { by: '61m' });
  await server.data('DELETE', '/api/v1/gpr', { gprId: gone });
  assert.equal(await server.end('SIGTERM'), 0);

  const node = 'worker-2-VM.GPU.A10.2-0';
  assert.deepEqual(
    listed(db).map(({ gprId, gprName, state, nodes }) => [gprId, gprName, state, ...nodes]),
    [
      [first, 'with, a "comma"', 'Complete', node],
      [gone, '', 'Removed'],
      [second, 'second', 'Successful', node],
    ],
  );
  const { stdout } = gprsim(['gprs', db, '--csv']);
  const [complete, , running] = parse(stdout, { columns: true }) as Record<string, string>[];
  assert.deepEqual(
    [complete.gprName, complete.ranMs, complete.endedAt],
    ['with, a "comma"', '3600000', '2026-01-05T09:00:20.000Z'],
  );
  assert.deepEqual([running.gprName, running.ranMs, running.endedAt], ['second', '', '']);

  const [header, ...lines] = gprsim(['gprs', db]).stdout.trimEnd().split('\n');
  assert.match(
    header,
    /^GPR +name +workspace +cluster +priority +GPUs +state +created +wait +ran +evictions +nodes +reason$/,
  );
  assert.equal(lines.length, 3);
  assert.match(
    lines[0],
    /^gpr-\S+ +with, a "comma" +team-blue +worker-2 +\d+ +2 +Complete +2026-01-05T\S+ +0s +1h +0 +worker-2\S+ +exit duration over$/,
  );
  assert.deepEqual(gprsim(['gprs', db, '--state', 'Failed', '--csv']).stdout.split('\n').slice(1), ['']);
});

test('an unknown workspace is bad usage, and the error lists the workspaces of the file', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(['run', 'tiny', '--db', db]);
  for (const flags of [[], ['--csv']]) {
    const { status, stdout, stderr } = gprsim(['gprs', db, '--workspace', 'mornin', ...flags]);
    const error = `unknown workspace "mornin"; ${db} has morning, evening; did you mean morning?`;
    assert.deepEqual([status, stdout, stderr], [2, '', `gprsim: ${error}\n`]);
  }
});

test('gprs of a damaged file advises to restore a copy or to derive it again', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(['run', 'demo', '--until', '2d', '--db', db]);
  const bytes = readFileSync(db);
  for (let page = 40 * 4096; page < bytes.length; page += 4096) bytes.fill(255, page, page + 64);
  writeFileSync(db, bytes);
  const { status, stderr } = gprsim(['gprs', db]);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /is damaged: .* malformed; restore a copy of the file; if its scenario and journal are whole, gprsim import \S+ NEW derives the rest again\n$/,
  );
  assert.equal(gprsim(['import', db, `${db}.rebuilt`]).status, 0);
});

test('gprs refuses missing files, unknown states and conflicting flags', (t) => {
  const db = join(temporaryFolder(t), 'none.gprsim');
  for (const [args, status, message] of [
    [[db], 2, /there is no file/],
    [[db, '--state', 'Done'], 2, /--state takes Queued, .* or Removed, not "Done"/],
    [[db, '--csv', '--json'], 2, /--csv or --json, not both/],
    [[':memory:'], 2, /takes a file/],
  ] as [string[], number, RegExp][]) {
    const ran = gprsim(['gprs', ...args]);
    assert.equal(ran.status, status, args.join(' '));
    assert.match(ran.stderr, message);
  }
});
