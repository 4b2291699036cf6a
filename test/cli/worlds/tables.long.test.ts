// `gprsim tables`: the tables are as docs/tables.md documents them, they add up to the figures of the run, and SQL reads them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import {
  createTables,
  creatingIndexes,
  TABLE_NAMES,
} from '../../../src/cli/commands/world-file/tables/schema.ts';
import { documentAt } from '../../documents/documents.ts';
import { words } from '../../support/words.ts';
import { missing, pathOf } from '../../traces/study.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';

const { text: page, blocks } = documentAt('docs/tables.md');
const queries = blocks.filter(({ language }) => language === 'sql').map(({ text }) => text);

type Row = Readonly<Record<string, string | number | null>>;

/** Writes the tables of a file and opens them. */
function tablesOf(t: TestContext, db: string, ...flags: string[]) {
  const path = join(temporaryFolder(t), 'tables.sqlite');
  const { status, stderr, json } = gprsim(words`tables ${db} ${path} --json ${flags}`);
  assert.equal(status, 0, stderr);
  const database = new Database(path, { readonly: true });
  t.after(() => database.close());
  assert.deepEqual(database.pragma('foreign_key_check'), []);
  assert.deepEqual(database.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
  const all = (sql: string) => database.prepare<[], Row>(sql).all();
  const counts = Object.keys(json.rows).map((name) => [name, all(`SELECT count(*) AS n FROM ${name}`)[0].n]);
  assert.deepEqual(json, { written: path, rows: Object.fromEntries(counts) });
  return { path, all, one: (sql: string) => all(sql)[0] };
}

/** Runs a scenario in which memory keeps only five GPRs that have ended. */
function ran(t: TestContext, name: string, ...flags: string[]) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'scenario.json');
  const db = join(folder, 'run.gprsim');
  writeFileSync(file, JSON.stringify({ ...gprsim(['scenarios', name, '--json']).json, keepEnded: 5 }));
  const { status, stderr, json } = gprsim(words`run ${file} --db ${db} --per-workspace --json ${flags}`);
  assert.equal(status, 0, stderr);
  return { db, summary: json };
}

test('the page documents each table, each column and its type, and no others', () => {
  const database = new Database(':memory:');
  createTables(database, TABLE_NAMES);
  for (const _ of creatingIndexes(database, TABLE_NAMES));
  const named = [...page.matchAll(/^## ([a-z_]+)\n(.*?)(?=^## )/gms)];
  const views = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").pluck().all();
  assert.deepEqual(named.map(([, name]) => name).sort(), [...TABLE_NAMES, ...views].sort());
  for (const [, name, section] of named) {
    const documented = [...section.matchAll(/^\| `(\w+)` \| ([A-Z]+(?: or NULL)?) \| .+ \|$/gm)];
    const columns = database.pragma(`table_info(${name})`) as Record<string, string | number>[];
    assert.deepEqual(
      documented.map(([, column, type]) => `${column} ${views.includes(name) ? type.split(' ')[0] : type}`),
      columns.map(({ name: column, type, notnull, pk }) => {
        const isNullable = notnull === 0 && pk === 0 && !views.includes(name);
        return `${column} ${type}${isNullable ? ' or NULL' : ''}`;
      }),
      name,
    );
  }
  const keys = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| [^|]+ \|$/gm)].flatMap(([, cell]) =>
    cell.replaceAll('`', '').split(', '),
  );
  assert.ok(keys.includes('end_ms') && keys.includes('load'));
  assert.equal(queries.length, 6);
});

