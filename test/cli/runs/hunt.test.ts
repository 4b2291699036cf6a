// `gprsim hunt`: commands of every kind as clients, what it prints, and that nothing is left behind.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gprsim, interrupt, temporaryFolder } from '../gprsim.ts';

const folder = temporaryFolder({ after });

/** The path of a client, a program for Node. */
function client(name: string, text: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `const { GPRSIM_URL: url, GPRSIM_API_KEY: apiKey, GPRSIM_SEED: seed } = process.env;\n${text}`,
  );
  return path;
}

function hunt(flags: string, path: string) {
  return gprsim([...flags.split(' '), '--', process.execPath, path]);
}

const calls = `
async function call(method, path, body, token = '') {
  const headers = { Authorization: 'Bearer ' + token };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  return response.json();
}
`;
const signIn = `${calls}
const { data } = await call('POST', '/api/v1/auth', { apiKey });
`;
/** Creates a GPR again if an answer is lost, and leaves what it has lost. */
const careless = client(
  'careless',
  `${signIn}
const gpr = { gprName: 'one', sliceName: 'team-blue', clusterName: 'worker-2', instanceType: 'VM.GPU.A10.2',
  gpuShape: 'NVIDIA-A10', numberOfGPUNodes: 1, priority: 100, exitDuration: '1h' };
let made;
while (made === undefined) {
  try {
    made = (await call('POST', '/api/v1/gpr', gpr, data.token)).data;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
console.log('handed over ' + made.gprId);
`,
);

/** Signs in, and fails by no fault. */
const modest = client(
  'modest',
  "await fetch(url + '/api/v1/auth', { method: 'POST', body: JSON.stringify({ apiKey }) }).catch(() => {});",
);

test('a bug is found, saved, and repeated; the seeds and the order of the output do not depend on --jobs', () => {
  const cases = join(folder, 'cases.json');
  const flags = 'hunt --seeds 1..6 --faults lost=0.4 --json';
  const { status, stdout, stderr } = hunt(`${flags} --jobs 4 --save ${cases}`, careless);
  assert.equal(status, 1, stderr);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const last = lines.at(-1);
  assert.deepEqual(Object.keys(last), ['seeds', 'failures', 'kinds', 'reached', 'cases']);
  assert.equal(last.failures, lines.length - 1);
  assert.ok(
    lines.slice(0, -1).every(({ seed, kind, faults }) => seed > 0 && kind !== '' && faults.length > 0),
  );
  assert.equal(hunt(`${flags} --jobs 1`, careless).stdout, stdout);
  const { kind, hash } = last.cases.find((one: { kind: string }) => one.kind === 'duplicate');
  const saved = JSON.parse(readFileSync(cases, 'utf8'));
  assert.deepEqual(saved, { scenario: 'quiet', step: '10s', cases: last.cases });
  const again = hunt(`hunt --repeat ${cases} --json`, careless);
  assert.equal(again.status, 1);
  const repeated = again.json.cases.find((one: { was: string }) => one.was === 'duplicate');
  assert.deepEqual([repeated.kind, repeated.hash, repeated.isSame], [kind, hash, true]);
  const mended = hunt(`hunt --repeat ${cases}`, modest);
  assert.equal(mended.status, 0);
  assert.match(mended.stdout, /duplicate, seed \d: does not happen any more/);
});

test('text shows the faults, and the calls around them', () => {
  const { stdout } = hunt('hunt --seeds 1..6 --faults lost=0.4', careless);
  assert.match(
    stdout,
    /duplicate, seed \d: a GPR was made twice, because the answer to the first call was lost: gpr-\S+ is a second one of team-blue/,
  );
  assert.match(stdout, / {2}- call 1 of createGpr: executed, the answer lost\n/);
  assert.match(stdout, / {2}2 {2}\+20s {2}POST \/api\/v1\/gpr {2}→ no answer {3}← lost, executed: 200\n/);
  assert.match(stdout, /\d of 6 seeds failed: /);
});

test('a hunt without a failure', () => {
  const { status, json } = hunt('hunt tiny --seeds 1..3 --json', modest);
  assert.equal(status, 0);
  assert.deepEqual([json.seeds, json.failures, json.kinds, json.cases], [3, 0, {}, []]);
});

test('a command that ignores its world, or does not start', () => {
  const ignoring = hunt('hunt', client('ignoring', ''));
  assert.equal(ignoring.status, 1);
  assert.match(ignoring.stderr, /the client made no call to its world/);
  const { status, stderr } = gprsim(['hunt', '--', '/no/such/command']);
  assert.equal(status, 2);
  assert.match(stderr, /cannot start \/no\/such\/command: there is no such file/);
});

