// --chaos: which calls fail depends on the seed, the key, the operation and the number of the call alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chaos } from '../../../src/api/frame/operation/chaos.ts';
import { CallNumbers, numberedMax } from '../../../src/api/frame/operation/drawn-calls.ts';
import { HttpFaults } from '../../../src/api/frame/operation/http-faults.ts';
import { type Caller, Client, gprBody } from '../client.ts';
import { answersOf, read, Served } from '../connections/raw-connection.ts';

/** What a client saw of a call: its status and the length of the body that came; 0 and 0 if nothing came. */
type Outcome = readonly [status: number, bodyBytes: number];

interface Call {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const create = { method: 'POST', path: '/api/v1/gpr', body: gprBody };
const list = { method: 'GET', path: '/api/v1/gpr/list?sliceName=red' };

/** A server with faults, and two keys. */
class Setting {
  readonly client: Client;
  readonly #served: Served;
  readonly #callers: Readonly<Record<string, Caller>>;

  private constructor(client: Client, served: Served, callers: Readonly<Record<string, Caller>>) {
    this.client = client;
    this.#served = served;
    this.#callers = callers;
  }

  static async start(chaos: Chaos | undefined, faults: readonly object[] = []): Promise<Setting> {
    const client = new Client(undefined, { httpFaults: new HttpFaults(chaos) });
    const owner = await client.as('Owner');
    const callers = { one: await client.named('one'), two: await client.named('two') };
    for (const fault of faults) await owner.post('/sim/faults', fault);
    return new Setting(client, await Served.start({}, client), callers);
  }

  /** Sends a call within the process. */
  async within({ key, method, path, body }: Call): Promise<number> {
    return (await this.#callers[key]!.send(method, path, body)).status;
  }

  async outcome({ key, method, path, body }: Call): Promise<Outcome> {
    const content = body === undefined ? '' : JSON.stringify(body);
    const lines = [`Authorization: Bearer ${this.#callers[key]!.token}`, `Content-Length: ${content.length}`];
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join('\r\n')}`;
    const bytes = await read(await this.#served.send(`${head}\r\n\r\n${content}`));
    const [answer] = answersOf(bytes);
    return answer === undefined ? [0, 0] : [answer.status, answer.body.length];
  }

  async outcomes(calls: readonly Call[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const call of calls) outcomes.push(await this.outcome(call));
    return outcomes;
  }
}

const calls: Call[] = Array.from({ length: 24 }, (_, i) => ({
  key: i % 3 === 0 ? 'two' : 'one',
  ...(i % 2 === 0 ? create : list),
}));

/** The key and the number of the call in a reported body. */
function numberOf(body: object): [key: unknown, nth: unknown] {
  const { key, nth = 1 } = body as { readonly key?: unknown; readonly nth?: unknown };
  return [key, nth];
}

/** A chaos that notes the bodies that it reports. */
function noting(seed: number, rate: number): { chaos: Chaos; bodies: object[] } {
  const bodies: object[] = [];
  return { chaos: new Chaos({ seed, rate }, (body) => bodies.push(body)), bodies };
}

test('the numbers of calls take bounded memory: beyond it, the key without calls for longest begins again', () => {
  const numbers = new CallNumbers();
  const next = (key: string) => numbers.next('listGprs', key).number;
  assert.deepEqual([next('first'), next('second'), next('first')], [1, 1, 2]);
  for (let i = 0; i < numberedMax - 2; i++) next(`key-${i}`);
  assert.equal(next('first'), 3);
  next('another');
  assert.deepEqual([next('first'), next('second')], [4, 1]);
  assert.equal(numbers.next('listGprs', 'first', 'http-1').number, 1);
});

test('the same seed fails the same calls in the same way, and the reported bodies repeat each of them', async () => {
  const { chaos, bodies } = noting(3, 0.5);
  const outcomes = await (await Setting.start(chaos)).outcomes(calls);
  assert.deepEqual(await (await Setting.start(noting(3, 0.5).chaos)).outcomes(calls), outcomes);
  assert.notDeepEqual(await (await Setting.start(noting(4, 0.5).chaos)).outcomes(calls), outcomes);
  const met = new Set(bodies.map((body) => JSON.stringify({ ...body, operation: 0, key: 0, nth: 0 })));
  assert.ok(met.size >= 5, `only ${[...met]}`);

  const repeated = await Setting.start(undefined, bodies);
  // Only the text of an error names the fault.
  const statuses = (all: readonly Outcome[]) => all.map(([status]) => status);
  assert.deepEqual(statuses(await repeated.outcomes(calls)), statuses(outcomes));
});

test('the order between keys and the calls of other operations change nothing', async () => {
  const of = (key: string, all: readonly Call[], outcomes: readonly Outcome[]) =>
    all.flatMap((call, i) => (call.key === key && call.method === 'POST' ? [outcomes[i]![0]] : []));
  const first = await (await Setting.start(noting(3, 0.5).chaos)).outcomes(calls);
  const sorted = calls.filter(({ method }) => method === 'POST').toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const second = await (await Setting.start(noting(3, 0.5).chaos)).outcomes(sorted);
  for (const key of ['one', 'two']) assert.deepEqual(of(key, sorted, second), of(key, calls, first));
});

test('chaos with rate 1 fails every call of the interface of the service, and no other', async () => {
  const { chaos, bodies } = noting(1, 1);
  const setting = await Setting.start(chaos);
  for (const path of ['/sim/clock', '/sim/faults', '/openapi.json', '/healthz']) {
    assert.equal((await setting.outcome({ key: 'one', method: 'GET', path }))[0], 200, path);
  }
  assert.deepEqual(bodies, []);
  // Refused calls do not count.
  assert.equal(
    (await setting.outcome({ key: 'one', method: 'POST', path: '/api/v1/gpr', body: {} }))[0],
    422,
  );
  await setting.outcome({ key: 'one', ...list });
  await setting.outcome({ key: 'one', ...list });
  assert.deepEqual(bodies.map(numberOf), [
    ['one', 1],
    ['one', 2],
  ]);
});

test('chaos fails no call without a connection, and an injected fault goes first; both calls count', async () => {
  const { chaos, bodies } = noting(1, 1);
  const setting = await Setting.start(chaos, [{ kind: 'http', operation: 'listGprs', nth: 2, status: 418 }]);
  const call = { key: 'one', ...list };
  assert.equal(await setting.within(call), 200);
  assert.equal((await setting.outcome(call))[0], 418);
  assert.deepEqual(bodies, []);
  await setting.outcome(call);
  assert.deepEqual(bodies.map(numberOf), [['one', 3]]);
});
