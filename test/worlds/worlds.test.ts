// Worlds of one server: names, scenarios, copies, keys, limits, and removals.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GprsimServer, StartOptions } from '../../src/library/gprsim.d.ts';
import { start } from '../../src/library/start.ts';
import { Party } from './party.ts';

async function served(
  t: TestContext,
  options: StartOptions = {},
): Promise<{ server: GprsimServer; owner: Party; world: (name: string, of?: object) => Promise<Party> }> {
  const server = await start({ scenario: 'quiet', paused: true, ...options });
  t.after(() => server.close());
  const owner = await Party.in(server.url, server.apiKey);
  const world = async (name: string, of: object = {}) => {
    const { path, apiKey } = await owner.post('/sim/worlds', { name, ...of });
    assert.equal(path, `/worlds/${name}`);
    return Party.in(server.url + path, apiKey);
  };
  return { server, owner, world };
}

test('a world begins as a server of its scenario and seed does, paused', async (t) => {
  const { owner, world } = await served(t, { seed: 5 });
  const lone = await start({ scenario: 'demo', seed: 7, paused: true });
  t.after(() => lone.close());
  const alone = await Party.in(lone.url, lone.apiKey);
  const demo = await world('demo-7', { scenario: 'demo', seed: 7 });
  const own = await world('own');
  for (const party of [alone, demo]) await party.advance('8h');
  const at = (party: Party) => party.get('/sim/clock');
  assert.deepEqual(await at(demo), await at(alone));
  assert.equal((await own.get('/sim/state')).caller.role, 'Owner');
  const { worlds } = await owner.get('/sim/worlds');
  assert.deepEqual(
    worlds.map(({ name, scenario, seed, mode }: Record<string, unknown>) => [name, scenario, seed, mode]),
    [
      ['demo-7', 'demo', 7, 'paused'],
      ['own', 'quiet', 5, 'paused'],
    ],
  );
  assert.equal((await at(owner)).nowMs, 0, 'the world at the root has moved');
});

test('a base URL of a world may end with a slash', async (t) => {
  const { server, owner, world } = await served(t);
  const own = await world('own', { scenario: 'demo' });
  const { path, apiKey } = await owner.post('/sim/worlds', { name: 'slash' });
  const slash = await Party.in(`${server.url}${path}/`, apiKey);
  assert.equal((await slash.advance('1h')).nowMs, 3_600_000);
  assert.equal(
    (await own.at(`${server.url}/worlds/own/`).get('/api/v1/inventory?sliceName=team-blue')).items.length,
    5,
  );
  assert.equal((await own.at(`${server.url}/worlds/own//`).ask('GET', '/sim/clock')).status, 404);
});

test('a world runs at its speed', async (t) => {
  const { world } = await served(t);
  const { mode, speed } = await (await world('fast', { speed: 3600 })).get('/sim/clock');
  assert.deepEqual([mode, speed], ['running', 3600]);
});

test('a copy is the world as it is now, with other keys', async (t) => {
  const { owner, world } = await served(t);
  const original = await world('original', { scenario: 'demo' });
  await original.advance('6h');
  await original.post('/sim/rewind', { to: '5h' });
  await original.advance('2h');
  const copy = await world('copy', { from: 'original' });
  const all = async (party: Party) => {
    const paths = ['/sim/clock', '/sim/state', '/sim/branches', '/sim/gprs'];
    const answers = await Promise.all(paths.map((path) => party.get(path)));
    const { caller: _, ...state } = answers[1];
    // A page of a slow machine is shorter.
    const facts: unknown[] = [];
    for (let after = 0; after < state.seq; ) {
      const page = await party.get(`/sim/facts?after=${after}&limit=10000`);
      facts.push(...page.facts);
      after = page.next;
    }
    return [answers[0], state, ...answers.slice(2), facts];
  };
  assert.deepEqual(await all(copy), await all(original));
  assert.equal((await original.at(copy.url).ask('GET', '/sim/clock')).status, 401);
  // They part, and come to the same again.
  await copy.advance('2h');
  assert.notDeepEqual(await copy.get('/sim/clock'), await original.get('/sim/clock'));
  await original.advance('2h');
  assert.deepEqual(await all(copy), await all(original));
  await owner.delete('/sim/worlds/original');
  assert.equal((await copy.get('/sim/branches')).branches.length, 2);
});

