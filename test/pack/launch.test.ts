import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import packageFile from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/folder.ts';

const pack = `${import.meta.dirname}/../../src/pack`;

/** Runs a script under a Node that reports another version. */
function runAs(version: string, script: string, folder = pack) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  return spawnSync(process.execPath, ['--import', preload, `${folder}/${script}`], { encoding: 'utf8' });
}

test('a Node that is too old prints one line with what to do', () => {
  for (const version of ['20.20.2', '22.17.1']) {
    const { status, stdout, stderr } = runAs(version, 'launch.mjs');
    assert.equal(status, 1, version);
    assert.equal(stdout, '');
    assert.match(stderr, /^[^\n]*Node 22\.18 or newer[^\n]*npm start[^\n]*\n$/);
    assert.ok(stderr.includes(version), stderr);
  }
});

test('the message of an installed package does not name npm scripts', (t) => {
  const installed = temporaryFolder(t);
  for (const script of ['launch.mjs', 'require-node.mjs']) {
    cpSync(`${pack}/${script}`, join(installed, 'src/pack', script), { recursive: true });
  }
  const { status, stderr } = runAs('20.20.2', 'launch.mjs', join(installed, 'src/pack'));
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^gprsim needs Node 22\.18 or newer; this is Node 20\.20\.2\. Install a newer Node, .*\n$/,
  );
});

test('a package that was unpacked and not installed prints one line with what to do', (t) => {
  const unpacked = temporaryFolder(t);
  for (const script of ['launch.mjs', 'require-node.mjs']) {
    cpSync(`${pack}/${script}`, join(unpacked, 'src/pack', script), { recursive: true });
  }
  mkdirSync(join(unpacked, 'dist'));
  const run = (bundle: string) => {
    writeFileSync(join(unpacked, 'dist/gprsim.mjs'), bundle);
    return spawnSync(process.execPath, [join(unpacked, 'src/pack/launch.mjs')], { encoding: 'utf8' });
  };
  const { status, stderr } = run("import 'better-sqlite3';");
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^gprsim: its package better-sqlite3 is not installed; install [^\n]* with npm install [^\n]*\n$/,
  );
  assert.match(
    run("throw new Error('another one');").stderr,
    /another one[\s\S]*at /,
    'other errors are printed whole',
  );
});

test('under npm run, paths are relative to the folder of the user', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'mine.mjs'), "export default { name: 'own', changes: false, score: () => 0 };");
  const env = { ...process.env, npm_lifecycle_event: 'gprsim', INIT_CWD: folder };
  const args = [`${pack}/launch.mjs`, 'run', 'tiny', '--order', './mine.mjs'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: join(pack, '../..'),
    env,
  });
  assert.match(stdout, /own@/, stderr);
});

test('the launcher is executable, as npx makes it', { skip: process.platform === 'win32' }, () => {
  assert.equal(statSync(`${pack}/launch.mjs`).mode & 0o111, 0o111);
});

test('package.json requires the same version', () => {
  assert.equal(packageFile.engines.node, '>=22.18');
});

test('newer versions pass the check', () => {
  for (const version of ['22.18.0', '23.0.0', '100.0.0']) {
    const { status, stderr } = runAs(version, 'require-node.mjs');
    assert.equal(stderr, '', version);
    assert.equal(status, 0, version);
  }
});

test('the code before the version check uses only old syntax', () => {
  for (const script of ['launch.mjs', 'require-node.mjs']) {
    const source = readFileSync(`${pack}/${script}`, 'utf8');
    const old = transformSync(source, { target: 'node14.13' }).code;
    assert.equal(old, transformSync(source, { target: 'esnext' }).code, script);
  }
});
