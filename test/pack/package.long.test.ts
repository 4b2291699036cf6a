// The package from npm pack is small and complete, and works after installation.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { gprsim } from '../cli/gprsim.ts';
import { documentAt, documents, packagesInside, project, sectionOf } from '../documents/documents.ts';
import { words } from '../support/words.ts';
import { environment, folder, installedGlobally, packed, ran, work } from './installed.ts';

const bin = join(folder, 'node_modules/.bin/gprsim');
const installed = join(folder, 'node_modules/gprsim');

function last(stdout: string) {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
}

test('the tarball has the bundles, the examples and the documents, but no sources', () => {
  const paths = packed.files.map(({ path }) => path);
  assert.ok(paths.length < 200, `${paths.length} files`);
  assert.ok(packed.size < 3_600_000, `${packed.size} bytes`);
  for (const path of [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'dist/gprsim.mjs',
    'dist/gprsim.licences.json',
    'fixtures/scenarios/demo.json',
    'fixtures/clients/python/client.py',
    'fixtures/ci/node/gprsim.mjs',
    'docs/testing.md',
  ]) {
    assert.ok(paths.includes(path), path);
  }
  assert.deepEqual(paths.filter((path) => /^(src|sim|test|bench)\//.test(path)).sort(), [
    'bench/README.md',
    'sim/README.md',
    'src/library/gprsim.d.ts',
    'src/pack/launch.mjs',
    'src/pack/require-node.mjs',
  ]);
});

test('every relative link of a document in the tarball leads to a file in it', () => {
  const paths = packed.files.map(({ path }) => path);
  const written = paths.filter((path) => path.endsWith('.md'));
  assert.ok(written.length > 12, `${written.length} documents`);
  for (const path of written) {
    const text = readFileSync(join(project, path), 'utf8').replaceAll(/```.*?```|`[^`\n]*`/gs, '');
    const links = [...text.matchAll(/\]\(([^)#\s]+)|(?:src|srcset|href)="([^"#]+)/g)].map(
      ([, inText = '', inTag = inText]) => inTag,
    );
    for (const link of links.filter((link) => !/^[a-z]+:/.test(link))) {
      const target = posix.join(posix.dirname(path), link).replace(/\/$/, '');
      const isThere = paths.some((other) => other === target || other.startsWith(`${target}/`));
      assert.ok(isThere, `${path} links to ${link}`);
    }
  }
});

test('the documents use the name of the tarball', () => {
  for (const { path, text } of documents) {
    for (const [named] of text.matchAll(/gprsim-[\d.]+\.tgz/g)) assert.equal(named, packed.filename, path);
  }
});

test('SQLite is the only dependency that is installed', () => {
  const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(packages.sort(), ['better-sqlite3', 'gprsim', 'node-addon-api']);
});

test('the installed program serves demo and answers', async (t) => {
  const args = words`serve demo --db :memory: --listen 127.0.0.1:0 --json`;
  const child = spawn(bin, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, apiKey } = JSON.parse(line);
  const auth = await fetch(`${url}/api/v1/auth`, { method: 'POST', body: JSON.stringify({ apiKey }) });
  const { token } = ((await auth.json()) as { data: { token: string } }).data;
  const headers = { Authorization: `Bearer ${token}` };
  for (const path of ['/api/v1/inventory/summary', '/docs', '/docs/swagger-ui-bundle.js', '/openapi.json']) {
    const response = await fetch(url + path, { headers });
    assert.equal(response.status, 200, path);
    assert.ok((await response.text()).length > 0, path);
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('npx runs the program', () => {
  assert.equal(JSON.parse(ran('npx', words`gprsim version --json`, folder)).gprsim, packageFile.version);
});

test('a global installation runs in any folder', () => {
  const program = installedGlobally();
  const elsewhere = join(work, 'elsewhere');
  cpSync(join(installed, 'fixtures/scenarios'), elsewhere, { recursive: true });
  const { hash } = last(ran(program, words`run tiny.json --json`, elsewhere));
  assert.equal(hash, gprsim('run tiny --json').json.hash);
});

test('scenarios, threads and licences work in the installed program', () => {
  assert.equal(JSON.parse(ran(bin, ['doctor', '--json'], folder)).ok, true);
  const compare = words`compare demo --until 2h --queue strict,greedy --seeds 1..2 --json`;
  assert.deepEqual(last(ran(bin, compare, folder)), gprsim(compare).json);

  const listed: { name: string; text: string }[] = JSON.parse(
    ran(bin, ['version', '--licenses', '--json'], folder),
  );
  const names = listed.map(({ name }) => name);
  for (const name of ['gprsim', ...packagesInside]) {
    assert.equal(names.includes(name), name !== 'better-sqlite3', name);
  }
  for (const name of names.filter((name) => Object.hasOwn(packageFile.devDependencies, name))) {
    assert.ok(packagesInside.includes(name), `docs/architecture.md lists ${name} as not in the program`);
  }
  assert.match(listed.find(({ name }) => name === 'gprsim')!.text, /Apache License/);
  const inLibrary = JSON.parse(readFileSync(join(project, 'dist/library.licences.json'), 'utf8'));
  assert.ok(inLibrary.length > 5);
  for (const { name } of inLibrary as { name: string }[]) assert.ok(names.includes(name), name);
});

test('the example tests for Node pass with the installed program', () => {
  const suite = join(work, 'suite');
  cpSync(join(installed, 'fixtures/ci/node'), suite, { recursive: true });
  const { status, stdout } = spawnSync(process.execPath, ['--test'], {
    cwd: suite,
    env: { ...environment, GPRSIM: bin },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
});

const example = /^```js\n(.*?)^```$/ms.exec(
  sectionOf(documentAt('docs/testing.md'), 'JavaScript and TypeScript'),
)![1];

test('the test file in the guide passes, and its process ends', () => {
  writeFileSync(join(folder, 'gpus.test.mjs'), example);
  const printed = ran(process.execPath, ['--test', '--test-reporter=tap'], folder);
  assert.match(printed, /^# pass 2\n# fail 0$/m);
});

test('the types accept the code in the guide and refuse unknown options', () => {
  const compile = (source: string) => {
    writeFileSync(join(folder, 'types.ts'), source);
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      '',
      'types.ts',
    ];
    const tsc = join(project, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' });
  };
  const source = `import { start, type GprsimServer, type StartOptions } from 'gprsim';
    const options: StartOptions = { scenario: { name: 'mine' }, seed: 7, paused: true };
    const server: GprsimServer = await start(options);
    const texts: string[] = [server.url, server.apiKey];
    await server.close();
    export { texts };`;
  const right = compile(source);
  assert.equal(right.status, 0, right.stdout);
  for (const wrong of [
    source.replace('seed: 7', "seed: '7'"),
    source.replace('paused: true', 'pause: true'),
    source.replace('server.url', 'server.port'),
  ]) {
    assert.notEqual(compile(wrong).status, 0, wrong);
  }
});