/** The queries of the page have the same answers in SQLite, its command and Python. */
function assertAnsweredAlike(path: string, all: (sql: string) => Row[]): void {
  const answers = queries.map(all);
  for (const [i, rows] of answers.entries()) {
    assert.ok(rows.length > 0, queries[i]);
    for (const [column, value] of Object.entries(rows[0]))
      assert.notEqual(value, null, `${column}: ${queries[i]}`);
  }
  const command = spawnSync('sqlite3', ['-json', path], { encoding: 'utf8', input: queries.join(';\n') });
  if (command.error === undefined)
    assert.deepEqual(JSON.parse(`[${command.stdout.replaceAll(/\]\n\[/g, '],[')}]`), answers, command.stderr);
  const python = `import json, sqlite3, sys
for query in sys.argv[2:]: print(json.dumps(sqlite3.connect(sys.argv[1]).execute(query).fetchall()))`;
  const script = spawnSync('python3', ['-c', python, path, ...queries], { encoding: 'utf8' });
  if (script.error !== undefined) return;
  assert.deepEqual(
    script.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    answers.map((rows) => rows.map((row) => Object.values(row))),
    script.stderr,
  );
}

test('the rows add up to the summary of the run, and SQLite, its command and Python answer the queries of the page alike', (t) => {
  const { db, summary } = ran(t, 'demo', '--until', '1d', '--load', '1.2');
  const { path, all, one } = tablesOf(t, db, '--facts');
  assertAnsweredAlike(path, all);
  assert.ok(summary.evictions > 0 && summary.failed > 0 && summary.timedOut > 0);
  const figures =
    one(`SELECT count(*) AS gprs, count(wait_ms) AS placed, sum(state = 'Complete') AS completed,
      sum(state = 'TimedOut') AS timedOut, sum(state = 'Failed') AS failed, sum(state = 'Queued') AS waiting,
      sum(state IN ('Provisioning', 'Successful')) AS running, sum(evictions) AS evictions,
      sum(requeues) AS requeues, avg(wait_ms) AS waitMsMean, max(wait_ms) AS waitMsMax FROM gprs`);
  const counted = one(`SELECT (SELECT count(*) FROM evictions) AS evictions,
      (SELECT sum(state = 'Queued') FROM attempts) AS requeues, (SELECT max(fact) FROM facts) AS facts,
      (SELECT 1.0 * sum(allocated_gpus * (until_ms - at_ms)) / sum(up_gpus * (until_ms - at_ms)) FROM levels)
        AS utilization`);
  for (const [member, value] of [...Object.entries(figures), ...Object.entries(counted)])
    assert.equal(value, summary[member], member);

  const run = Object.fromEntries(all('SELECT key, value FROM run').map(({ key, value }) => [key, value]));
  const { hash, facts, seed, queue, simMs, load } = summary;
  for (const [key, value] of Object.entries({
    hash,
    facts,
    seed,
    queue,
    end_ms: simMs,
    load,
    interrupted: 0,
  }))
    assert.equal(run[key], value, key);
  // Whole numbers are integers, so that they can be compared and divided as such.
  assert.equal(one("SELECT typeof(value) AS type FROM run WHERE key = 'end_ms'").type, 'integer');

  for (const { name, gpuHours, queueLengthMean, queueLengthMax, utilization } of summary.parts.clusters) {
    const level = one(`SELECT sum(allocated_gpus * (until_ms - at_ms)) / 3600000.0 AS gpuHours,
        1.0 * sum(queued * (until_ms - at_ms)) / sum(until_ms - at_ms) AS queueLengthMean,
        max(queued) FILTER (WHERE until_ms > at_ms) AS queueLengthMax,
        1.0 * sum(allocated_gpus * (until_ms - at_ms)) / sum(up_gpus * (until_ms - at_ms)) AS utilization,
        sum(until_ms - at_ms) AS covered FROM levels WHERE cluster = '${name}'`);
    assert.deepEqual(level, { gpuHours, queueLengthMean, queueLengthMax, utilization, covered: simMs });
  }
  const hours =
    all(`SELECT workspace, sum(gpus * (coalesce(a.ended_at_ms, ${simMs}) - a.started_at_ms)) AS gpuMs
      FROM attempts AS a JOIN gprs USING (gpr) GROUP BY workspace`);
  assert.ok(hours.length > 3);
  for (const { workspace, gpuMs } of hours) {
    const part = summary.parts.workspaces.find(({ name }: { name: string }) => name === workspace);
    assert.equal((gpuMs as number) / 3_600_000, part.gpuHours, `${workspace}`);
  }
  // The GPUs of the nodes of an attempt are its GPUs.
  assert.deepEqual(
    all(`SELECT attempt FROM attempts JOIN (SELECT attempt, sum(gpus) AS held, count(*) AS nodes FROM attempt_nodes
        GROUP BY attempt) USING (attempt) JOIN gprs USING (gpr) WHERE held <> gpus OR nodes <> node_count`),
    [],
  );

  // The same GPRs and facts as the commands that list them.
  const listed = gprsim(words`gprs ${db} --json`)
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const members = [
    'gprId',
    'gprName',
    'workspace',
    'priority',
    'state',
    'waitMs',
    'ranMs',
    'evictions',
    'requeues',
  ];
  assert.deepEqual(
    all(`SELECT gpr_id AS gprId, name AS gprName, workspace, priority, state, wait_ms AS waitMs, ran_ms AS ranMs,
        evictions, requeues FROM gprs ORDER BY gpr_id`),
    listed
      .map((gpr) => Object.fromEntries(members.map((member) => [member, gpr[member]])))
      .sort((a, b) => (a.gprId < b.gprId ? -1 : 1)),
  );
  const listedFacts = gprsim(words`facts ${db} --json`)
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const stored =
    all(`SELECT fact, kind, gpr_id, facts.workspace, members FROM facts LEFT JOIN gprs USING (gpr)
      ORDER BY fact`);
  assert.equal(stored.length, listedFacts.length);
  for (const [i, { fact, kind, gpr_id, workspace, members }] of stored.entries()) {
    const { seq, at: _, kind: its, ...rest } = listedFacts[i];
    assert.deepEqual([fact, kind, gpr_id, workspace], [seq, its, rest.gprId ?? null, rest.workspace ?? null]);
    assert.deepEqual(JSON.parse(members as string), rest);
  }
  const kinds =
    one(`SELECT (SELECT count(*) FROM facts WHERE kind = 'head.blocked') - (SELECT count(*) FROM blocked)
      + (SELECT count(*) FROM facts WHERE kind = 'gpr.delayed') - (SELECT count(*) FROM delays) AS missing,
      (SELECT count(*) FROM delays) AS delays, (SELECT count(*) FROM outages) AS outages`);
  assert.equal(kinds.missing, 0);
  assert.ok((kinds.delays as number) > 0 && (kinds.outages as number) > 0);
});

