// A log of a batch machine on the command line and on a server.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';
import { logOf } from './small-traces.ts';

function written(t: TestContext, queue: string): { log: string; scenario: string; db: string } {
  const folder = temporaryFolder(t);
  const log = join(folder, 'log.swf');
  const scenario = join(folder, 'scenario.json');
  writeFileSync(log, logOf(200));
  const content = {
    name: 'batch',
    start: '2026-01-05T00:00:00Z',
    scheduler: { queue, cycle: 'event' },
    workload: [{ kind: 'swf', log: 'log.swf' }],
  };
  writeFileSync(scenario, JSON.stringify(content));
  return { log, scenario, db: join(folder, 'world.gprsim') };
}

test('a server shows a log, and forecasts its starts', async (t) => {
  const { scenario, db } = written(t, 'conservative');
  const server = await (await Server.start(t, words`${scenario} --db ${db} --paused`)).signIn();
  await server.advance('50m');
  const { nodes } = await server.get('/sim/state');
  assert.deepEqual(
    nodes.map(({ name, gpus, freeGpus }: Record<string, unknown>) => [name, gpus, freeGpus]),
    [['swf-machine-0', 16, 0]],
  );
  // The first job has the machine for an hour from the first submission on. One job a minute has arrived since.
  const { total, gprs } = await server.get('/sim/gprs?state=Queued&limit=200');
  assert.equal(total, 50);
  const head = await explained(server, gprs[0].gprId);
  const why = `needs 1 × ${gprs[0].gpus} GPUs of machine in swf: 0`;
  assert.equal(head.sentence.slice(0, why.length), why);
  assert.equal(head.estimatedStartTime, '2026-01-05T01:00:00.000Z');
  const plan = `; it is planned for ${head.estimatedStartTime}`;
  assert.ok(head.sentence.endsWith(plan) && gprs[0].why.endsWith(plan), head.sentence);
  const { rows } = await server.get('/sim/gantt');
  assert.deepEqual([rows[0].name, rows[0].lanes], ['swf-machine-0', 16]);

  // A request in an open round.
  const request = {
    gprName: 'mine',
    sliceName: 'user-1',
    clusterName: 'swf',
    instanceType: 'machine',
    gpuShape: 'processor',
    numberOfGPUNodes: 1,
    numberOfGPUs: 3,
    priority: 100,
    exitDuration: '10m',
  };
  const { gprId } = await server.post('/api/v1/gpr', request);
  const estimate = await explained(server, gprId);
  assert.ok(estimate.estimatedStartTime > head.estimatedStartTime);
  assert.equal(estimate.waiting.ahead.total, 50);
  await server.put('/sim/scheduler', { queue: 'backfill' });
  await server.advance('1h');
  await server.put('/sim/scheduler', { queue: 'conservative' });
  await server.advance('1h');
  const refused = await server.send('PUT', '/sim/scheduler', { order: 'shortest' });
  assert.match(
    refused.message,
    /"order" must not be "shortest", because "conservative" plans GPRs in the order/,
  );
  const added = { cluster: 'swf', instanceType: 'machine', count: 1 };
  const { message } = await server.send('POST', '/sim/nodes', added);
  assert.match(message, /"cluster" must not be "swf", because it is one machine with processors/);
  const { url } = server.announced;
  const env = { GPRSIM_API_KEY: server.announced.apiKey! };
  await server.post('/sim/rewind', { to: '90m' });
  for (const [command, header] of [
    [['nodes', url], /1 node, 16 processors, \d+ free\n.* processor model {2}processors /],
    [['gprs', url], /^GPR .* processors /],
    [['queue', url], / {2}processors .* why\n.* processors of machine in swf/],
    [['explain', url, gprs[0].gprId], /^ {2}2026.* got \d+ processors on swf-machine-0$/m],
    [words`whatif ${url} --until 2h`, /^with processors at the end /m],
  ] as const) {
    const { stdout } = gprsim(command, env);
    assert.match(stdout, header);
    assert.doesNotMatch(stdout, /GPUs?\b/);
  }
  assert.equal(await server.end('SIGTERM'), 0);
  assert.match(gprsim(['gprs', db]).stdout, /^GPR .* processors /);
});

async function explained(server: Server, gprId: string) {
  const { sentence, estimatedStartTime, waiting } = await server.get(`/sim/explain/${gprId}`);
  return { sentence, estimatedStartTime, waiting };
}

test('run reports what it left out', (t) => {
  const { log } = written(t, 'strict');
  const flags = words`--trace swf --workload ${log} --processors 8`;
  const { stdout } = gprsim(['run', ...flags]);
  // The first job needs 16 processors. Four of twelve others need more than 8: 64 of 192, and 3 of the last 7.
  assert.match(stdout, /^132 of 200 jobs became GPRs, of 3 workspaces, on 8 processors\n/);
  assert.match(
    stdout,
    /^68 jobs with more processors than the machine left out: [0-9.]+ % of the processor time \(lines 2, 3, 5, …\)$/m,
  );
  const { traces, queue } = gprsim(words`run ${flags} --queue conservative --json`).json;
  const { processors, gprs, tooManyProcessors, cleaning } = traces[0];
  assert.deepEqual(
    [queue, cleaning, processors, gprs, tooManyProcessors],
    ['conservative', 'drop', 8, 132, 68],
  );
});

test('a machine has processors and no fragmentation', (t) => {
  const { log } = written(t, 'strict');
  const report = join(temporaryFolder(t), 'report.html');
  const trace = words`--trace swf --workload ${log}`;
  const { stdout } = gprsim(words`run ${trace} --report ${report} --per-workspace`);
  assert.match(stdout, /^ {2}utilization +[0-9.]+ % of the processors$/m);
  assert.match(stdout, /evicted {2}processor hours$/m);
  const compared = gprsim(words`compare ${trace} --queue strict,backfill`).stdout;
  const page = readFileSync(report, 'utf8');
  for (const text of [stdout, compared, page.replaceAll(/<details.*?<\/details>/gs, '')])
    assert.doesNotMatch(text, /GPU|ragmentation/);
  assert.equal(typeof gprsim(words`run ${trace} --json`).json.fragmentation, 'number');
});

test('policies that a world cannot have are refused with the reason', (t) => {
  assertRefused('policies', { log: written(t, 'strict').log });
});

test('run --json and --csv have the options that determine the jobs', (t) => {
  const run = words`run --trace swf --workload ${written(t, 'backfill').log}`;
  const { broken, bound, compress } = gprsim([...run, '--json']).json;
  assert.deepEqual({ broken, bound, compress }, { broken: 'drop', bound: 'requested', compress: '1' });
  const { stdout } = gprsim(words`${run} --broken repair --bound exact --csv`);
  assert.match(stdout, /^broken,repair\ncompress,1\nbound,exact\n/m);
});
