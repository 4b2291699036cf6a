// Policies of one's own on the command line: every command that runs a world takes modules, and names them by their SHA-256.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { moduleOf, orderText, placementText } from '../../modules/module.ts';
import { words } from '../../support/words.ts';
import { gprsim, interrupt, Server, temporaryFolder } from '../gprsim.ts';

const examples = join(import.meta.dirname, '../../../fixtures/policies');
const smallestFirst = join(examples, 'smallest-first.mjs');
const lastNodes = join(examples, 'last-nodes.mjs');
const nameOf = (path: string) => moduleOf(readFileSync(path, 'utf8')).name;
/** A key that all starts of a server have. */
const env = { GPRSIM_API_KEY: '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2' };
const ABSENT = `sha256:${'1'.repeat(64)}`;

/** Writes a module; returns its path. */
function written(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A file with six hours of `demo` under the order of the examples. */
function kept(t: TestContext): { folder: string; db: string } {
  const folder = temporaryFolder(t);
  const db = join(folder, 'own.gprsim');
  const ran = gprsim(words`run demo --until 6h --order ${smallestFirst} --db ${db}`);
  assert.equal(ran.status, 0, ran.stderr);
  return { folder, db };
}

const refusal = (name: string) =>
  new RegExp(`names the order ${name}, which was not given; start again with --module FILE`);

test('the examples run, and --check repeats them', () => {
  const flags = ['--until', '6h', '--order', smallestFirst, '--placement', lastNodes];
  const { status, stdout, stderr } = gprsim(words`run demo ${flags} --check`);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^demo {2}seed 42 {2}strict, last-nodes@[0-9a-f]{8}, smallest-first@[0-9a-f]{8}\n/);
  const { json } = gprsim(words`run demo ${flags} --json`);
  assert.deepEqual([json.placement, json.order], [nameOf(lastNodes), nameOf(smallestFirst)]);
  assert.notEqual(json.hash, gprsim('run demo --until 6h --json').json.hash);
});

test('compare runs several modules side by side, on several threads', (t) => {
  const folder = temporaryFolder(t);
  const reversed = written(folder, 'reversed.mjs', orderText('-gpr.rank'));
  const flags = words`--order priority,${smallestFirst},${reversed} --seeds 1..2 --until 6h`;
  const { status, stdout, stderr } = gprsim(words`compare demo ${flags} --jobs 2`);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /better if +priority +smallest-first@[0-9a-f]{8}\n.*better if +mine@[0-9a-f]{8} /s);
  assert.ok(stdout.includes(`--order priority,${smallestFirst},${reversed}`), 'it prints its command');
  const orders = (jobs: string) => {
    const { runs } = gprsim(words`compare demo ${flags} --jobs ${jobs} --json`).json;
    return runs.map(({ order, hash }: Record<string, string>) => [order, hash]);
  };
  const names = ['priority', nameOf(smallestFirst), nameOf(reversed)];
  const found = orders('2');
  assert.deepEqual(
    found.map(([order]: string[]) => order),
    names.flatMap((name) => [name, name]),
  );
  assert.deepEqual(orders('1'), found);
  assert.equal(new Set(found.map(([, hash]: string[]) => hash)).size, 6);
});

test('results name the SHA-256, so another version of a module is another study', (t) => {
  const folder = temporaryFolder(t);
  const module = written(folder, 'mine.mjs', orderText('gpr.exitMs'));
  const results = join(folder, 'study');
  const args = words`compare tiny --order ${module} --seeds 1 --results ${results}`;
  assert.equal(gprsim(args).status, 0);
  const lines = readdirSync(results).map((file) => readFileSync(join(results, file), 'utf8'));
  assert.ok(lines.some((text) => text.includes(nameOf(module))));
  writeFileSync(module, orderText('gpr.exitMs + 1'));
  const { status, stderr } = gprsim(args);
  assert.notEqual(status, 0);
  assert.match(stderr, /the grid is .*sha256:[0-9a-f]{64}.* there and .*sha256:[0-9a-f]{64}.* here/);
});

