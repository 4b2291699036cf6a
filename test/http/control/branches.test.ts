import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { Stream } from '../facts/fact-reader.ts';

const noon = '2026-01-05T12:00:00.000Z';
const one = '2026-01-05T13:00:00.000Z';

/** A world at 13:00 with a GPR of 08:00 and one of 12:00. */
async function atOne(): Promise<{ owner: Caller; client: Client }> {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', '/api/v1/gpr', gprBody);
  await owner.data('POST', '/sim/clock/advance', { to: noon });
  await owner.data('POST', '/api/v1/gpr', { ...gprBody, gprName: 'late' });
  await owner.data('POST', '/sim/clock/advance', { to: one });
  return { owner, client };
}

test('a rewind begins a branch at an instant or before a fact, and a switch leads back', async () => {
  const { owner } = await atOne();
  const before = await owner.data('GET', '/sim/clock');
  const facts = (await owner.data('GET', '/sim/facts?limit=1000')).facts;
  const back = await owner.data('POST', '/sim/rewind', { to: '2026-01-05T11:00:00Z' });
  assert.deepEqual([back.now, back.branch], ['2026-01-05T11:00:00.000Z', 2]);
  const names = async () =>
    (await owner.data('GET', '/sim/gprs')).gprs.map((gpr: { gprName: string }) => gpr.gprName);
  assert.deepEqual(await names(), [gprBody.gprName]);

  const late = facts.findLast((fact: { kind: string }) => fact.kind === 'gpr.created').seq;
  await owner.data('POST', '/sim/branches/1/switch');
  assert.deepEqual(await owner.data('GET', '/sim/clock'), before);
  const third = await owner.data('POST', '/sim/rewind', { seq: late });
  assert.deepEqual([third.now, third.branch, third.seq], [noon, 3, late - 1]);
  const { branch, branches } = await owner.data('GET', '/sim/branches');
  assert.equal(branch, 3);
  assert.deepEqual(
    branches.map((row: Record<string, unknown>) => [row.branch, row.parent, row.seq, row.at, row.reason]),
    [
      [1, null, 1, '2026-01-05T08:00:00.000Z', 'the start'],
      [2, 1, back.seq + 1, '2026-01-05T11:00:00.000Z', 'rewind to 2026-01-05T11:00:00.000Z'],
      [3, 1, late, noon, `rewind before fact ${late}`],
    ],
  );
  assert.deepEqual([branches[0].hash, branches[0].now, branches[0].facts], [before.hash, one, before.seq]);
});

test('the same commands after a rewind give the same ids and the same hash', async () => {
  const { owner } = await atOne();
  const { hash } = await owner.data('GET', '/sim/clock');
  await owner.data('POST', '/sim/rewind', { to: '2026-01-05T11:30:00Z' });
  await owner.data('POST', '/sim/clock/advance', { to: noon });
  await owner.data('POST', '/api/v1/gpr', { ...gprBody, gprName: 'late' });
  const again = await owner.data('POST', '/sim/clock/advance', { to: one });
  assert.equal(again.hash, hash);
});

test('what is not there is refused, and what is in use is not deleted', async () => {
  const { owner, client } = await atOne();
  const { seq } = await owner.data('GET', '/sim/clock');
  await owner.data('POST', '/sim/rewind', { to: '2026-01-05T09:00:00Z' });
  const refusals: [string, string, object | undefined, number, RegExp][] = [
    ['POST', '/sim/rewind', { to: one }, 422, /has not been reached yet.*must lie from .* to now, /],
    ['POST', '/sim/rewind', { to: '2025-01-01T00:00:00Z' }, 422, /before the scenario's start/],
    ['POST', '/sim/rewind', { to: 'noon' }, 422, /"to.*such as 5h, but is/],
    ['POST', '/sim/rewind', { seq: seq + 2 }, 422, /there is no fact/],
    ['POST', '/sim/rewind', { seq: 1 }, 422, /no command can enter before fact 1/],
    ['POST', '/sim/rewind', { seq: 0 }, 422, /"seq"/],
    ['POST', '/sim/rewind', {}, 422, /"to" or "seq" is required/],
    ['POST', '/sim/rewind', { to: noon, seq: 2 }, 422, /only one of them/],
    ['POST', '/sim/branches/2/switch', undefined, 409, /branch 2 is the current one/],
    ['POST', '/sim/branches/7/switch', undefined, 404, /there is no branch 7/],
    ['POST', '/sim/branches/x/switch', undefined, 422, /"branch"/],
    ['DELETE', '/sim/branches/2', undefined, 409, /branch 2 is the current one/],
    ['DELETE', '/sim/branches/1', undefined, 409, /branch 2 begins in branch 1/],
    ['DELETE', '/sim/branches/7', undefined, 404, /there is no branch 7/],
  ];
  for (const [method, path, body, status, message] of refusals) {
    const answer = await owner.send(method, path, body);
    assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)}`);
    assert.match(JSON.stringify(answer.body).replaceAll('\\"', '"'), message);
  }
  const editor = await client.as('Editor', 'red');
  for (const [method, path] of refusals) assert.equal((await editor.send(method, path)).status, 403);

  await owner.data('POST', '/sim/branches/1/switch');
  assert.deepEqual(await owner.data('DELETE', '/sim/branches/2'), { branch: 2 });
  await owner.data('POST', '/sim/rewind', { to: '1h' });
  const { branches } = await owner.data('GET', '/sim/branches');
  assert.deepEqual(
    branches.map(({ branch }: { branch: number }) => branch),
    [1, 3],
    'a number is not used again',
  );
});

test('a stream goes on after the last fact that both branches share', async () => {
  const { owner } = await atOne();
  const { seq } = await owner.data('GET', '/sim/clock');
  const stream = await Stream.open(owner);
  const back = await owner.data('POST', '/sim/rewind', { to: '2026-01-05T11:00:00Z' });
  assert.ok(back.seq < seq);
  await owner.data('POST', '/api/v1/gpr', { ...gprBody, gprName: 'other' });
  const late = await Stream.open(owner, '', { 'Last-Event-ID': `1-${seq}` });
  for (const reader of [stream, late]) {
    const [reset, first] = await reader.take(2);
    assert.deepEqual(reset!.data, { branch: 2, seq: back.seq });
    assert.deepEqual([reset!.name, first!.id], ['reset', `2-${back.seq + 1}`]);
    await reader.close();
  }
});

test('a key of a workspace is valid in branches that have this workspace', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.data('POST', '/sim/clock/advance', { to: noon });
  const create = () =>
    owner.data('POST', '/api/v1/slice-workspace', {
      workspaceName: 'new',
      clusters: ['worker-1'],
      namespaces: ['new'],
      username: 'new',
      email: 'new@example.com',
    });
  await create();
  const viewer = await client.as('Viewer', 'new');
  const reads = async () => (await viewer.send('GET', '/sim/clock')).status;
  await owner.data('POST', '/sim/clock/advance', { to: one });
  assert.equal(await reads(), 200);
  await owner.data('POST', '/sim/rewind', { to: '2026-01-05T12:30:00Z' });
  assert.equal(await reads(), 200, 'after its creation');
  await owner.data('POST', '/sim/rewind', { to: '2026-01-05T11:00:00Z' });
  assert.equal(await reads(), 401, 'before its creation');
  await create();
  assert.equal(await reads(), 401, 'another workspace of this name');
  await owner.data('POST', '/sim/branches/1/switch');
  assert.equal(await reads(), 200, 'after the switch back');
});
