import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { gprsim } from '../cli/gprsim.ts';
import { packagesInside } from '../documents/documents.ts';
import { words } from '../support/words.ts';
import { executable, isRoot, missing, OTHER_USER, openFolder, run, serve } from './executable.ts';

const memory = words`quiet --paused --db :memory:`;
/** Another user id, if the tests run as root and can switch to it. */
const other = isRoot ? OTHER_USER : undefined;
const alone = { skip: missing };

test('it serves, answers and ends in a read-only folder without an environment', alone, async (t) => {
  const { url, apiKey, end } = await serve(t, memory, { uid: other });
  const part = {
    '/healthz': '"status"',
    '/metrics': 'gprsim_',
    '/openapi.json': '"openapi"',
    '/': '<title>gprsim</title>',
    '/docs': 'swagger-ui.css',
    '/docs/swagger-ui-bundle.js': 'SwaggerUI',
  };
  for (const [path, content] of Object.entries(part)) {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    assert.ok((await response.text()).includes(content), path);
  }
  const auth = await fetch(`${url}/api/v1/auth`, { method: 'POST', body: JSON.stringify({ apiKey }) });
  assert.equal(((await auth.json()) as { statusCode: number }).statusCode, 200);
  assert.equal(await end('SIGTERM'), 0);
});

test(
  'a signal ends it and closes the file: no other files remain, and the world can be continued',
  alone,
  async (t) => {
    const folder = openFolder(t);
    const db = join(folder, 'world.gprsim');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const { end } = await serve(t, words`demo --speed 100000 --db ${db}`, { uid: other });
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.ok(readdirSync(folder).includes('world.gprsim-wal'), 'the file is in use');
      assert.equal(await end(signal), 0);
      assert.deepEqual(readdirSync(folder), ['world.gprsim'], signal);
    }
    assert.equal(run(words`replay ${db} --verify`, { uid: other }).status, 0);
  },
);

test('it leaves nothing in the temporary folder, even if it is killed', alone, async (t) => {
  const TMPDIR = openFolder(t);
  const { end } = await serve(t, memory, { env: { TMPDIR }, uid: other });
  assert.deepEqual(readdirSync(TMPDIR), [], 'while it runs');
  assert.equal(await end('SIGKILL'), 'SIGKILL');
  assert.deepEqual(readdirSync(TMPDIR), [], 'after it was killed');
});

test('it runs without a temporary folder, or with a read-only one', alone, (t) => {
  const readOnly = openFolder(t);
  chmodSync(readOnly, 0o555);
  for (const TMPDIR of ['/nonexistent/folder', readOnly]) {
    const { status, stderr } = run(['version'], { env: { TMPDIR }, uid: other });
    assert.equal(status, 0, stderr);
  }
});

test('it runs with a temporary folder that is mounted noexec', alone, (t) => {
  const folder = openFolder(t);
  const mount = `mount -t tmpfs -o noexec,mode=1777 none ${folder}`;
  const within = (command: string) =>
    spawnSync('unshare', [...(isRoot ? [] : ['-r']), '-m', 'sh', '-c', `${mount} && ${command}`], {
      encoding: 'utf8',
    });
  if (within('true').status !== 0) return t.skip('this machine does not allow mounts');
  const started = `TMPDIR=${folder} exec ${executable} version --json`;
  const { status, stdout, stderr } = within(started);
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).gprsim, packageFile.version);
  // If every folder is mounted noexec, it prints one clear line.
  const others = `for d in /tmp /var/tmp /dev/shm; do mount -t tmpfs -o noexec none $d; done`;
  const nowhere = within(
    `mount --bind ${dirname(executable)} /mnt && ${others} && cd /proc && HOME=/proc exec /mnt/gprsim version`,
  );
  assert.match(nowhere.stderr, /^gprsim: SQLite cannot be loaded: it needs a folder.*TMPDIR/);
  assert.doesNotMatch(nowhere.stderr, /\n\s+at /);
  assert.match(nowhere.stdout, /^node +\d.*\nsqlite +none\n/m);
});