test('an eviction, a failed node and a deleted GPR are in the rows, also while a server has the file', async (t) => {
  const folder = temporaryFolder(t);
  const scenario = gprsim('scenarios quiet --json').json;
  const instanceType = 'VM.GPU.A10.2';
  const clusters = scenario.clusters.filter(({ name }: { name: string }) => name === 'worker-2');
  clusters[0].nodes = [{ instanceType, count: 1 }];
  const workspaces = ['blue', 'red'].map((name) => ({ name, clusters: ['worker-2'] }));
  const file = join(folder, 'small.json');
  writeFileSync(file, JSON.stringify({ ...scenario, clusters, workspaces }));
  const db = join(folder, 'small.gprsim');
  const server = await (await Server.start(t, words`${file} --db ${db} --paused`)).signIn();
  const where = { clusterName: 'worker-2', instanceType, gpuShape: 'NVIDIA-A10' };
  const ask = async (gprName: string, sliceName: string, more: object): Promise<string> =>
    (
      await server.post('/api/v1/gpr', {
        gprName,
        sliceName,
        ...where,
        numberOfGPUs: 2,
        numberOfGPUNodes: 1,
        ...more,
      })
    ).gprId;

  // The provisioning delay is 20 s.
  const victim = await ask('victim', 'blue', { priority: 50, exitDuration: '1h', requeueOnFailure: true });
  await server.advance('10m');
  const evictor = await ask('evictor', 'red', { priority: 200, exitDuration: '30m', enableEviction: true });
  await server.advance('5m');
  await server.post(`/sim/nodes/worker-2/worker-2-${instanceType}-0/down`, { repairAfter: '30m' });
  const gone = await ask('gone', 'blue', { priority: 1, exitDuration: '1h' });
  await server.delete('/api/v1/gpr', { gprId: gone });
  await server.advance('40m');

  const { all, one } = tablesOf(t, db);
  const values = (sql: string) => all(sql).map((row) => Object.values(row));
  assert.deepEqual(
    values(`SELECT gpr_id, name, workspace, node_count, gpus_per_node, priority, exit_ms, state, reason, created_at_ms,
        started_at_ms, ended_at_ms, wait_ms, ran_ms, evictions, requeues FROM gprs`),
    [
      [victim, 'victim', 'blue', 1, 2, 50, 3_600_000, 'Successful', null, 0, 0, null, 0, null, 1, 1],
      [
        evictor,
        'evictor',
        'red',
        1,
        2,
        200,
        1_800_000,
        'Failed',
        'node failure',
        600_000,
        600_000,
        900_000,
        0,
        280_000,
        0,
        0,
      ],
      [gone, 'gone', 'blue', 1, 2, 1, 3_600_000, 'Removed', null, 900_000, null, 900_000, null, null, 0, 0],
    ],
  );
  assert.deepEqual(values('SELECT * FROM attempts'), [
    [1, 1, 2, 2_000, 0, 20_000, 600_000, 'Queued', 'eviction', 2, null],
    [2, 2, 2, 2_000, 600_000, 620_000, 900_000, 'Failed', 'node failure', null, 1],
    [3, 1, 2, 2_000, 2_700_000, 2_720_000, null, 'Successful', null, null, null],
  ]);
  assert.deepEqual(values('SELECT * FROM evictions'), [[1, 600_000, 1, 2, 2, 2_000, 'Queued']]);
  assert.deepEqual(values('SELECT * FROM attempt_nodes'), [
    [1, 1, 2, 2_000, null],
    [2, 1, 2, 2_000, null],
    [3, 1, 2, 2_000, null],
  ]);
  assert.deepEqual(values('SELECT * FROM nodes'), [
    [1, `worker-2-${instanceType}-0`, 'worker-2', instanceType, 'NVIDIA-A10', 2, 0, null],
  ]);
  assert.deepEqual(values('SELECT * FROM outages'), [[1, 1, 900_000, 2_700_000]]);
  assert.deepEqual(values('SELECT * FROM levels'), [
    [0, 'worker-2', 600_000, 0, 1, 2, 2_000, 2],
    [600_000, 'worker-2', 900_000, 1, 1, 2, 2_000, 2],
    [900_000, 'worker-2', 2_700_000, 1, 0, 0, 0, 0],
    [2_700_000, 'worker-2', 3_300_000, 0, 1, 2, 2_000, 2],
  ]);
  assert.equal(one("SELECT value FROM run WHERE key = 'end'").value, '2026-01-05T08:55:00.000Z');

  // What a rewind left is not in the tables.
  await server.post('/sim/rewind', { to: '2026-01-05T08:05:00Z' });
  const rewound = tablesOf(t, db);
  assert.deepEqual(
    rewound.all('SELECT name, state FROM gprs').map((row) => Object.values(row)),
    [['victim', 'Successful']],
  );
  assert.deepEqual(
    rewound
      .all("SELECT value FROM run WHERE key IN ('branch', 'end_ms') ORDER BY key")
      .map(({ value }) => value),
    [2, 300_000],
  );
  assert.equal(await server.end('SIGTERM'), 0);
});