test('keys and tokens of a world open only it; those of Owners of the server open all', async (t) => {
  const { server, owner, world } = await served(t);
  const [a, b] = [await world('a'), await world('b')];
  const status = async (party: Party, path = '/sim/clock') => (await party.ask('GET', path)).status;
  assert.deepEqual(
    await Promise.all([
      status(a),
      status(b),
      status(owner),
      status(owner.at(a.url)),
      status(owner.at(b.url)),
      status(a.at(b.url)),
      status(b.at(a.url)),
      status(a.at(server.url)),
      status(a.at(server.url), '/sim/worlds'),
    ]),
    [200, 200, 200, 200, 200, 401, 401, 401, 401],
  );
  assert.equal(await status(await Party.in(a.url, server.apiKey)), 200);
  const key = (role: string) => ({
    name: role,
    userName: role,
    description: '',
    role,
    validity: '2099-12-31',
    ...(role === 'Owner' ? {} : { workspaceName: 'team-blue' }),
  });
  for (const role of ['Editor', 'Viewer']) {
    const { apiKey } = await owner.post('/api/v1/api-key', key(role));
    const party = await Party.in(server.url, apiKey);
    assert.equal(await status(party.at(a.url)), 401, `${role} of the server`);
    const refused = await new Party(a.url, '').ask('POST', '/api/v1/auth', { apiKey });
    assert.notEqual(refused.status, 200, `${role} of the server`);
    assert.equal(await status(party, '/sim/worlds'), 403);
  }
  const { apiKey } = await owner.post('/api/v1/api-key', key('Owner'));
  const other = await Party.in(a.url, apiKey);
  assert.equal(await status(other), 200);
  const listed = await a.get('/api/v1/api-key/list');
  assert.ok(!JSON.stringify(listed).includes(apiKey), 'a world lists keys of the server');
  await owner.delete('/api/v1/api-key', { apiKey });
  assert.equal(await status(other), 401, 'a deleted key');
});

interface Described {
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, object>>;
}

test('the limits of number and memory are named', async (t) => {
  const { owner, world } = await served(t, { worldsMax: 2, worldsMemory: 1 });
  await world('a');
  const memory = await owner.ask('POST', '/sim/worlds', { name: 'b' });
  assert.equal(memory.status, 409);
  assert.match(memory.message, /The limit of worlds is reached: .*MB of memory/);
  await owner.delete('/sim/worlds/a');
  await world('c');
  // What a deleted world took is free at once.
  const grown = await served(t, { worldsMemory: 6 });
  const demos = [await grown.world('a', { scenario: 'demo' }), await grown.world('b', { scenario: 'demo' })];
  // The server may have noticed the memory of the first world before the second moves.
  for (const demo of demos) await demo.ask('POST', '/sim/clock/advance', { by: '2d' });
  await until(async () => (await grown.owner.ask('POST', '/sim/worlds', { name: 'c' })).status === 409);
  for (const name of ['a', 'b']) await grown.owner.delete(`/sim/worlds/${name}`);
  await grown.world('d');

  const few = await served(t, { worldsMax: 2 });
  // At once: those that are being made count, too.
  const made = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => few.owner.ask('POST', '/sim/worlds', { name })),
  );
  assert.deepEqual(made.map(({ status }) => status).sort(), [200, 200, 409, 409]);
  assert.match(made.find(({ status }) => status === 409)!.message, /there are 2 worlds already/);
  const one = await served(t, { worldsMax: 1 });
  await one.world('a');
  const second = await one.owner.ask('POST', '/sim/worlds', { name: 'b' });
  assert.match(second.message, /there is 1 world already/);
  const none = await served(t, { worldsMax: 0 });
  assert.equal((await none.owner.ask('POST', '/sim/worlds', { name: 'a' })).status, 409);
});

