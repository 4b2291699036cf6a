// Commands that read or control a server: queue, nodes, gprs and clock, and the same lists from the server's file.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { ClockAnswer, ListedGpr, NodeState } from '../../../src/api/sim/answers.ts';
import type { ListedGprRecord } from '../../../src/api/sim/gprs/schema.ts';
import type { NodeState as NodeRecord } from '../../../src/api/sim/state/schema.ts';
import { serverAt } from '../../../src/cli/support/sources/server-at.ts';
import { newSession } from '../../../src/cli/support/sources/session.ts';
import { gprsim, programPath, type Ran, Server, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

/** The commands read members that the answers have. */
(gpr: ListedGprRecord, node: NodeRecord): [ListedGpr, NodeState] => [gpr, node];

interface Started {
  readonly server: Server;
  readonly url: string;
  readonly db: string;
  readonly first: string;
  readonly second: string;
  readonly low: string;
}

/** Three GPRs in worker-2 of quiet: two nodes with two GPUs each; the workspace holds GPUs for one GPR at a time. */
async function start(t: TestContext): Promise<Started> {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const server = await Server.start(t, ['quiet', '--db', db, '--paused'], { GPRSIM_API_KEY: apiKey });
  await server.signIn();
  const where = { sliceName: 'team-blue', clusterName: 'worker-2' };
  const what = { instanceType: 'VM.GPU.A10.2', gpuShape: 'NVIDIA-A10', numberOfGPUs: 2, numberOfGPUNodes: 1 };
  const create = async (gprName: string, priority: number): Promise<string> =>
    (await server.post('/api/v1/gpr', { gprName, ...where, ...what, priority, exitDuration: '1h' })).gprId;
  const first = await create('first', 200);
  const low = await create('low', 50);
  const second = await create('second, "quoted"', 100);
  await server.advance('10m');
  return { server, url: server.announced.url, db, first, second, low };
}

const run = (...args: string[]): Ran => gprsim(args, { GPRSIM_API_KEY: apiKey });

function rowsOf(stdout: string): Record<string, string>[] {
  return parse(stdout, { columns: true });
}

test('queue lists the queued GPRs of a server in the order of the queue, with wait, start and reason', async (t) => {
  const { url, first, second, low } = await start(t);
  const [title, header, ...lines] = run('queue', url).stdout.trimEnd().split('\n');
  assert.match(title, /^2026-01-05T08:10:00\.000Z {2}2 queued GPRs; "starts in": if nothing else happens, /);
  assert.match(
    header,
    /^position +GPR +name +workspace +cluster +priority +GPUs +waited +starts in +reason +why$/,
  );
  assert.match(
    lines[0],
    new RegExp(
      `^ +1 +${second} .*team-blue +worker-2 +100 +2 +10m +50m 20s +own workspace +waits because its workspace holds ${first}: `,
    ),
  );
  assert.match(lines[1], new RegExp(`^ +2 +${low} `));
  assert.equal(lines.length, 2);

  const rows = rowsOf(run('queue', url, '--csv').stdout);
  assert.deepEqual(
    rows.map(({ position, gprId, gprName, waitedMs }) => [position, gprId, gprName, waitedMs]),
    [
      ['1', second, 'second, "quoted"', '600000'],
      ['2', low, 'low', '600000'],
    ],
  );
  assert.match(rows[0].why, new RegExp(`because its workspace holds ${first}`));

  const { gprs, total } = run(
    'queue',
    url,
    '--json',
    '--state',
    'Queued,Successful',
    '--sort',
    'priority',
  ).json;
  assert.equal(total, 3);
  assert.deepEqual(
    gprs.map((gpr: ListedGpr) => gpr.gprId),
    [low, second, first],
  );
  assert.deepEqual(
    rowsOf(run('queue', url, '--csv', '--sort', '-priority').stdout).map(({ gprId }) => gprId),
    [second, low],
  );
  assert.equal(rowsOf(run('queue', url, '--csv', '--cluster', 'worker-1').stdout).length, 0);
});

test('nodes lists the nodes of a server with their GPRs, and restricts them', async (t) => {
  const { url, first, server } = await start(t);
  const [{ name }] = run('nodes', url, '--json', '--workspace', 'team-blue').json.nodes;
  assert.equal(name, 'worker-2-VM.GPU.A10.2-0');
  const [title, header, line] = run('nodes', url, '--workspace', 'team-blue').stdout.split('\n');
  assert.equal(title, '2026-01-05T08:10:00.000Z  1 node, 2 GPUs, 0 free');
  assert.match(header, /^node .*GPUs +free +state +.*GPRs$/);
  assert.match(line, new RegExp(`^worker-2-VM.GPU.A10.2-0 .*2 +0 +full +.*${first}$`));

  await server.post('/sim/nodes/worker-2/worker-2-VM.GPU.A10.2-1/down', {});
  const down = rowsOf(run('nodes', url, '--state', 'down', '--csv').stdout);
  assert.deepEqual(
    down.map((row) => [row.name, row.state, row.freeGpus]),
    [['worker-2-VM.GPU.A10.2-1', 'down', '0']],
  );
  const free = run('nodes', url, '--json', '--sort', '-free').json.nodes.map(
    (node: NodeState) => node.freeGpus,
  );
  assert.deepEqual(
    free,
    free.toSorted((a: number, b: number) => b - a),
  );
});

test('queue and nodes of a file have the rows of its server', async (t) => {
  const { url, db, server } = await start(t);
  const served = [run('queue', url, '--json').json, run('nodes', url, '--json').json];
  assert.equal(await server.end('SIGTERM'), 0);
  const stored = [run('queue', db, '--json').json, run('nodes', db, '--json').json];
  assert.deepEqual(stored, served);
  assert.equal(stored[0].gprs.length, 2);
});

test('--watch prints the present state again and again, with --json a line each time', async (t) => {
  const { url, server } = await start(t);
  const watch = spawn('sh', ['-c', `exec ${programPath()} queue "$0" --watch 0.1 --json`, url], {
    env: { ...process.env, GPRSIM_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => watch.kill('SIGKILL'));
  const lines = createInterface(watch.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value!).now;
  assert.equal(await next(), '2026-01-05T08:10:00.000Z');
  assert.equal(await next(), '2026-01-05T08:10:00.000Z');
  await server.advance('1m');
  let now = await next();
  while (now === '2026-01-05T08:10:00.000Z') now = await next();
  assert.equal(now, '2026-01-05T08:11:00.000Z');
});

test('gprs lists the GPRs of a server: ended ones, then the others', async (t) => {
  const { url, first, second, low, server } = await start(t);
  await server.advance('60m');
  const listed = run('gprs', url, '--json')
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    listed.map(({ gprId, state }) => [gprId, state]),
    [
      [first, 'Complete'],
      [low, 'Queued'],
      [second, 'Successful'],
    ],
  );
  assert.equal(listed[0].endedAt, '2026-01-05T09:00:20.000Z');
  const priorities = rowsOf(run('gprs', url, '--csv', '--sort', '-priority').stdout).map((row) =>
    Number(row.priority),
  );
  assert.deepEqual(
    priorities,
    priorities.toSorted((x, y) => y - x),
  );
  assert.equal(rowsOf(run('gprs', url, '--csv', '--sort', 'priority').stdout)[0].gprId, low);
  assert.match(run('gprs', url, '--sort', 'size').stderr, /--sort takes a column \(priority, name/);
  assert.equal(rowsOf(run('gprs', url, '--csv', '--state', 'Queued').stdout)[0].gprId, low);
  // low waits for second, which holds the GPUs of their workspace.
  assert.equal(JSON.parse(run('gprs', url, '--json', '--reason', 'room,workspace').stdout).gprId, low);
  assert.equal(run('gprs', url, '--json', '--reason', 'head,room,down').stdout, '');
  assert.match(run('gprs', url).stdout, /^GPR +name +workspace .*\n(.*\n){3}$/);
});

test('clock shows the clock of a server and changes it', async (t) => {
  const { url, second } = await start(t);
  const clock = (...words: string[]): string =>
    run('clock', url, ...words).stdout.replace(/, fact \d+\n$/, '');
  assert.equal(clock(), '2026-01-05T08:10:00.000Z  paused (speed 1), branch 1');
  assert.equal(clock('advance', '5m'), '2026-01-05T08:15:00.000Z  paused (speed 1), branch 1');
  assert.equal(
    clock('advance', '2026-01-05T08:16:00Z'),
    '2026-01-05T08:16:00.000Z  paused (speed 1), branch 1',
  );
  // The first GPR ends an hour after it was ready.
  assert.equal(
    clock('until', second, 'Provisioning'),
    '2026-01-05T09:00:20.000Z  paused (speed 1), branch 1',
  );
  assert.equal(clock('step'), '2026-01-05T09:00:40.000Z  paused (speed 1), branch 1');
  assert.equal(clock('speed', '60'), '2026-01-05T09:00:40.000Z  paused (speed 60), branch 1');
  assert.match(clock('run'), /running at speed 60/);
  assert.match(clock('pause'), /paused \(speed 60\), branch 1$/);
  assert.match(clock('reset'), /^2026-01-05T08:00:00\.000Z .*branch 2$/);
  assert.deepEqual(run('clock', url, '--json').json.mode, 'paused');
  const branches = run('branches', url).stdout.trimEnd().split('\n');
  assert.equal(branches[0], 'branch 2 is the current one');
  assert.match(branches[2], /^ +1 +– .* the start /);
  assert.match(branches[3], /^ +\* 2 +– .* a reset /);

  // Without a URL: the server with the address of GPRSIM_LISTEN.
  const env = { GPRSIM_API_KEY: apiKey, GPRSIM_LISTEN: new URL(url).host };
  assert.equal(gprsim('clock advance 1m', env).stdout.slice(0, 24), '2026-01-05T08:01:00.000Z');
});

test('the key comes from the environment or a file, and errors of access name the remedy', async (t) => {
  const { url, server } = await start(t);
  const keyFile = join(temporaryFolder(t), 'key');
  writeFileSync(keyFile, `${apiKey}\n`);
  assert.equal(gprsim(['clock', url, '--key-file', keyFile]).status, 0);
  assert.equal(gprsim(['clock', url]).status, 2);
  assert.match(gprsim(['clock', url]).stderr, /GPRSIM_API_KEY is not set; clock needs an API key in it/);
  const wrong = gprsim(['queue', url], { GPRSIM_API_KEY: '5f0c6f5e-3a55-4f0e-9a43-000000000000' });
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /refuses the key of GPRSIM_API_KEY: Unauthenticated; give a key of this server/);
  const created = { name: 'v', role: 'Viewer', workspaceName: 'team-blue', validity: '2099-12-31' };
  const viewer = (await server.post('/api/v1/api-key', created)).apiKey;
  const denied = gprsim(['clock', url, 'run'], { GPRSIM_API_KEY: viewer });
  assert.equal(denied.status, 1);
  assert.match(
    denied.stderr,
    /answers 403: Permission denied: .* needs the role Owner, and this API key has/,
  );
  const empty = join(temporaryFolder(t), 'empty');
  writeFileSync(empty, '\n');
  assert.match(gprsim(['queue', url, '--key-file', empty]).stderr, /has no key in its first line/);
});

test('wrong URLs, columns, names and actions are reported with their remedies', async (t) => {
  const { url, db } = await start(t);
  assertRefused('server', { url, db }, (args) => run(...args));
});

test('a server that is not gprsim is reported', async (t) => {
  const other = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  // The server runs in this process, so this process must not wait synchronously.
  const session = newSession('it', serverAt(`http://127.0.0.1:${port}`), apiKey, 'GPRSIM_API_KEY');
  await assert.rejects(session.call('GET', '/sim/clock'), {
    message: 'it is not a gprsim server: its answer has no statusCode; give the URL that gprsim serve prints',
  });
});

test('an expired token is replaced', async (t) => {
  const { url } = await start(t);
  const sent: string[] = [];
  const transport = serverAt(url);
  const session = newSession(
    url,
    (request) => {
      sent.push(request.path);
      const isExpired = sent.length === 3;
      return transport(isExpired ? { ...request, headers: { authorization: 'Bearer old' } } : request);
    },
    apiKey,
  );
  await session.call('GET', '/sim/clock');
  const { branch } = await session.call<ClockAnswer>('GET', '/sim/clock');
  assert.equal(branch, 1);
  assert.deepEqual(sent, ['/api/v1/auth', '/sim/clock', '/sim/clock', '/api/v1/auth', '/sim/clock']);
});
