import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertMessage } from '../../support/message.ts';
import { words } from '../../support/words.ts';
import { refused, Server, temporaryFolder } from '../gprsim.ts';
import { usageIn } from '../refusals.ts';

const gpr = {
  gprName: 'played',
  sliceName: 'team-blue',
  clusterName: 'worker-1',
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  numberOfGPUs: 8,
  numberOfGPUNodes: 1,
  priority: 300,
  exitDuration: '20m',
  enableEviction: true,
  requeueOnFailure: true,
};
const auto = { enableAutoGpuSelection: true, instanceType: '', gpuShape: '' };
const path = '/api/v1/gpr';
const lines = [
  { at: '+0s', method: 'POST', path, body: gpr },
  { at: '+0s', method: 'POST', path, body: { ...gpr, sliceName: 'vision', exitDuration: '2h' } },
  { at: '+2s', method: 'GET', path: `${path}/list?sliceName=team-blue` },
  {
    at: '+3s',
    method: 'POST',
    path: '/sim/nodes/worker-1/worker-1-a2-highgpu-8g-0/down',
    body: { repairAfter: '10m' },
  },
  { at: '+5m', method: 'POST', path, body: { ...gpr, sliceName: 'unknown' } },
  { at: '2026-01-05T08:10:00Z', method: 'POST', path, body: { ...gpr, ...auto } },
  { at: '+1h', method: 'DELETE', path: '/api/v1/slice-workspace', body: { workspaceName: 'speech' } },
  { at: '+3h', method: 'POST', path, body: { ...gpr, sliceName: 'genomics', idleTimeOutDuration: '5m' } },
];
// So late that no clock of these tests reaches it without an advance, even on a busy machine.
const end = '2026-01-08T08:00:00Z';

function playFile(t: TestContext, rows: readonly unknown[]): string {
  const file = join(temporaryFolder(t), 'play.jsonl');
  writeFileSync(file, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''));
  return file;
}

test('at one simulated time the hash is the same for a slow, a fast and a stepped clock', async (t) => {
  const play = words`demo --db :memory: --play ${playFile(t, lines)}`;
  const advance = (server: Server, body: object) => server.post('/sim/clock/advance', body);
  const atEnd = async (server: Server) => {
    const { now, seq, hash } = await advance(server, { to: end });
    await server.end('SIGKILL');
    return [now, seq, hash];
  };

  const reached: unknown[][] = [];
  for (const [speed, pausedAfterMs] of [
    ['10', 4_000],
    ['10000', 1_800_000],
  ] as const) {
    const server = await (await Server.start(t, [...play, '--speed', speed])).signIn();
    await server.reach(pausedAfterMs);
    const paused = await server.put('/sim/clock', { mode: 'paused' });
    assert.ok(paused.nowMs < Date.parse(end) - Date.parse('2026-01-05T08:00:00Z'), `${speed} was too fast`);
    reached.push(await atEnd(server));
  }

  const atOnce = await (await Server.start(t, [...play, '--paused'])).signIn();
  reached.push(await atEnd(atOnce));

  const stepped = await (await Server.start(t, [...play, '--paused'])).signIn();
  for (let i = 0; i < 40; i++) await advance(stepped, { by: '7s' });
  await advance(stepped, { by: '0s' });
  await advance(stepped, { events: 300 });
  await advance(stepped, { by: '41m' });
  reached.push(await atEnd(stepped));

  assert.equal(reached[0]![0], '2026-01-08T08:00:00.000Z');
  for (const other of reached) assert.deepEqual(other, reached[0]);
  const bare = await (await Server.start(t, words`demo --db :memory: --paused`)).signIn();
  assert.notDeepEqual(await atEnd(bare), reached[0]);
});

