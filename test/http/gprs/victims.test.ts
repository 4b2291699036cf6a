// Who evicted which GPR: Owners see all; Editors and Viewers learn nothing about GPRs of other workspaces, nor how many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { Stream } from '../facts/fact-reader.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

type Fact = { readonly seq: number; readonly kind: string; readonly gprId?: string };

const [red] = scenario.workspaces;
const workspaces = ['red', 'blue', 'green', 'white', 'black'].map((name) => ({
  ...red,
  name,
  namespaces: [name],
  username: name,
}));

/** Red takes both nodes from a GPR of blue, and from one of green if `victims` is 2. */
async function evicted(victims: 1 | 2) {
  const client = new Client(memoryWorld({ ...scenario, workspaces }));
  const owner = await client.as('Owner');
  const create = async (body: object): Promise<string> =>
    (await owner.post('/api/v1/gpr', { ...gprBody, ...body })).gprId;
  const requeued = await create({ sliceName: 'blue', gprName: 'secret-blue', requeueOnFailure: true });
  const failed =
    victims === 1 ? 'none' : await create({ sliceName: 'green', gprName: 'secret-green', priority: 110 });
  await owner.advance('1s');
  const evictor = await create({
    gprName: 'evictor',
    priority: 300,
    enableEviction: true,
    numberOfGPUNodes: 2,
  });
  const planned = await owner.get(`/sim/explain/${evictor}`);
  const asEditor = await (await client.as('Editor', 'red')).get(`/sim/explain/${evictor}`);
  await owner.advance('1s');
  return { client, owner, requeued, failed, evictor, planned, asEditor };
}

/** An answer without the id of the GPR that it is about. */
const hidden = (answer: object, gprId: string) =>
  JSON.parse(JSON.stringify(answer).replaceAll(gprId, 'the GPR'));

const pageOf = (caller: Caller, query: string) => caller.get(`/sim/facts?${query}`);

test('an Owner finds the victims of a GPR, in explanation, list and stream, and the evictor of each', async () => {
  const { owner, requeued, failed, evictor } = await evicted(2);
  const { victims, history } = await owner.get(`/sim/explain/${evictor}`);
  assert.deepEqual([victims.total, victims.complete], [2, true]);
  const shown = victims.latest.map(({ at: _, ...victim }: { at: string }) => victim);
  const of = (gprId: string) => shown.find((victim: { gprId: string }) => victim.gprId === gprId);
  assert.deepEqual(of(requeued), {
    gprId: requeued,
    gprName: 'secret-blue',
    workspace: 'blue',
    gpus: 8,
    outcome: 'requeued',
  });
  assert.deepEqual([of(failed).gprName, of(failed).outcome], ['secret-green', 'failed']);
  assert.equal(victims.latest[0].at, '2026-01-05T08:00:01.000Z');
  assert.deepEqual(
    history.map(({ phase }: { phase: string }) => phase),
    ['Queued', 'Provisioning', 'Successful'],
  );
  for (const [gprId, what] of [
    [requeued, `requeued: evicted by ${evictor}`],
    [failed, `Failed: evicted by ${evictor}`],
  ]) {
    const { history } = await owner.get(`/sim/explain/${gprId}`);
    assert.ok(
      history.some((happened: { what: string }) => happened.what === what),
      what,
    );
  }
  const about: Fact[] = (await pageOf(owner, `gprId=${evictor}`)).facts;
  assert.deepEqual(about.map(({ kind }) => kind).toSorted(), [
    'gpr.created',
    'gpr.ended',
    'gpr.provisioning',
    'gpr.requeued',
    'gpr.successful',
  ]);
  assert.deepEqual((await pageOf(owner, `gprId=${evictor}&last=9`)).facts, about);
  const stream = await Stream.open(owner, `?after=0&gprId=${evictor}`);
  const events = await stream.take(about.length);
  assert.deepEqual(
    events.map(({ data }) => data),
    about,
  );
  await stream.close();
});