test('twelve run at the same time, as two users', alone, async (t) => {
  const TMPDIR = openFolder(t);
  const starts = Array.from({ length: 12 }, (_, i) =>
    serve(t, memory, { env: { TMPDIR }, uid: i % 2 === 0 ? undefined : other }),
  );
  const servers = await Promise.all(starts);
  const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/healthz`)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(servers.map(({ url }) => url)).size, 12);
  const ends = await Promise.all(servers.map(({ end }) => end('SIGTERM')));
  assert.deepEqual(new Set(ends), new Set([0]));
  assert.deepEqual(readdirSync(TMPDIR), []);
});

test('NODE_OPTIONS is ignored', alone, () => {
  const env = { NODE_OPTIONS: '--require /nonexistent.js --max-old-space-size=1' };
  const { status, stderr } = run(['scenarios'], { env });
  assert.deepEqual([status, stderr], [0, '']);
});

test('the world is stored in the data folder, and the start prints its path', alone, async (t) => {
  const folder = openFolder(t);
  for (const [env, expected] of [
    [{ XDG_DATA_HOME: join(folder, 'data') }, join(folder, 'data/gprsim/tiny.gprsim')],
    [{ HOME: folder }, join(folder, '.local/share/gprsim/tiny.gprsim')],
    [{ HOME: folder, XDG_DATA_HOME: 'relative' }, join(folder, '.local/share/gprsim/tiny.gprsim')],
  ] as [Record<string, string>, string][]) {
    const { db, end } = await serve(t, ['tiny', '--paused'], { env, uid: other });
    assert.equal(db, expected);
    assert.equal(await end('SIGTERM'), 0);
  }
});

test('without a home folder it prints one line with what to do', alone, () => {
  const starts = [{ env: { HOME: '' } }, ...(isRoot ? [{ uid: 54_321 }] : [])];
  for (const start of starts) {
    const { status, stdout, stderr } = run(['serve'], start);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^gprsim: .*XDG_DATA_HOME.*HOME.*--db FILE.*--db :memory:.*\n$/);
  }
});

test('it prints no error if its reader closes the pipe early', alone, () => {
  for (const command of ['openapi', 'version --licenses', 'openapi --json']) {
    const piped = spawnSync('sh', ['-c', `${executable} ${command} | head -c 1`], { encoding: 'utf8' });
    assert.equal(piped.stderr, '', command);
    assert.equal(piped.stdout.length, 1, command);
  }
});

test('a server ends if its reader closed the pipe before the first output', alone, () => {
  const start = `${executable} serve quiet --paused --db :memory: --listen 127.0.0.1:0`;
  const piped = spawnSync('bash', ['-c', `${start} | true; echo "${'$'}{PIPESTATUS[0]}"`], {
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  assert.deepEqual([piped.stdout, piped.stderr], ['141\n', '']);
});

test('it lists everything inside with its licence', alone, () => {
  const listed = JSON.parse(run(['version', '--licenses', '--json']).stdout) as {
    name: string;
    version: string;
    licence: string;
    text: string;
  }[];
  for (const { name, version, licence } of listed) {
    assert.ok(/^[0-9]+\.[0-9]+/.test(version) && licence.length > 0, name);
  }
  const names = listed.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of ['gprsim', 'Node.js', 'SQLite', 'node-addon-api', ...packagesInside]) {
    assert.ok(names.includes(name), name);
  }
  const text = run(['version', '--licenses']).stdout;
  for (const { name, version, text: own } of listed) {
    assert.ok(text.includes(`${name} ${version}`) && text.includes(own), name);
  }
  const { node, sqlite } = JSON.parse(run(['version', '--json']).stdout);
  assert.deepEqual(
    [node, sqlite],
    ['Node.js', 'SQLite'].map((name) => listed.find((one) => one.name === name)!.version),
  );
});

test('compare gives the same result as in a checkout', alone, () => {
  const args = words`compare demo --until 2h --queue strict,greedy --seeds 1..2 --json`;
  const { status, stdout, stderr } = run(args, { uid: other });
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), gprsim(args).json);
});

test('three recorded runs replay to the same hash as from source', alone, async (t) => {
  const folder = openFolder(t);
  const recorded = ['tiny', 'demo --until 12h'].map((args) => {
    const db = join(folder, `${args.split(' ')[0]}.gprsim`);
    assert.equal(gprsim(words`run ${args.split(' ')} --db ${db}`).status, 0);
    return db;
  });
  recorded.push(await played(t, folder));
  for (const db of recorded) {
    const ours = gprsim(words`replay ${db} --verify --json`);
    const { status, stdout, stderr } = run(words`replay ${db} --verify --json`);
    assert.deepEqual([ours.status, status], [0, 0], `${db}: ${ours.stderr}${stderr}`);
    const its = JSON.parse(stdout);
    assert.deepEqual(its, ours.json);
    assert.ok(its.verified && its.facts > 0, db);
  }
  const { hash } = JSON.parse(run(words`run tiny --json`).stdout);
  assert.equal(hash, gprsim('run tiny --json').json.hash);
});

const gpu = {
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  numberOfGPUs: 4,
  numberOfGPUNodes: 1,
  exitDuration: '0d0h30m',
  priority: 150,
};
const lines = [
  {
    at: '+1m',
    path: 'gpr',
    body: { gprName: 'asked', sliceName: 'team-blue', clusterName: 'worker-1', ...gpu },
  },
  {
    at: '+2m',
    path: 'inference-endpoint',
    body: {
      clusterName: 'worker-1',
      endpointName: 'iris',
      workspace: 'vision',
      gpuSpec: { ...gpu, memoryPerGPU: 40 },
      modelSpec: { modelName: 'sklearn', storageURI: 'gs://examples/models/sklearn' },
    },
  },
  {
    at: '+3m',
    path: 'workload-placement',
    body: {
      name: 'greet',
      workspaceName: 'speech',
      clusterNames: ['worker-1'],
      numPlacements: 1,
      deletionPolicy: 'Delete',
      burstDuration: '15m',
      enableBurst: false,
      helmConfigs: [],
      manifestResources: [],
      cmdExec: [{ name: 'hello', cmd: 'echo hello' }],
      steps: [{ name: 'hello', type: 'command' }],
      gprDetails: { ...gpu, memoryPerGpu: 40 },
    },
  },
];

/** Returns the file of a world that the executable served; clients created a GPR, an endpoint and a placement. */
async function played(t: TestContext, folder: string): Promise<string> {
  const db = join(folder, 'played.gprsim');
  const play = join(folder, 'play.jsonl');
  writeFileSync(
    play,
    lines
      .map(
        ({ at, path, body }) => `${JSON.stringify({ at, method: 'POST', path: `/api/v1/${path}`, body })}\n`,
      )
      .join(''),
  );
  const { url, apiKey, end } = await serve(t, words`quiet --paused --db ${db} --play ${play}`);
  const send = async (path: string, body: object, token = '') => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { data: { token: string; facts: number } }).data;
  };
  const { token } = await send('/api/v1/auth', { apiKey });
  await send('/sim/clock/advance', { by: '2h' }, token);
  assert.equal(await end('SIGTERM'), 0);
  const { commands } = JSON.parse(run(words`replay ${db} --json`).stdout);
  assert.equal(commands, lines.length, 'a line was refused');
  return db;
}