test('of two requests for the same name, one makes the world', async (t) => {
  const { owner } = await served(t);
  const made = await Promise.all([1, 2, 3].map(() => owner.ask('POST', '/sim/worlds', { name: 'a' })));
  assert.deepEqual(made.map(({ status }) => status).sort(), [200, 409, 409]);
  const ended = await Promise.all([1, 2].map(() => owner.ask('DELETE', '/sim/worlds/a')));
  assert.deepEqual(ended.map(({ status }) => status).sort(), [200, 404]);
  await owner.post('/sim/worlds', { name: 'a' });
});

test('a copy of a world that is removed ends with an error, and makes none', async (t) => {
  const { owner, world } = await served(t);
  const source = await world('source', { scenario: 'demo' });
  await source.advance('5d');
  const copying = owner.ask('POST', '/sim/worlds', { name: 'copy', from: 'source' });
  const removing = owner.ask('DELETE', '/sim/worlds/source');
  const { status, message } = await copying;
  if (status !== 200) assert.deepEqual([status, message], [404, 'There is no world "source"']);
  assert.equal((await removing).status, 200);
  const { worlds } = await owner.get('/sim/worlds');
  assert.equal(worlds.length, status === 200 ? 1 : 0);
});

test('a world that is removed ends its requests', async (t) => {
  const { owner, world } = await served(t);
  const a = await world('a', { scenario: 'demo' });
  const stream = await fetch(`${a.url}/sim/facts/stream`, {
    headers: { authorization: `Bearer ${a.token}` },
  });
  const text = stream.text();
  const moves = [
    a.ask('POST', '/sim/clock/advance', { by: '3650d' }),
    a.ask('POST', '/sim/clock/advance', { by: '1d' }),
  ];
  await until(async () => (await a.get('/sim/clock')).nowMs > 3_600_000);
  const what = a.ask('POST', '/sim/what-if', { changes: [], until: '2d' });
  const past = a.ask('GET', '/sim/state?at=1h');
  await owner.delete('/sim/worlds/a');
  for (const { status, message } of await Promise.all([...moves, what, past])) {
    if (status === 200) continue;
    assert.equal(status, 404);
    assert.match(message, /^World Removed$|^There is no world "a"$/);
  }
  assert.equal((await moves[0]!).message, 'World Removed');
  assert.match(await text, /facts after/);
  assert.equal((await a.ask('GET', '/sim/clock')).status, 404);
  const again = await world('a');
  assert.equal((await a.ask('GET', '/sim/clock')).status, 401, 'a token of the world before');
  assert.equal((await again.get('/sim/clock')).nowMs, 0);
});

test('pages and documents of a world lead to itself', async (t) => {
  const { server, world } = await served(t);
  await world('a');
  const plain = await fetch(`${server.url}/worlds/a`, { redirect: 'manual' });
  assert.deepEqual([plain.status, plain.headers.get('location')], [302, 'a/']);
  const page = await (await fetch(`${server.url}/worlds/a`)).text();
  assert.match(page, /src="dashboard\/page.js"/);
  assert.equal((await fetch(`${server.url}/worlds/a/dashboard/page.js`)).status, 200);
  for (const path of ['/openapi.json', '/sim/openapi.json']) {
    const described = async (base: string) => (await (await fetch(base + path)).json()) as Described;
    const below = await described(`${server.url}/worlds/a`);
    const root = await described(server.url);
    assert.equal(below.servers[0].url, '/worlds/a');
    assert.equal(root.servers[0].url, '/');
    const isOfProcess = (name: string) => name.startsWith('/sim/worlds');
    assert.deepEqual(
      Object.keys(below.paths),
      Object.keys(root.paths).filter((name) => !isOfProcess(name)),
    );
    assert.deepEqual(
      below.tags.map(({ name }) => name),
      root.tags.map(({ name }) => name).filter((name) => name !== 'Worlds'),
    );
  }
  const lost = await fetch(`${server.url}/worlds/none/x`, { headers: { accept: 'text/html' } });
  assert.equal(lost.status, 404);
  assert.match(await lost.text(), /<a href="\.\.\/\.\.\/">Dashboard/);
});

