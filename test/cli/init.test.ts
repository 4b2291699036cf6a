import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJson } from '../../src/scenario/json.ts';
import { project } from '../documents/documents.ts';
import { environmentIn } from '../documents/terminal.ts';
import { gprsim, Server, temporaryFolder } from './gprsim.ts';

/** What the launcher hands over to, which writes nothing of its own. */
const bundle = join(project, 'dist/gprsim.mjs');

test('init writes a scenario that runs and is served at once, and every GPR of it ends', async (t) => {
  const file = join(temporaryFolder(t), 'mine.json');
  const written = gprsim(['init', file]);
  assert.equal(written.status, 0);
  assert.ok(written.stdout.includes(`gprsim run ${file}`));
  assert.match(readFileSync(file, 'utf8'), /^ {2}\/\/ /m);

  const run = gprsim(['run', file, '--check', '--json']);
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.json.gprs, 201);
  const { json } = gprsim(['run', file, '--json', '--seed', '2']);
  assert.equal(json.gprs, 201);
  assert.notEqual(json.hash, run.json.hash);

  const { announced } = await Server.start(t, [file, '--db', ':memory:', '--paused']);
  assert.equal(announced.scenario, 'first');
});

test('init takes no file away, and says so', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'mine.json');
  writeFileSync(file, 'mine');
  const kept = gprsim(['init', file, '--json']);
  assert.equal(kept.status, 1);
  assert.deepEqual(kept.json, { error: `${file} exists already; give a new file`, exitCode: 1 });
  assert.equal(readFileSync(file, 'utf8'), 'mine');

  const nowhere = join(folder, 'none', 'mine.json');
  const refused = gprsim(['init', nowhere]);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /there is no folder \S+none for the file \S+mine\.json\n$/);
  mkdirSync(join(folder, 'none'));
  assert.deepEqual(gprsim(['init', nowhere, '--json']).json, { created: nowhere });
  assert.ok(existsSync(nowhere));
});

test('what init says to type next can be typed, whatever the file is called', (t) => {
  const folder = temporaryFolder(t);
  const { stdout } = gprsim(['init', join(folder, "Anna's scenario (1).json")]);
  const lines = [...stdout.matchAll(/^ {2}(gprsim run .*)$/gm)].map(([, line]) => line);
  assert.equal(lines.length, 1);
  const ran = spawnSync('sh', ['-c', lines[0]], { env: environmentIn(folder), encoding: 'utf8' });
  assert.match(ran.stdout, /^first {2}seed 1 /, ran.stderr);
});

test('a disk that has no room for the file is told of, and no part of it stays', {
  skip: process.platform === 'win32' && 'no limit can be set here',
}, (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'mine.json');
  // The limit is 1024 bytes, of this process and its file alone.
  const limited = `ulimit -f 1; exec '${process.execPath}' '${bundle}' init '${file}'`;
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', limited], { encoding: 'utf8' });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /mine\.json cannot be written: /);
  assert.ok(!existsSync(file));
  assert.equal(gprsim(['init', file]).status, 0);
});

test('what init writes is as the schema says that the program prints', () => {
  const { stdout, status } = gprsim(['init', '-']);
  assert.equal(status, 0);
  const parsed = parseJson(stdout);
  assert.ok(parsed.ok);
  assert.deepEqual(gprsim(['init', '-', '--json']).json, parsed.value);

  const schema = JSON.parse(gprsim(['scenarios', '--schema']).stdout);
  assert.deepEqual(gprsim(['scenarios', '--schema', '--json']).json, schema);
  const validate = new Ajv2020({ strict: false }).compile(schema);
  assert.ok(validate(parsed.value), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...(parsed.value as object), color: 'red' }));

  const both = gprsim(['scenarios', 'tiny', '--schema']);
  assert.equal(both.status, 2);
  assert.match(both.stderr, /give no name beside it/);
});