test('a command that crashes, prints megabytes, forks or hangs ends clearly, and leaves no process', () => {
  const mark = `gprsim-hunt-test-${process.pid}`;
  const forks = `
import { spawn } from 'node:child_process';
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${mark}'], { stdio: 'inherit' });
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${mark}'], { stdio: 'inherit', detached: true }).unref();
`;
  const crash = hunt(
    'hunt --seeds 1',
    client('crash', `${signIn} console.error('no luck'); process.kill(process.pid, 'SIGSEGV');`),
  );
  assert.match(
    crash.stdout,
    /^exit, seed 1: the client failed: the command ends by SIGSEGV\n {2}without a fault\n/,
  );
  assert.match(crash.stdout, / {2}\| no luck\n/);
  const loud = hunt(
    'hunt --seeds 1',
    client(
      'loud',
      `${forks}${signIn} for (let i = 0; i < 300; i++) process.stdout.write('x'.repeat(10_000)); process.exit(3);`,
    ),
  );
  assert.match(loud.stdout, /the command exits with 3/);
  assert.ok(loud.stdout.length < 10_000);
  const hang = hunt(
    'hunt --seeds 1 --time-limit 2',
    client('hang', `${forks}${signIn} setInterval(() => {}, 1000);`),
  );
  assert.match(hang.stdout, /^hang, seed 1: .*the client neither made a call nor ended for 2 s\n/);
  const processes = processesWith(mark);
  assert.deepEqual(processes, []);
});

function processesWith(mark: string): readonly string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(mark) && !line.includes('<defunct>'));
}

test('a signal ends the clients and the hunt', async (t) => {
  const slow = client('slow', `${signIn} if (seed > 1) setInterval(() => {}, 1000);`);
  const args = ['hunt', '--json', '--seeds', '2..50', '--time-limit', '600', '--', process.execPath, slow];
  const { status, stdout } = await interrupt(t, args, 'SIGINT');
  assert.equal(status, 130);
  assert.match(stdout, /ended by SIGINT before it was done/);
  assert.deepEqual(processesWith(slow), []);
});

test('an invariant of a module names a failure; one that throws ends the hunt', () => {
  const module = (text: string) => {
    const file = join(folder, `invariant-${text.length}.mjs`);
    writeFileSync(file, text);
    return file;
  };
  const few = module(
    "export default { name: 'few', check: ({ calls }) => (calls.length > 0 ? calls[0].path : undefined) };",
  );
  const found = gprsim([
    'hunt',
    '--seeds',
    '1',
    '--invariant',
    few,
    '--json',
    '--',
    process.execPath,
    modest,
  ]);
  assert.deepEqual([found.status, JSON.parse(found.stdout.split('\n')[1]!).kinds], [1, { few: 1 }]);
  const thrown = module(
    "export default {\n  name: 'thrown',\n  check() { throw new Error('not now'); },\n};",
  );
  const { status, stderr } = gprsim([
    'hunt',
    '--seeds',
    '1',
    '--invariant',
    thrown,
    '--',
    process.execPath,
    modest,
  ]);
  assert.equal(status, 1);
  assert.match(stderr, /invariant-\d+\.mjs, line 3, fails with seed 1: not now/);
});

test('all that is wrong with a command line is one error', () => {
  const { status, stderr } = gprsim([
    'hunt',
    'tiny',
    'quiet',
    '--seeds',
    '0.5',
    '--jobs',
    '0',
    '--faults',
    'lots',
    '--invariants',
    'leaks',
    '--save',
    '/no/such/folder/cases.json',
    '--repeat',
    '/no/such/file',
    '--invariant',
    '/no/such/module.mjs',
    '--step',
    'soon',
  ]);
  assert.equal(status, 2);
  for (const part of [
    'hunt needs the command of a client after --',
    'hunt takes one scenario, not 2',
    '--seeds takes integers',
    '--jobs takes an integer from 1 to 1000',
    '--faults takes a profile',
    '--invariants takes invariants separated by commas',
    '--repeat /no/such/file cannot be read',
    '/no/such/folder/cases.json cannot be written',
    '--invariant /no/such/module.mjs cannot be read',
    '--step must be a duration',
  ])
    assert.ok(stderr.includes(part), `${part}\n${stderr}`);
});