test('a foreign host is refused', async (t) => {
  const { server, world } = await served(t);
  await world('a');
  const { request } = await import('node:http');
  for (const path of ['/worlds/a/healthz', '/worlds/a', '/worlds/none/healthz']) {
    const status = await new Promise((resolve, reject) => {
      const sent = request(server.url + path, { headers: { host: 'example.com' } }, ({ statusCode }) =>
        resolve(statusCode),
      );
      sent.on('error', reject).end();
    });
    assert.equal(status, 403, path);
  }
});

test('chaos fails the same calls in each world', async (t) => {
  const { server } = await served(t, { chaos: { seed: 3, rate: 0.5 } });
  const outcomes = async () => {
    const { url, apiKey } = await server.world();
    const party = await Party.in(url, apiKey);
    const seen: unknown[] = [];
    for (let i = 0; i < 20; i++) {
      const asked = party.ask('GET', '/api/v1/gpr/list?sliceName=team-blue');
      seen.push(
        await asked.then(
          ({ status }) => status,
          () => 'no answer',
        ),
      );
    }
    return seen;
  };
  const [first, second] = [await outcomes(), await outcomes()];
  assert.deepEqual(first, second);
  assert.ok(first.includes(200) && first.some((outcome) => outcome !== 200), String(first));
});

test('each world has the requests that were sent to it', async (t) => {
  const { server, owner, world } = await served(t, { keepRequests: 100 });
  const [a, b] = [await world('a'), await world('b')];
  await a.ask('GET', '/api/v1/gpr/list?sliceName=team-blue');
  await owner.at(b.url).ask('GET', '/sim/clock');
  await b.ask('GET', '/none');
  const pathsOf = async (party: Party) => {
    const { requests } = await party.get('/sim/requests');
    return requests.map(({ path }: { path: string }) => path);
  };
  assert.deepEqual(await pathsOf(a), ['/api/v1/auth', '/api/v1/gpr/list?sliceName=team-blue']);
  assert.deepEqual(await pathsOf(b), ['/api/v1/auth', '/sim/clock', '/none']);
  assert.ok((await pathsOf(owner)).every((path: string) => !path.startsWith('/worlds/')));
  assert.equal((await b.ask('GET', '/sim/requests', undefined)).status, 200);
  await owner.delete('/sim/worlds/b');
  assert.deepEqual(await pathsOf(a.at(`${server.url}/worlds/a`)), await pathsOf(a));
});

test('requests that are refused before they run are in a log, too', async (t) => {
  const { owner, world } = await served(t, { keepRequests: 100, worldsMemory: 2 });
  const a = await world('a', { scenario: 'demo' });
  await a.advance('5d');
  // The server looks at the memory once a second.
  await until(async () => (await a.ask('POST', '/api/v1/gpr', {})).status === 409);
  await a.delete('/sim/requests');
  const running = await a.ask('PUT', '/sim/clock', { mode: 'running' });
  assert.equal(running.status, 409);
  assert.match(running.message, /^The limit of worlds is reached: /);
  assert.equal((await a.get('/sim/clock')).mode, 'paused');
  await a.put('/sim/clock', { mode: 'paused', speed: 2 });
  assert.equal((await a.ask('POST', '/api/v1/gpr', {})).status, 409);
  assert.equal((await a.at(owner.url).ask('POST', '/worlds/a/api/v1/gpr', {})).status, 409);
  assert.equal((await new Party(a.url, '').ask('POST', '/api/v1/gpr', {})).status, 401);
  const { requests } = await a.get('/sim/requests');
  assert.deepEqual(
    requests.map((kept: Record<string, unknown>) => [kept.operation, kept.key, kept.status]),
    [
      ['setClock', 'owner', 409],
      ['getClock', 'owner', 200],
      ['setClock', 'owner', 200],
      ...[1, 2].map(() => ['createGpr', 'owner', 409]),
      ['createGpr', null, 401],
    ],
  );

  await owner.delete('/sim/requests');
  await owner.ask('GET', '/worlds/none/sim/clock?x=1');
  await owner.ask('POST', '/worlds/None', {});
  await a.ask('GET', '/worlds/a/sim/clock');
  const atRoot = (await owner.get('/sim/requests?operation=none')).requests;
  assert.deepEqual(
    atRoot.map((kept: Record<string, unknown>) => [kept.method, kept.path, kept.key, kept.status]),
    [
      ['GET', '/worlds/none/sim/clock?x=1', null, 404],
      ['POST', '/worlds/None', null, 404],
    ],
  );
});

