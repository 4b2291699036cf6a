// Facts of some kinds or about one GPR, as pages, as the last ones, and as a stream.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { Stream } from './fact-reader.ts';

type Fact = { readonly seq: number; readonly kind: string; readonly gprId?: string };

const create = async (owner: Caller, body: object = {}): Promise<string> =>
  (await owner.post('/api/v1/gpr', { ...gprBody, ...body })).gprId;

const kindsOf = ({ facts }: { facts: Fact[] }) => facts.map(({ kind }) => kind);

/** Each of the two GPRs runs for five minutes, one after the other. */
async function small() {
  const client = new Client();
  const owner = await client.as('Owner');
  const first = await create(owner);
  const second = await create(owner);
  await owner.advance('20m');
  return { client, owner, first, second };
}

test('a filtered page has the facts of the GPR and of the kinds', async () => {
  const { owner, first, second } = await small();
  const all: Fact[] = (await owner.get('/sim/facts')).facts;
  const { seq } = await owner.get('/sim/clock');
  for (const gprId of [first, second]) {
    const page = await owner.get(`/sim/facts?gprId=${gprId}`);
    assert.deepEqual(
      page.facts,
      all.filter((fact) => fact.gprId === gprId),
    );
    assert.deepEqual(kindsOf(page), ['gpr.created', 'gpr.provisioning', 'gpr.successful', 'gpr.ended']);
    assert.deepEqual([page.next, page.seq], [seq, seq]);
  }
  const ends = await owner.get('/sim/facts?kind=gpr.ended,node.added');
  assert.deepEqual(
    ends.facts,
    all.filter(({ kind }) => kind === 'gpr.ended' || kind === 'node.added'),
  );
  const end = await owner.get(`/sim/facts?kind=gpr.ended&gprId=${second}`);
  assert.deepEqual(kindsOf(end), ['gpr.ended']);
  const page = await owner.get(`/sim/facts?gprId=${second}&limit=2`);
  assert.deepEqual(kindsOf(page), ['gpr.created', 'gpr.provisioning']);
  const rest = await owner.get(`/sim/facts?gprId=${second}&after=${page.next}`);
  assert.deepEqual(kindsOf(rest), ['gpr.successful', 'gpr.ended']);
});

test('a stream has only the facts of the GPR and of the kinds', async () => {
  const { owner, first, second } = await small();
  const third = await create(owner);
  const ends = await Stream.open(owner, '?after=0&kind=gpr.ended');
  const own = await Stream.open(owner, `?after=0&gprId=${second}`);
  await owner.advance('20m');
  assert.deepEqual(
    (await ends.take(3)).map(({ data }) => [data.kind, data.gprId]),
    [
      ['gpr.ended', first],
      ['gpr.ended', second],
      ['gpr.ended', third],
    ],
  );
  const events = await own.take(4);
  assert.deepEqual(
    events.map(({ data }) => data),
    (await owner.get(`/sim/facts?gprId=${second}`)).facts,
  );
  await Promise.all([ends.close(), own.close()]);
});

test('from and to select the facts of these instants and of those between', async () => {
  const { owner, first } = await small();
  const all: (Fact & { readonly at: string })[] = (await owner.get('/sim/facts')).facts;
  const start = Date.parse('2026-01-05T08:00:00Z');
  const ms = (fact: { readonly at: string }) => Date.parse(fact.at) - start;
  const instants = [...new Set(all.map(ms))];
  assert.equal(instants.length, 3);
  for (const from of [undefined, ...instants, 1])
    for (const to of [undefined, ...instants, 1]) {
      if (from !== undefined && to !== undefined && from > to) continue;
      const expected = all.filter((fact) => ms(fact) >= (from ?? 0) && ms(fact) <= (to ?? Infinity));
      const query = [
        from === undefined ? '' : `&from=${from}`,
        to === undefined ? '' : `&to=${new Date(start + to).toISOString()}`,
      ].join('');
      const page = await owner.get(`/sim/facts?${query}`);
      assert.deepEqual(page.facts, expected, query);
      assert.equal(page.next, all.length);
      assert.deepEqual((await owner.get(`/sim/facts?last=2${query}`)).facts, expected.slice(-2), query);
      const own = expected.filter((fact) => fact.gprId === first && fact.kind !== 'gpr.created');
      const kinds = 'gpr.provisioning,gpr.successful,gpr.ended';
      const filtered = await owner.get(`/sim/facts?gprId=${first}&kind=${kinds}${query}`);
      assert.deepEqual(filtered.facts, own, query);
      const after = expected[1]?.seq ?? 0;
      const limited = await owner.get(`/sim/facts?after=${after}&limit=1${query}`);
      assert.deepEqual(limited.facts, expected.filter(({ seq }) => seq > after).slice(0, 1), query);
    }
  const { status, body } = await owner.send('GET', '/sim/facts?from=2000&to=1000');
  assert.equal(status, 422);
  assert.match(body.error.message, /"to" must not lie before "from", 2026-01-05T08:00:02.000Z/);
});
