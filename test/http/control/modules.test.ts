// Policies of one's own in a served world.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Driver } from '../../../src/driver/driver.ts';
import { ownPolicies } from '../../../src/modules/given.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { tamper, temporaryFile } from '../../driver/world.ts';
import { given, orderText, placementText } from '../../modules/module.ts';
import { type Caller, Client, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const ABSENT = `sha256:${'1'.repeat(64)}`;
const own = (order: string) => ({ ...scenario, scheduler: { ...scenario.scheduler, order } });

/** Fails from a simulated hour on. */
const late = orderText("nowMs < 3_600_000 ? gpr.rank : (() => { throw new Error('too late') })()", true);

/** A world under this order; failures are collected. */
async function worldThatMayFail(order: string): Promise<{ owner: Caller; failures: string[] }> {
  const failures: string[] = [];
  const file = WorldFile.open(':memory:');
  file.setScenario(own(order));
  const onFailure = (error: unknown, what: string) => failures.push(`${what}: ${(error as Error).message}`);
  const driver = new Driver(file, { mode: 'paused', speed: 60, onFailure, ownPolicies });
  return { owner: await new Client(driver).as('Owner'), failures };
}

test('the scheduler changes to a module that was given, and back', async () => {
  const owner = await new Client().as('Owner');
  const order = await given(orderText('-gpr.exitMs'));
  const placement = await given(
    placementText('nodes.writeLevel(demand, 8, slots, at, at + nodes.wanted(demand))'),
  );
  const inForce = await owner.put('/sim/scheduler', { order, placement });
  assert.deepEqual(inForce, { queue: 'strict', placement, order, backfillOrder: 'same' });
  assert.deepEqual((await owner.get('/sim/state')).scheduler, inForce);
  await owner.post('/api/v1/gpr', gprBody);
  await owner.advance('1m');
  const { facts } = await owner.get('/sim/facts?kind=order.changed,gpr.provisioning');
  assert.deepEqual(
    facts.map(({ kind }: { kind: string }) => kind),
    ['order.changed', 'gpr.provisioning'],
  );
  assert.equal(facts[0].order, order);
  assert.equal((await owner.put('/sim/scheduler', { order: 'shortest' })).order, 'shortest');
});

test('the state has every policy that can be chosen, modules included, with what it does', async () => {
  const owner = await new Client().as('Owner');
  const order = await given(orderText('-gpr.exitMs'));
  const { policies } = await owner.get('/sim/state?limit=0');
  const names = (kind: string) => policies[kind].map(({ name }: { name: string }) => name);
  assert.deepEqual(names('queue'), ['backfill', 'greedy', 'refuse', 'strict']);
  const [{ name, why }] = policies.refused;
  assert.deepEqual([policies.refused.length, name], [1, 'conservative']);
  const changed = await owner.send('PUT', '/sim/scheduler', { queue: name });
  assert.ok(changed.status === 422 && changed.body.message.includes(why));
  assert.ok(names('order').includes(order));
  assert.deepEqual(
    policies.placement.find(({ name }: { name: string }) => name === 'worst-fit'),
    { name: 'worst-fit', summary: 'takes the nodes with the most free GPUs' },
  );
});

test('a module that was not given is refused, with what to do', async () => {
  const owner = await new Client().as('Owner');
  const { status, body } = await owner.send('PUT', '/sim/scheduler', { order: ABSENT, placement: ABSENT });
  assert.equal(status, 422);
  const why = (kind: string) =>
    `names the ${kind} ${ABSENT}, which was not given; start again with --module FILE, where FILE is the module with this SHA-256, or use one that was given: sha256:[0-9a-f]{64}`;
  assert.match(body.message, new RegExp(`^"placement" ${why('placement')}; "order" ${why('order')}`));
  const change = { changes: [{ scheduler: { order: ABSENT } }] };
  assert.equal((await owner.send('POST', '/sim/what-if', change)).status, 422);
});

test('a failing module pauses the clock and undoes the turn; another policy goes on', async () => {
  const { owner, failures } = await worldThatMayFail(await given(late));
  const why = 'the order ./mine.mjs, line 5, throws: too late';
  await owner.advance('59m');
  await owner.post('/api/v1/gpr', gprBody);
  // The cycle of this GPR comes before the hour, that of the next one after it.
  const { nowMs } = await owner.advance('2m');
  await owner.post('/api/v1/gpr', { ...gprBody, sliceName: 'blue' });
  const failed = await owner.send('POST', '/sim/clock/advance', { by: '1m' });
  assert.equal(failed.status, 500);
  assert.match(
    failed.body.error.data,
    new RegExp(`the command could not be stored and changed nothing: ${why}`),
  );
  assert.equal((await owner.get('/sim/clock')).nowMs, nowMs);
  assert.equal((await owner.get('/sim/facts?kind=gpr.created')).facts.length, 2, 'facts can be read');

  await owner.put('/sim/clock', { mode: 'running' });
  let clock = await owner.get('/sim/clock');
  for (; clock.mode === 'running'; clock = await owner.get('/sim/clock')) await nextTurn();
  assert.deepEqual([clock.mode, clock.nowMs], ['paused', nowMs]);
  const health = await owner.send('GET', '/healthz');
  assert.deepEqual([health.status, health.body.message], [503, `The world cannot go on: ${why}`]);
  assert.deepEqual(failures, [
    `a policy failed; the clock is paused; the world is reloaded from its last commit: ${why}`,
  ]);

  await owner.put('/sim/scheduler', { order: 'priority' });
  assert.equal((await owner.send('GET', '/healthz')).status, 200);
  await owner.advance('1m');
  assert.equal((await owner.get('/sim/clock')).nowMs, nowMs + 60_000);
});

test('if the world cannot be derived again, the error names the module as a possible cause', async (t) => {
  const state: { sign?: number } = globalThis as never;
  t.after(() => delete state.sign);
  const { owner, failures } = await worldThatMayFail(
    // The first call, which is repeated later, returns the same.
    await given(late.replace('? gpr.rank', '? (gpr.createdAtMs > 0 ? globalThis.sign : 1) * gpr.rank')),
  );
  state.sign = 1;
  await owner.post('/api/v1/gpr', { ...gprBody, exitDuration: '10m' });
  await owner.advance('20m');
  for (const sliceName of ['red', 'blue']) await owner.post('/api/v1/gpr', { ...gprBody, sliceName });
  await owner.advance('41m');
  // Now, the order of these two is another one.
  state.sign = -1;
  await owner.post('/api/v1/gpr', gprBody);
  const failed = await owner.send('POST', '/sim/clock/advance', { by: '1m' });
  assert.equal(failed.status, 500);
  const why =
    /too late; the world cannot be reloaded from its file: .* facts from number \d+ on do not follow from its scenario and journal, perhaps because .*\.\/mine\.mjs.* depends on more than its arguments, which run --check shows/;
  assert.match(failed.body.error.data, why);
  assert.equal(failures.length, 2);
  const change = await owner.send('PUT', '/sim/scheduler', { order: 'priority' });
  assert.equal(change.status, 500);
  assert.match(change.body.error.data, why);
  assert.match((await owner.send('GET', '/healthz')).body.message, why);
  assert.equal((await owner.get('/sim/clock')).mode, 'paused');
});

test('a module that fails in the future of a what-if fails that request only', async () => {
  const owner = await new Client(memoryWorld(own(await given(`${late}// again`)))).as('Owner');
  for (const sliceName of ['red', 'red', 'blue'])
    await owner.post('/api/v1/gpr', { ...gprBody, sliceName, exitDuration: '2h' });
  await owner.advance('1m');
  const { status, body } = await owner.send('POST', '/sim/what-if', {
    changes: [{ scheduler: { queue: 'greedy' } }],
  });
  assert.equal(status, 500);
  assert.match(
    body.error.data,
    /the answer needs a policy that fails: the order \.\/mine\.mjs, line 5, throws: too late/,
  );
  assert.equal((await owner.send('GET', '/healthz')).status, 200);
});

async function importOf(
  t: TestContext,
  alter: (path: string) => void,
): Promise<{ status: number; message: string }> {
  const order = await given(orderText('gpr.exitMs'));
  const owner = await new Client(memoryWorld(own(order))).as('Owner');
  await owner.put('/sim/scheduler', { order, queue: 'greedy' });
  await owner.post('/api/v1/gpr', gprBody);
  await owner.advance('1m');
  const headers = { Authorization: `Bearer ${owner.token}` };
  const exported = await owner.client.app.request('/sim/export', { headers });
  const path = temporaryFile(t);
  writeFileSync(path, new Uint8Array(await exported.arrayBuffer()));
  alter(path);
  const other = await new Client().as('Owner');
  const answer = await other.client.app.request('/sim/import', {
    method: 'POST',
    body: readFileSync(path),
    headers: { Authorization: `Bearer ${other.token}`, 'Content-Type': 'application/octet-stream' },
  });
  return { status: answer.status, message: JSON.stringify(await answer.json()) };
}

test('an import needs the modules of the scenario and of the journal', async (t) => {
  assert.equal((await importOf(t, () => {})).status, 200);
  const why = `names the order ${ABSENT}, which was not given; start again with --module FILE`;
  const ofScenario = await importOf(t, (path) =>
    tamper(
      path,
      `UPDATE meta SET value = json_set(value, '$.scheduler.order', '${ABSENT}') WHERE key = 'scenario'`,
    ),
  );
  assert.equal(ofScenario.status, 422);
  assert.match(ofScenario.message, new RegExp(`its scenario ${why}`));
  const ofJournal = await importOf(t, (path) =>
    tamper(
      path,
      `UPDATE journal SET command = json_set(command, '$.order', '${ABSENT}') WHERE command LIKE '%scheduler.set%'`,
    ),
  );
  assert.equal(ofJournal.status, 422);
  assert.match(ofJournal.message, new RegExp(`command 1 of its journal ${why}`));
});