test('replay and import need the module of the file, and get the same facts with it', (t) => {
  const { folder, db } = kept(t);
  const name = nameOf(smallestFirst);
  for (const args of [
    words`replay ${db} --verify`,
    ['import', db, join(folder, 'no.gprsim')],
    words`serve --db ${db}`,
    words`serve demo --db ${db}`,
  ]) {
    const { status, stderr } = gprsim(args);
    assert.equal(status, 2, `${args}: ${stderr}`);
    assert.match(stderr, refusal(name));
  }
  for (const flag of ['--order', '--module']) {
    const { status, stdout, stderr } = gprsim(words`replay ${db} ${flag} ${smallestFirst} --verify`);
    assert.equal(status, 0, stderr);
    assert.match(stdout, / {2}the same\n/);
  }
  const copy = join(folder, 'copy.gprsim');
  assert.equal(gprsim(['export', db, copy]).status, 0, 'an export runs nothing');
  const imported = gprsim(words`import ${copy} ${join(folder, 'again.gprsim')} --order
    ${smallestFirst} --json`);
  assert.equal(imported.json.isAsStored, true, imported.stderr);
  assert.equal(gprsim(['gprs', db]).status, 0, 'lists of GPRs need no module');
  const change = ['--change', 'PUT /sim/scheduler {"queue": "greedy"}'];
  for (const args of [['queue', db], words`queue ${db} --at 1h`, ['whatif', db, ...change]]) {
    const without = gprsim(args);
    assert.deepEqual([without.status, refusal(name).test(without.stderr)], [2, true], without.stderr);
    assert.equal(gprsim([...args, '--module', smallestFirst]).status, 0, `${args}`);
  }
  const changed = written(folder, 'changed.mjs', `${readFileSync(smallestFirst, 'utf8')}\n`);
  assert.match(gprsim(words`replay ${db} --order ${changed}`).stderr, refusal(name));
});

test('a scenario names a module by its SHA-256 only', (t) => {
  const folder = temporaryFolder(t);
  const tiny = gprsim('scenarios tiny').stdout;
  const path = written(
    folder,
    'own.json',
    tiny.replace('"scheduler": {', `"scheduler": { "order": "${ABSENT}",`),
  );
  const { status, stderr } = gprsim(['run', path]);
  assert.equal(status, 2);
  assert.match(stderr, /scheduler\.order names the order sha256:1{64}, which was not given/);
  const name = nameOf(smallestFirst);
  writeFileSync(path, readFileSync(path, 'utf8').replace(ABSENT, name));
  assert.equal(gprsim(words`run ${path} --order priority`).status, 2, 'another order is no module');
  assert.equal(gprsim(words`run ${path} --module ${smallestFirst} --json`).json.order, name);
  assert.equal(gprsim(words`compare ${path} --module ${smallestFirst} --seeds 1`).status, 0);
  for (const wrong of ['./smallest-first.mjs', 'sha256:1', 'mine']) {
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"order": "[^"]*"/, `"order": "${wrong}"`));
    const { status, stderr } = gprsim(['run', path, '--module', smallestFirst]);
    assert.equal(status, 2);
    assert.match(stderr, /scheduler\.order must be .*, or "sha256:" and the SHA-256 of a module, but is/);
  }
});

test('a server continues its world with the module, and not without it', async (t) => {
  const { folder, db } = kept(t);
  const order = ['--order', smallestFirst];
  const server = await (await Server.start(t, words`--db ${db} ${order} --paused`, env)).signIn();
  assert.equal((await server.get('/sim/state')).scheduler.order, nameOf(smallestFirst));
  await server.advance('1h');
  const { hash } = await server.get('/sim/clock');
  const other = written(folder, 'other.mjs', orderText('gpr.exitMs'));
  const change = await server.send('PUT', '/sim/scheduler', { order: nameOf(other) });
  assert.equal(change.statusCode, 422);
  assert.match(change.message, refusal(nameOf(other)));
  await server.end('SIGTERM');
  const again = await (
    await Server.start(t, words`--db ${db} ${order} --module ${other} --paused`, env)
  ).signIn();
  assert.equal((await again.get('/sim/clock')).hash, hash);
  await again.put('/sim/scheduler', { order: nameOf(other) });
  await again.end('SIGTERM');
  const { status, stderr } = gprsim(words`serve --db ${db} ${order}`);
  assert.equal(status, 2, stderr);
  assert.match(stderr, refusal(nameOf(other)));
  const replayed = gprsim(words`replay ${db} ${order} --module ${other} --verify`);
  assert.equal(replayed.status, 0, replayed.stderr);
});