test('the tables of a file that a server writes have one commit of it, and the server goes on', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const server = await (await Server.start(t, words`demo --db ${db} --speed 100000`)).signIn();
  await server.reach(7_200_000);
  const { one } = tablesOf(t, db, '--facts');
  const read = one(`SELECT (SELECT value FROM run WHERE key = 'facts') AS facts,
      (SELECT value FROM run WHERE key = 'end_ms') AS end_ms`);
  assert.deepEqual(
    one('SELECT max(fact) AS facts, (SELECT max(until_ms) FROM levels) AS end_ms FROM facts'),
    read,
  );
  await server.reach((read.end_ms as number) + 3_600_000);
  assert.equal(await server.end('SIGTERM'), 0);
});

test('a file that exists and arguments that are no files are refused, and nothing is left', (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  gprsim(words`run tiny --db ${db}`);
  const before = statSync(db).mtimeMs;
  const refused = (...args: string[]) => {
    const { status, stderr } = gprsim(['tables', ...args]);
    return [status, stderr.replaceAll(folder, '')];
  };
  const out = join(folder, 'out.sqlite');
  assert.deepEqual(refused(db, db), [1, 'gprsim: the file /run.gprsim already exists; give a new name\n']);
  const [status, text] = refused('http://127.0.0.1:8080', out);
  assert.equal(status, 2);
  assert.match(`${text}`, /tables takes a file, not the URL of a server/);
  assert.equal(refused(join(folder, 'none'), out)[0], 2);
  assert.equal(refused(db, join(folder, 'no', 'folder'))[0], 2);
  assert.deepEqual(readdirSync(folder), ['run.gprsim']);
  assert.equal(statSync(db).mtimeMs, before);
  assert.match(gprsim(['tables', db, out]).stdout, /^written to .*, with these rows:\n +run +17\n/);
  assert.equal(refused(db, out)[0], 1);
  // The tables are no world.
  assert.equal(refused(out, join(folder, 'other'))[0], 2);
  assert.equal(existsSync(join(folder, 'other')), false);
});

