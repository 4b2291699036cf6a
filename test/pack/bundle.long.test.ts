import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/folder.ts';

const project = resolve(import.meta.dirname, '../..');
const launchBesides = promisify(execFile);
const built = [
  'gprsim-fetch-classes.cjs',
  'gprsim-main-HASH.cjs',
  'gprsim-main-HASH.cjs.map',
  'gprsim.licences.json',
  'gprsim.mjs',
];
const longAgo = new Date('2001-01-01T00:00:00Z');

/** Makes a checkout with one source file that prints a text and its arguments. */
function checkout(t: TestContext, prints: string): string {
  const root = temporaryFolder(t);
  cpSync(join(project, 'src/pack'), join(root, 'src/pack'), { recursive: true });
  cpSync(join(project, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  for (const folder of ['sim', 'src/scenario', 'fixtures/scenarios'])
    mkdirSync(join(root, folder), { recursive: true });
  const imports = "import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };";
  writeFileSync(join(root, 'src/scenario/builtin.ts'), imports);
  writeSource(root, prints);
  return root;
}

function writeSource(root: string, prints: string): void {
  writeFileSync(
    join(root, 'src/main.ts'),
    `const words: string = '${prints}';\nconsole.log(words, process.argv.slice(2));\n`,
  );
}

function launch(root: string, ...args: string[]): string {
  return execFileSync(process.execPath, [launcher(root), ...args], { encoding: 'utf8', stdio: 'pipe' });
}

function launcher(root: string): string {
  return join(root, 'src/pack/launch.mjs');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((file) => file.replace(/-[A-Z0-9]{8}\./, '-HASH.'))
    .sort();
}

function makeOld(root: string, ...paths: string[]): void {
  for (const path of paths) utimesSync(join(root, path), longAgo, longAgo);
}

test('a missing bundle is built and gets the arguments', (t) => {
  const root = checkout(t, 'first');
  assert.equal(launch(root, 'run', '--json'), "first [ 'run', '--json' ]\n");
  assert.deepEqual(filesIn(join(root, 'dist')), built);
});

test('the bundle is rebuilt only if a source is newer', (t) => {
  const root = checkout(t, 'first');
  launch(root);
  const inode = () => statSync(join(root, 'dist/gprsim.mjs')).ino;
  const before = inode();
  launch(root);
  assert.equal(inode(), before);

  makeOld(root, 'dist/gprsim.mjs');
  writeSource(root, 'second');
  assert.equal(launch(root), 'second []\n');
  const second = inode();
  assert.notEqual(second, before);

  writeFileSync(join(root, 'fixtures/scenarios/mine.json'), '{}');
  launch(root);
  assert.equal(inode(), second, 'a file of the user beside the built-in scenarios is no source');
  writeFileSync(join(root, 'fixtures/scenarios/demo.json'), '{}');
  launch(root);
  assert.notEqual(inode(), second);
});

test('chunks of earlier builds stay for a day, because a program that runs may load them', (t) => {
  const root = checkout(t, 'first');
  launch(root);
  const chunks = () => readdirSync(join(root, 'dist')).filter((file) => /^gprsim-main-.*\.cjs$/.test(file));
  const [first] = chunks();
  makeOld(root, 'dist/gprsim.mjs');
  writeSource(root, 'second');
  launch(root);
  assert.equal(chunks().length, 2);

  makeOld(root, 'dist/gprsim.mjs', `dist/${first}`);
  writeSource(root, 'third');
  launch(root);
  assert.equal(chunks().length, 2);
  assert.ok(!chunks().includes(first));
});

test('several processes can build at the same time', async (t) => {
  const root = checkout(t, 'together');
  const starts = Array.from({ length: 4 }, () => launchBesides(process.execPath, [launcher(root)]));
  for (const { stdout } of await Promise.all(starts)) assert.equal(stdout, 'together []\n');
  assert.deepEqual(filesIn(join(root, 'dist')), built);
});

test('if a source cannot be built, the command fails and leaves no bundle', (t) => {
  const root = checkout(t, 'first');
  writeFileSync(join(root, 'src/main.ts'), 'const = ;');
  assert.throws(() => launch(root), /error/);
  assert.throws(() => statSync(join(root, 'dist/gprsim.mjs')), { code: 'ENOENT' });
});