test('a server does not go where a module counts that was not given', async (t) => {
  const db = join(temporaryFolder(t), 'past.gprsim');
  const started = async (...flags: string[]) =>
    (await Server.start(t, words`demo --db ${db} --paused ${flags}`, env)).signIn();
  const order = nameOf(smallestFirst);
  const server = await started('--module', smallestFirst);
  // Two hours under the module; the second one is then rewound, so that a branch ends under the module.
  await server.put('/sim/scheduler', { order });
  await server.advance('1h');
  const { now: under, seq } = await server.get('/sim/clock');
  await server.advance('1h');
  await server.post('/sim/rewind', { to: under });
  const { branch } = await server.get('/sim/clock');
  await server.put('/sim/scheduler', { order: 'priority' });
  await server.advance('1h');
  await server.end('SIGTERM');

  const without = await started();
  const before = await without.get('/sim/clock');
  assert.equal(before.branch, branch);
  const refused: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['GET', `/sim/state?at=${under}`],
    ['POST', '/sim/rewind', { to: under }],
    ['POST', '/sim/rewind', { seq }],
    ['POST', `/sim/branches/${branch - 1}/switch`],
  ];
  for (const [method, path, body] of refused) {
    const answer = await without.send(method, path, body);
    assert.equal(answer.statusCode, 422, JSON.stringify(answer));
    assert.match(answer.message, refusal(order));
  }
  assert.equal((await without.get('/sim/clock')).hash, before.hash, 'the world stays');
  await without.advance('1h');
});

/** An order with other scores in a repeated run. */
const KEEPS = `globalThis.seen = new Set();
${orderText('seen.add(gpr.createdAtMs).size > 100 && gpr.createdAtMs > 3_600_000 ? -gpr.rank : gpr.rank')}`;

test('a module whose run differs when it is repeated is noticed by --check', (t) => {
  const path = written(temporaryFolder(t), 'impure.mjs', KEEPS);
  const run = words`run demo --until 6h --order ${path}`;
  assert.equal(gprsim(run).status, 0);
  const { status, stderr } = gprsim([...run, '--check']);
  assert.equal(status, 1);
  assert.match(stderr, /impure\.mjs depends on more than its arguments: the run has the hash/);
});

test('SIGINT ends a run with a module that never returns at once', async (t) => {
  const path = written(
    temporaryFolder(t),
    'endless.mjs',
    orderText('(() => { console.log("called"); for (;;) {} })()'),
  );
  const { status } = await interrupt(t, words`run demo --order ${path}`, 'SIGINT');
  assert.equal(status, null, 'the signal ended it');
});

test('a module that does not repeat the facts of a file is named as a possible cause', (t) => {
  const folder = temporaryFolder(t);
  // Equal within a process: repeated calls do not show it.
  const byCommand = "(gpr.rank % 1009) * (process.argv.includes('run') ? 1 : -1)";
  const path = written(folder, 'impure.mjs', orderText(byCommand));
  const db = join(folder, 'impure.gprsim');
  assert.equal(gprsim(words`run demo --until 1d --order ${path} --db ${db}`).status, 0);
  const cause =
    /, perhaps because \S*impure\.mjs depends on more than its arguments, which run --check shows/;
  for (const args of [words`queue ${db} --at 12h`, words`replay ${db} --verify`]) {
    const { status, stderr } = gprsim([...args, '--module', path]);
    assert.equal(status, 1);
    assert.match(stderr, cause);
  }
  const imported = gprsim(words`import ${db} ${join(folder, 'again.gprsim')} --module ${path}`);
  assert.match(imported.stdout, cause);
});