test('a restarted server continues its plan', async (t) => {
  const args = words`demo --paused --play ${playFile(t, lines)} --db`;
  const whole = await (await Server.start(t, [...args, ':memory:'])).signIn();
  const { seq, hash } = await whole.post('/sim/clock/advance', { to: end });

  const kept = [...args, join(temporaryFolder(t), 'world.gprsim')];
  const first = await Server.start(t, kept);
  const { apiKey } = first.announced;
  let server = await first.signIn();
  for (const by of ['1m', '9m', '2h']) {
    await server.advance(by);
    await server.end('SIGKILL');
    server = await (await Server.start(t, kept)).signIn(apiKey);
  }
  const clock = await server.post('/sim/clock/advance', { to: end });
  assert.deepEqual([clock.seq, clock.hash], [seq, hash]);
});

test('lines of --play enter the world at the root alone, whichever others there are', async (t) => {
  const refused = { at: '+1m', method: 'POST', path, body: { ...gpr, sliceName: 'unknown' } };
  const play = playFile(t, [lines[0], refused]);
  const server = await Server.start(t, words`demo --db :memory: --paused --play ${play}`);
  await server.signIn();
  for (const name of ['a', 'b']) await server.post('/sim/worlds', { name, scenario: 'demo' });
  for (const world of ['/worlds/a', '', '/worlds/b'])
    await server.post(`${world}/sim/clock/advance`, { by: '1h' });
  const count = async (world: string) => (await server.get(`${world}/sim/gprs?name=played`)).total as number;
  assert.deepEqual(await Promise.all([count('/worlds/a'), count(''), count('/worlds/b')]), [0, 1, 0]);
  const [logged, ...more] = server.logged
    .split('\n')
    .filter((line) => line.includes('--play'))
    .map((line) => JSON.parse(line));
  assert.deepEqual(more, []);
  assert.deepEqual(
    [logged.line, logged.at, logged.method, logged.path, logged.msg],
    [2, '+1m', 'POST', path, 'a line of --play was refused'],
  );
});

test('lines enter before the arrivals and the cycle of their instant, even at the end of an advance', async (t) => {
  const rows = [
    { at: '+1m', method: 'POST', path, body: { ...gpr, gprName: 'second' } },
    { at: '+1m', method: 'POST', path, body: { ...gpr, gprName: 'third', sliceName: 'vision' } },
    { at: '+0s', method: 'POST', path, body: { ...gpr, gprName: 'first', sliceName: 'genomics' } },
  ];
  const args = words`quiet --db :memory: --paused --play ${playFile(t, rows)}`;
  const server = await (await Server.start(t, args)).signIn();
  await server.advance('1m');
  const { facts } = await server.get('/sim/facts');
  const shown = facts
    .filter(({ kind }: { kind: string }) => kind.startsWith('gpr.'))
    .map(({ kind, at, workspace }: { kind: string; at: string; workspace: string }) => [
      kind,
      at.slice(11, 19),
      workspace,
    ]);
  assert.deepEqual(shown, [
    ['gpr.created', '08:00:00', 'genomics'],
    ['gpr.provisioning', '08:00:00', 'genomics'],
    ['gpr.successful', '08:00:20', 'genomics'],
    ['gpr.created', '08:01:00', 'team-blue'],
    ['gpr.created', '08:01:00', 'vision'],
    ['gpr.provisioning', '08:01:00', 'team-blue'],
    ['gpr.provisioning', '08:01:00', 'vision'],
  ]);
});

test('serve refuses a wrong line of --play by its number before it plays any line', (t) => {
  const good = { at: '+1s', method: 'GET', path: '/sim/clock' };
  for (const { line, messages } of usageIn<{ line: unknown; messages: string[] }[]>('play')) {
    const file = playFile(t, [good, '', line]);
    const { status, stderr } = refused(words`serve quiet --db :memory: --play ${file}`);
    assert.equal(status, 2, JSON.stringify(line));
    assertMessage(stderr, `--play ${file}, line 3: `);
    for (const text of messages) assertMessage(stderr, text);
  }
  const db = join(temporaryFolder(t), 'world.gprsim');
  assert.match(refused(words`serve --db ${db} --play /nowhere`).stderr, /cannot be read/);
  assert.match(refused(words`serve --db ${db} --play ${playFile(t, ['{'])}`).stderr, /not JSON/);
  assert.equal(existsSync(db), false);
});