test('beyond the bound of memory, what reads or removes goes on, and the document has what is refused', async (t) => {
  const { world } = await served(t, { worldsMemory: 3 });
  const a = await world('a', { scenario: 'demo' });
  await a.advance('5d');
  await until(async () => (await a.ask('POST', '/api/v1/gpr', {})).status === 409);
  const refused = ['/sim/clock/advance', '/sim/rewind', '/sim/what-if'];
  for (const path of refused) assert.equal((await a.ask('POST', path, {})).status, 409, path);
  const wanted = { gpuCount: 1, nodeCount: 1 };
  assert.notEqual((await a.ask('POST', '/api/v1/gpr/gpu-availability', wanted)).status, 409);
  const { paths } = (await (await fetch(`${a.url}/sim/openapi.json`)).json()) as {
    paths: Record<string, { post: { responses: Record<string, unknown> } }>;
  };
  for (const path of refused) assert.ok('409' in paths[path]!.post.responses, path);
  assert.equal((await a.ask('POST', '/sim/reset', {})).status, 200);
  await until(async () => (await a.ask('POST', '/sim/clock/advance', { by: '1s' })).status === 200);
});

test('a slow answer ends when its world is removed', async (t) => {
  const { owner, world } = await served(t);
  const a = await world('a');
  const slow = { connection: 'slow', delayMs: 60_000, body: 'x'.repeat(1000) };
  await a.post('/sim/faults', { kind: 'http', operation: 'getClock', ...slow });
  const answer = await fetch(`${a.url}/sim/clock`, { headers: { authorization: `Bearer ${a.token}` } });
  assert.equal(answer.status, 500);
  const body = answer.text();
  await owner.delete('/sim/worlds/a');
  await assert.rejects(body, /terminated/);
});

test('the requests of the library itself meet no fault', async (t) => {
  const { server, owner } = await served(t);
  for (const operation of ['authenticate', 'listWorlds', 'createWorld', 'deleteWorld'])
    await owner.post('/sim/faults', { kind: 'http', operation, status: 503 });
  await (await server.world()).close();
  const { faults } = await owner.get('/sim/faults');
  assert.deepEqual(
    faults.map(({ calls }: { calls: number }) => calls),
    [0, 0, 0, 0],
  );
  const refused = await new Party(server.url, '').ask('POST', '/api/v1/auth', { apiKey: server.apiKey });
  assert.equal(refused.status, 503);
});

test('the library hands out worlds', async (t) => {
  const { server, owner } = await served(t);
  const [first, second] = await Promise.all([server.world(), server.world({ scenario: 'tiny', seed: 3 })]);
  assert.notEqual(first.name, second.name);
  assert.equal(first.url, `${server.url}/worlds/${first.name}`);
  const party = await Party.in(second.url, second.apiKey);
  await party.advance('1h');
  const copy = await server.world({ name: 'copy', from: second.name });
  const copied = await Party.in(copy.url, copy.apiKey);
  assert.deepEqual(await copied.get('/sim/clock'), await party.get('/sim/clock'));
  await assert.rejects(server.world({ name: 'copy' }), /^Error: world: There is a world "copy" already$/);
  await assert.rejects(
    server.world({ name: 'A', seed: -1 }),
    /^TypeError: world: "name" must be .*"seed" must be/,
  );
  await assert.rejects(
    server.world('copy' as never),
    /^TypeError: world takes an object of options, not 'copy'/,
  );
  await Promise.all([copy.close(), copy.close()]);
  assert.equal((await copied.ask('GET', '/sim/clock')).status, 404);
  // Another client has removed it.
  await owner.delete(`/sim/worlds/${first.name}`);
  await first.close();
});

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await nextTurn();
}