test('a module that fails ends run and compare with its name and line', (t) => {
  const folder = temporaryFolder(t);
  const throws = written(folder, 'throws.mjs', orderText("(() => { throw new Error('boom'); })()"));
  const nothing = written(folder, 'nothing.mjs', orderText('undefined'));
  const few = written(folder, 'few.mjs', placementText(''));
  const failing: readonly (readonly [args: readonly string[], why: RegExp])[] = [
    [['--order', throws], /^gprsim: the order \S*throws\.mjs, line 5, throws: boom\n$/],
    [['--order', nothing], /^gprsim: the order \S*nothing\.mjs returns undefined for \{"rank"/],
    [['--placement', few], /^gprsim: the placement \S*few\.mjs writes 0 of \d slots/],
  ];
  for (const [flags, why] of failing) {
    const { status, stderr } = gprsim(words`run demo --until 6h ${flags}`);
    assert.equal(status, 1);
    assert.match(stderr, why);
  }
  const compared = gprsim(words`compare demo --until 6h --seeds 1 --order ${throws}`);
  assert.equal(compared.status, 1);
  assert.match(
    compared.stderr,
    /^gprsim: the run with .*, seed 1: the order \S*throws\.mjs, line 5, throws: boom\n$/,
  );
});

test('a module that never ends loading is refused, and a late import ends the run', (t) => {
  const folder = temporaryFolder(t);
  const order = orderText('gpr.rank');
  const ran = (name: string, text: string) =>
    gprsim(words`run demo --until 6h --order ${written(folder, name, text)}`);
  const never = ran('never.mjs', `await new Promise(() => {});\n${order}`);
  assert.equal(never.status, 2);
  assert.match(never.stderr, /^gprsim: --order \S*never\.mjs never ends loading: it awaits what/);
  const thenable = ran('thenable.mjs', `export function then() {}\n${order}`);
  assert.equal(thenable.status, 2);
  assert.match(thenable.stderr, /never ends loading: .*, or exports "then"/);
  const late = ran('late.mjs', orderText("(import('node:fs'), gpr.rank)"));
  assert.equal(late.status, 1);
  assert.match(late.stderr, /^gprsim: \S*late\.mjs imports "node:fs", but a module is one file; [^\n]*\n$/);
});

test('wrong modules are refused before anything runs, all together', (t) => {
  const folder = temporaryFolder(t);
  const none = written(folder, 'none.mjs', 'export const a = 1;');
  const { status, stderr } = gprsim(words`run tiny --order ${join(folder, 'missing.mjs')} --placement
    ${none} --backfill-order ${smallestFirst} --module ${folder}`);
  assert.equal(status, 2);
  assert.match(stderr, /--order \S*missing\.mjs cannot be read: there is no such file\n/);
  assert.match(stderr, /--placement \S*none\.mjs has no default export/);
  assert.match(stderr, /--module \S* cannot be read: it is a folder; give a file\n/);
  const typed = gprsim('run tiny --order ./mine.ts');
  assert.match(
    typed.stderr,
    /--order \.\/mine\.ts must be JavaScript, but is TypeScript; compile it to one \.mjs file/,
  );
  const same = written(folder, 'same.mjs', readFileSync(smallestFirst, 'utf8'));
  const twice = gprsim(words`compare tiny --order ${smallestFirst},${same}`);
  assert.equal(twice.status, 2);
  assert.match(twice.stderr, /--order has \S* and \S*, which are the same module; give one/);
});

test('what a module prints goes to standard error, and a list of policies may have blanks', (t) => {
  const text = orderText("(console.log('seen'), console.info('seen'), gpr.rank)");
  const path = written(temporaryFolder(t), 'prints.mjs', text);
  const ran = gprsim(words`run tiny --order ${path} --json`);
  assert.equal(ran.json.scenario, 'tiny');
  assert.match(ran.json.orderName, /^mine@[0-9a-f]{8}$/);
  assert.match(ran.stderr, /^seen$/m);
  const compared = gprsim(['compare', 'tiny', '--order', `priority, ${path}`, '--seeds', '1', '--json']);
  assert.equal(compared.json.variants.length, 2);
});