test('shared GPUs: shapes, masks, and thousandths that add up to the utilization', { skip: missing }, (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  const files = ['--nodes', pathOf('openb_node_list_gpu_node.csv'), '--workload'];
  const trace = words`--trace openb ${files} ${pathOf('openb_pod_list_default.csv')} --keep-nodes 1/16`;
  const shared = words`${trace} --shares exact --compress 2000 --queue refuse`;
  const { status, stderr, json } = gprsim(words`run ${shared} --placement fgd --db ${db} --json`);
  assert.equal(status, 0, stderr);
  const { all, one } = tablesOf(t, db, '--facts');
  const { gpus, milli, up } = one(`SELECT sum(allocated_gpus * (until_ms - at_ms)) AS gpus,
    sum(allocated_milli * (until_ms - at_ms)) AS milli, sum(up_gpus * (until_ms - at_ms)) AS up FROM levels`);
  assert.ok(Math.abs(Number(milli) / 1000 / Number(up) - json.utilization) < 1e-9);
  assert.ok(Number(gpus) * 1000 > Number(milli));
  // The queries of the page add up to the same GPU time.
  const rowsOf = (words: string) => all(queries.find((query) => query.includes(words))!);
  const hours = rowsOf('AS gpu_hours').reduce((sum, { gpu_hours }) => sum + Number(gpu_hours), 0);
  assert.ok(Math.abs(hours - Number(milli) / 3_600_000_000) < 0.1, `${hours}`);
  const { nodes } =
    one(`SELECT sum(attempt_nodes.allocated_milli * (coalesce(ended_at_ms, end_ms.value) - started_at_ms)) AS nodes
    FROM attempt_nodes JOIN attempts USING (attempt) JOIN run AS end_ms ON end_ms.key = 'end_ms'`);
  assert.equal(nodes, milli);
  for (const { percent } of [...rowsOf('pieces'), ...rowsOf('SELECT nodes.name')])
    assert.ok(Number(percent) <= 100, `${percent}`);
  const { refused, started } = one(
    `SELECT sum(reason = 'no room') AS refused, count(wait_ms) AS started FROM gprs`,
  );
  assert.equal(refused, json.failed);
  assert.equal(started, json.placed);
  assert.ok(Number(refused) > 0);
  const { pairs, wrong } = one(`SELECT count(*) AS pairs, sum(gpu_mask >= 1 << nodes.gpus OR
    (gpus_per_node > 0) <> (gpu_mask > 0) OR gpu_milli IS NULL) AS wrong
    FROM attempt_nodes JOIN attempts USING (attempt) JOIN gprs USING (gpr) JOIN nodes USING (node)`);
  assert.equal(pairs, started);
  assert.equal(wrong, 0);
});