test('Editors and Viewers of each workspace learn neither names nor number of foreign GPRs', async () => {
  const [one, two] = [await evicted(1), await evicted(2)];
  for (const role of ['Editor', 'Viewer'] as const) {
    const answers = [];
    for (const { client, owner, requeued, failed, evictor } of [one, two]) {
      const caller = await client.as(role, 'red');
      const explained = await caller.get(`/sim/explain/${evictor}`);
      assert.equal(explained.victims, null);
      const { facts, ...page } = await pageOf(caller, `gprId=${evictor}`);
      const last = await pageOf(caller, `gprId=${evictor}&last=50`);
      assert.deepEqual(last.facts, facts);
      const lost = await pageOf(caller, `gprId=${evictor}&kind=gpr.requeued,gpr.ended&limit=1`);
      assert.deepEqual([lost.facts, lost.next], [[], page.seq]);
      // No position is that of a hidden fact, whatever kinds the query selects.
      const all: Fact[] = (await pageOf(owner, 'limit=1000')).facts;
      const seqs = new Set(facts.map(({ seq }: Fact) => seq));
      for (const query of [`gprId=${evictor}`, 'kind=gpr.requeued,gpr.ended']) {
        for (let next = 0; next < page.seq; ) {
          next = (await pageOf(caller, `${query}&limit=1&after=${next}`)).next;
          assert.ok(seqs.has(next) || next === page.seq, `${query} reveals ${all[next - 1]?.kind}`);
        }
      }
      const stream = await Stream.open(caller, `?after=0&gprId=${evictor}`);
      const events = await stream.take(facts.length);
      assert.deepEqual(
        events.map(({ data }) => data),
        facts,
      );
      await stream.close();
      const text = JSON.stringify([explained, facts, last, events]);
      for (const secret of [requeued, failed, 'secret', 'blue', 'green'])
        assert.ok(!text.includes(secret), secret);
      // The instants and the numbers of facts count all facts of the world; apart from them, nothing may differ.
      answers.push([hidden(explained, evictor), facts.map(({ kind }: Fact) => kind)]);
    }
    assert.deepEqual(answers[0], answers[1]);

    const victim = await two.client.as(role, 'blue');
    const { history, ...rest } = await victim.get(`/sim/explain/${two.requeued}`);
    assert.ok(
      history.some(
        ({ what }: { what: string }) => what === 'requeued: evicted by a GPR of another workspace',
      ),
    );
    const own = await pageOf(victim, `gprId=${two.requeued}`);
    assert.equal(own.facts.find(({ kind }: Fact) => kind === 'gpr.requeued').culprit, null);
    for (const secret of [two.evictor, two.failed, 'red', 'green', 'evictor'])
      assert.ok(!JSON.stringify([history, rest, own]).includes(`"${secret}`), secret);
    for (const path of [`/sim/explain/${two.evictor}`, `/sim/facts?gprId=${two.evictor}`])
      assert.equal((await victim.send('GET', path)).status, 404);
  }
});

test('the plan to evict is explained without the number of the victims', async () => {
  const [one, two] = [await evicted(1), await evicted(2)];
  for (const { planned, asEditor } of [one, two]) {
    assert.match(planned.sentence, /evicting gpr-\S+(, gpr-\S+)? is enough/);
    assert.match(asEditor.sentence, /; evicting GPRs of other workspaces is enough, and the next cycle will/);
  }
  assert.deepEqual(one.asEditor.waiting, two.asEditor.waiting);
  const rooms = ({ waiting }: { waiting: { makesRoom: { total: number; latest: { cause: string }[] } } }) => [
    waiting.makesRoom.total,
    waiting.makesRoom.latest.map(({ cause }) => cause),
  ];
  assert.deepEqual(rooms(one.planned), [1, ['eviction']]);
  assert.deepEqual(rooms(two.planned), [2, ['eviction', 'eviction']]);
  assert.deepEqual(rooms(two.asEditor), [0, []]);
});

/** A GPR of red waits for GPRs of other workspaces, each with `nodes` nodes: those that hold GPUs, then others ahead of it. */
async function crowded(nodes: 1 | 2) {
  const client = new Client(memoryWorld({ ...scenario, workspaces }));
  const owner = await client.as('Owner');
  const create = async (body: object): Promise<string> =>
    (await owner.post('/api/v1/gpr', { ...gprBody, numberOfGPUs: 8, ...body })).gprId;
  for (const [round, names] of Object.entries({ first: ['blue', 'green'], second: ['white', 'black'] })) {
    for (const sliceName of names.slice(0, 2 / nodes))
      await create({
        sliceName,
        gprName: `${round}-${sliceName}`,
        numberOfGPUNodes: nodes,
        priority: 250,
      });
    await owner.advance('1s');
  }
  const waiter = await create({ gprName: 'waiter' });
  await owner.advance('1s');
  const path = `/sim/explain/${waiter}`;
  const own = await create({ gprName: 'own' });
  return { client, path, waiter, own, all: await owner.get(path) };
}

test('Editors and Viewers learn nothing about foreign GPRs that are ahead, or that make room', async () => {
  const [one, two] = [await crowded(2), await crowded(1)];
  assert.equal(one.all.estimatedStartTime, two.all.estimatedStartTime);
  assert.deepEqual([one.all.waiting.ahead.total, two.all.waiting.ahead.total], [1, 2]);
  for (const { all } of [one, two]) {
    const [event] = all.waiting.makesRoom.latest;
    assert.equal(event.at, all.estimatedStartTime);
    assert.match(event.gprName, /^second-/);
  }
  for (const role of ['Editor', 'Viewer'] as const) {
    const answers = [];
    for (const { client, path, waiter } of [one, two]) {
      const caller = await client.as(role, 'red');
      const answer = await caller.get(path);
      assert.deepEqual(answer.waiting.makesRoom, { total: 0, latest: [] });
      assert.deepEqual(answer.waiting.ahead, { of: 'pool', total: 0, first: [] });
      answers.push(hidden(answer, waiter));
      // Names and ids of other workspaces find nothing.
      assert.deepEqual((await caller.get('/sim/gprs/find?gpr=first-blue')).gprs, []);
      const found = await caller.get('/sim/gprs/find?gpr=waiter');
      assert.deepEqual(
        [found.gprs.map(({ gprId }: { gprId: string }) => gprId), found.more],
        [[waiter], false],
      );
    }
    assert.deepEqual(answers[0], answers[1]);
  }
});
