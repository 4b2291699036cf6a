// --load of run, compare and serve.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';

test('--load multiplies the rate of generated arrivals', () => {
  const run = (...flags: string[]) => gprsim(words`run demo --until 2d --json ${flags}`).json;
  const plain = run();
  assert.equal(plain.load, undefined);
  assert.equal(run('--load', '1').hash, plain.hash);
  for (const load of [0.5, 1.2]) {
    const { gprs, load: shown } = run('--load', `${load}`);
    assert.equal(shown, load);
    assert.ok(Math.abs(gprs / plain.gprs / load - 1) < 0.02, `${gprs} and ${plain.gprs} GPRs`);
  }
  assert.match(gprsim('run demo --until 1h --load 1.25').stdout, /^demo {2}seed 42 {2}load 1\.25 /m);
});

test('--load divides the gaps of a recorded trace', (t) => {
  const folder = temporaryFolder(t);
  const nodes = join(folder, 'nodes.csv');
  const pods = join(folder, 'pods.csv');
  writeFileSync(nodes, 'sn,cpu_milli,memory_mib,gpu,model\nn0,64000,262144,2,P100\n');
  const row = (name: string, at: number) => `${name},1000,1024,1,1000,,BE,Running,${at},${at + 60},${at}\n`;
  const header =
    'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n';
  writeFileSync(pods, header + row('a', 0) + row('b', 1000) + row('c', 3001));
  const arrivals = (...flags: string[]) => {
    const db = join(folder, `${flags.length}.gprsim`);
    const trace = words`--trace openb --nodes ${nodes} --workload ${pods}`;
    gprsim(words`run ${trace} --db ${db} --json ${flags}`);
    const { stdout } = gprsim(words`facts ${db} --kind gpr.created --json`);
    const facts = stdout.trim().split('\n');
    return facts.map((line) => Date.parse(JSON.parse(line).at) - Date.parse('2026-01-01T00:00:00Z'));
  };
  assert.deepEqual(arrivals(), [0, 1_000_000, 3_001_000]);
  assert.deepEqual(arrivals('--load', '2'), [0, 500_000, 1_500_500]);
});

test('compare has --load in its figures, its report and the command that repeats it', (t) => {
  const page = join(temporaryFolder(t), 'page.html');
  const args = words`compare demo --until 6h --seeds 1..2 --load 1.2`;
  const { json } = gprsim(words`${args} --json --report ${page}`);
  assert.equal(json.load, 1.2);
  assert.match(json.command, / --load 1\.2 /);
  assert.notEqual(json.hash, gprsim([...args.slice(0, -2), '--json']).json.hash);
});

test('serve keeps the load of its world, and refuses a file with another one', async (t) => {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const args = words`demo --db ${db} --paused --load 1.5`;
  const server = await Server.start(t, args);
  assert.equal(server.announced.load, 1.5);
  await server.signIn();
  assert.equal((await server.get('/sim/state')).arrivalRate, 1.5);
  await server.put('/sim/workload', { arrivalRate: 3 });
  await server.post('/sim/reset');
  assert.equal((await server.get('/sim/state')).arrivalRate, 1.5, 'a reset restores it');
  await server.end('SIGTERM');
  for (const [flags, why] of [
    [words`--load 2`, 'not of demo with seed 42 and load 2;'],
    [['demo'], 'not of demo with seed 42;'],
  ] as const) {
    const { status, stderr } = gprsim(words`serve ${flags} --db ${db} --paused --listen 127.0.0.1:0`);
    assert.equal(status, 1);
    assert.ok(stderr.includes(`is a world of scenario demo with seed 42 and load 1.5, ${why}`), stderr);
  }
});
