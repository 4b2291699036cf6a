import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJson } from '../../../src/scenario/parse-json.ts';
import { project } from '../../documents/documents.ts';
import { environmentIn } from '../../documents/terminal.ts';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';

/** The bundle that the launcher runs. Unlike the launcher, it writes no file. */
const bundle = join(project, 'dist/gprsim.mjs');

test('init writes a scenario that run and serve accept, and whose GPRs all end', async (t) => {
  const file = join(temporaryFolder(t), 'mine.json');
  const written = gprsim(['init', file]);
  assert.equal(written.status, 0);
  assert.ok(written.stdout.includes(`gprsim run ${file}`));
  assert.match(readFileSync(file, 'utf8'), /^ {2}\/\/ /m);

  const run = gprsim(words`run ${file} --check --json`);
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.json.gprs, 201);
  const { json } = gprsim(words`run ${file} --json --seed 2`);
  assert.equal(json.gprs, 201);
  assert.notEqual(json.hash, run.json.hash);

  const { announced } = await Server.start(t, words`${file} --db :memory: --paused`);
  assert.equal(announced.scenario, 'first');
});

test('init refuses to overwrite a file', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'mine.json');
  writeFileSync(file, 'mine');
  const kept = gprsim(words`init ${file} --json`);
  assert.equal(kept.status, 1);
  assert.deepEqual(kept.json, { error: `${file} exists already; give the name of a new file`, exitCode: 1 });
  assert.equal(readFileSync(file, 'utf8'), 'mine');

  const nowhere = join(folder, 'none', 'mine.json');
  const refused = gprsim(['init', nowhere]);
  assert.equal(refused.status, 2);
  assert.match(
    refused.stderr,
    /mine\.json cannot be written: the folder \S+none does not exist; create it first\n$/,
  );
  mkdirSync(join(folder, 'none'));
  assert.deepEqual(gprsim(words`init ${nowhere} --json`).json, { created: nowhere });
  assert.ok(existsSync(nowhere));
});

test('the commands that init suggests work for file names with quotes and blanks', (t) => {
  const folder = temporaryFolder(t);
  const { stdout } = gprsim(['init', join(folder, "Anna's scenario (1).json")]);
  const lines = [...stdout.matchAll(/^ {2}(gprsim run .*)$/gm)].map(([, line]) => line);
  assert.equal(lines.length, 1);
  const ran = spawnSync('sh', ['-c', lines[0]], { env: environmentIn(folder), encoding: 'utf8' });
  assert.match(ran.stdout, /^first {2}seed 1 /, ran.stderr);
});

test('init reports a full disk and leaves no part of the file', {
  skip: process.platform === 'win32' && 'no limit can be set here',
}, (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'mine.json');
  // Limits files of this process to 1024 bytes.
  const limited = `ulimit -f 1; exec '${process.execPath}' '${bundle}' init '${file}'`;
  const { status, stderr } = spawnSync('bash', words`--norc -c ${limited}`, { encoding: 'utf8' });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /mine\.json cannot be written: /);
  assert.ok(!existsSync(file));
  assert.equal(gprsim(['init', file]).status, 0);
});

test('the scenario of init matches the printed schema', () => {
  const { stdout, status } = gprsim('init -');
  assert.equal(status, 0);
  const parsed = parseJson(stdout);
  assert.ok(parsed.ok);
  assert.deepEqual(gprsim('init - --json').json, parsed.value);

  const schema = JSON.parse(gprsim('scenarios --schema').stdout);
  assert.deepEqual(gprsim('scenarios --schema --json').json, schema);
  const validate = new Ajv2020({ strict: false }).compile(schema);
  assert.ok(validate(parsed.value), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...(parsed.value as object), color: 'red' }));

  const both = gprsim('scenarios tiny --schema');
  assert.equal(both.status, 2);
  assert.match(both.stderr, /--schema is the same for all scenarios; remove tiny/);
});
