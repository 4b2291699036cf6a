import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

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
  const { status, stdout, stderr } = gprsim(words`gprs ${db} --json ${flags}`);
  assert.equal(status, 0, stderr);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
}

test('gprs lists GPRs of clients with their names, as text, JSON and CSV, and deleted GPRs', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const server = await (await Server.start(t, words`quiet --db ${db} --paused`)).signIn();
  const where = { sliceName: 'team-blue', clusterName: 'worker-2' };
  const what = { instanceType: 'VM.GPU.A10.2', gpuShape: 'NVIDIA-A10', numberOfGPUs: 2, numberOfGPUNodes: 1 };
  const ask = async (gprName: string, priority: number): Promise<string> =>
    (await server.post('/api/v1/gpr', { gprName, ...where, ...what, priority, exitDuration: '1h' })).gprId;
  const first = await ask('with, a "comma"', 200);
  const second = await ask('second', 100);
  const gone = await ask('gone', 50);
  await server.advance('61m');
  await server.delete('/api/v1/gpr', { gprId: gone });
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
  const { stdout } = gprsim(words`gprs ${db} --csv`);
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
  assert.deepEqual(gprsim(words`gprs ${db} --state Failed --csv`).stdout.split('\n').slice(1), ['']);
  assert.deepEqual(
    listed(db, '--state', 'Complete').map(({ gprId }) => gprId),
    [first],
  );
  assert.equal(listed(db, '--workspace', 'team-blue').length, 3);
  assert.equal(listed(db, '--workspace', 'team-red').length, 0);
});

test('an unknown workspace is bad usage, and the error lists the workspaces of the file', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run tiny --db ${db}`);
  for (const flags of [[], ['--csv']]) {
    const { status, stdout, stderr } = gprsim(words`gprs ${db} --workspace mornin ${flags}`);
    const error = `unknown workspace "mornin"; ${db} has morning, evening; did you mean morning?`;
    assert.deepEqual([status, stdout, stderr], [2, '', `gprsim: ${error}\n`]);
  }
});

test('gprs of a damaged file advises to restore a copy or to derive it again', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run demo --until 2d --db ${db}`);
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
  assertRefused('gprs', { db: join(temporaryFolder(t), 'none.gprsim') });
});
