import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { EstimateWord } from '../../../sim/index.ts';
import { Packer, Unpacker } from '../../../src/store/codecs/packed.ts';
import { packEstimates } from '../../../src/store/codecs/packed-estimates.ts';
import { rowId } from '../../../src/store/codecs/row-id.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { rows, tamper } from '../../driver/world.ts';
import { words } from '../../support/words.ts';
import { gprsim, Server, temporaryFolder } from '../gprsim.ts';

const gpr = {
  gprName: 'training',
  sliceName: 'team-blue',
  clusterName: 'worker-1',
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  numberOfGPUNodes: 1,
  priority: 200,
  exitDuration: '30m',
};

/** Kills a server under load; returns its file. */
async function killed(t: TestContext): Promise<string> {
  const db = join(temporaryFolder(t), 'world.gprsim');
  const server = await (await Server.start(t, words`demo --db ${db} --speed 20000`)).signIn();
  let created = 0;
  const ask = async () => {
    for (; ; created++) await server.post('/api/v1/gpr', gpr);
  };
  const asking = Array.from({ length: 8 }, () => ask().catch(() => 'the server is gone'));
  while (created < 200) await server.get('/sim/clock');
  assert.equal(await server.end('SIGKILL'), 'SIGKILL');
  await Promise.all(asking);
  return db;
}

test('a replay up to an instant verifies the facts up to that instant', async (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run demo --until 6h --db ${db}`);
  for (const until of ['0s', '3h', '2026-01-05T12:34:56Z', '6h', '60d']) {
    const { status, json } = gprsim(words`replay ${db} --until ${until} --verify --json`);
    assert.equal(status, 0, until);
    assert.deepEqual([json.hash, json.verified], [json.expected, true], until);
  }
  const half = gprsim(words`replay ${db} --until 3h --json`).json;
  assert.equal(half.hash, gprsim('run demo --until 3h --json').json.hash);
  assert.equal(gprsim(words`replay ${db} --until later`).status, 2);
});

test('replay --verify finds recorded estimates that do not follow from the scenario', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run demo --until 6h --db ${db}`);
  const file = WorldFile.read(db);
  const [run] = file.present.estimateRunsFrom(1, 1);
  file.close();
  run.words[EstimateWord.startMs]++;
  const packed = packEstimates(run.words, new Packer()).toString('hex');
  tamper(db, `UPDATE estimates SET words = x'${packed}' WHERE first_seq = 1`);
  const { status, stdout, stderr } = gprsim(words`replay ${db} --verify`);
  assert.equal(status, 1);
  assert.match(stdout, /the same$/m);
  assert.match(stderr, /the recorded estimates from number 1 on do not follow/);
});

test('replay --verify shows the first changed fact of a file', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run tiny --db ${db}`);
  const changed = `${db}.changed`;
  copyFileSync(db, changed);
  assert.match(gprsim(words`replay ${db} --diff ${changed}`).stdout, /^\d+ identical facts\n$/);
  const itself = gprsim(['replay', db, '--diff', db.replace('run.gprsim', './run.gprsim')]);
  const refusal = `gprsim: --diff has the file ${db} itself; give another file\n`;
  assert.deepEqual([itself.status, itself.stderr], [2, refusal]);
  const noScenario = gprsim(['run', db]);
  assert.equal(noScenario.status, 2);
  assert.match(noScenario.stderr, /is a world, not a scenario; continue it with gprsim serve --db \S+\n$/);
  tamper(
    changed,
    "UPDATE meta SET value = replace(value, '\"seed\":42', '\"seed\":43') WHERE key = 'scenario'",
  );
  const otherSeed = gprsim(words`replay ${db} --diff ${changed} --json`);
  assert.deepEqual([otherSeed.status, otherSeed.json.same], [0, true]);

  // A header is the kind + 256 × the number of words.
  setNumber(db, 1, 5);
  const otherInstant = gprsim(words`replay ${db} --verify --json`);
  assert.equal(otherInstant.status, 1);
  assert.equal(JSON.parse(otherInstant.stdout).verified, false);
  assert.match(otherInstant.stderr, /fact 1 differs:\n {2}stored .*"atMs":5,.*\n {2}replayed .*"atMs":0,/);
  for (const header of [99 + 4 * 256, -512, 0, Number.NaN]) {
    setNumber(db, 0, header);
    for (const command of [words`replay ${db} --verify`, words`replay ${db} --diff ${changed}`]) {
      const { status, stderr } = gprsim(command);
      assert.equal(status, 1, `${header}`);
      assert.match(stderr, /facts from number 1 on cannot be read/);
      assert.doesNotMatch(stderr, /\n {4}at /);
    }
  }
});

test('runs with equal hashes have the same facts, even if their seeds and ids differ', (t) => {
  const folder = temporaryFolder(t);
  const kept = (scenario: string, name: string, ...args: string[]) => {
    const db = join(folder, name);
    return { db, hash: gprsim(words`run ${scenario} --db ${db} --json ${args}`).json.hash };
  };
  const file = join(folder, 'slower.json');
  const tiny = gprsim('scenarios tiny --json').json;
  writeFileSync(file, JSON.stringify({ ...tiny, scheduler: { provisioningDelay: '1m' } }));
  const [three, usual, slower] = [kept('tiny', '3', '--seed', '3'), kept('tiny', '42'), kept(file, 'slower')];
  assert.equal(three.hash, usual.hash);
  assert.notEqual(slower.hash, usual.hash);
  const same = gprsim(words`replay ${three.db} --diff ${usual.db}`);
  assert.deepEqual(
    [same.status, same.stdout],
    [0, '29 identical facts\nids differ because the seeds differ: 3 and 42\n'],
  );
  const { json } = gprsim(words`replay ${three.db} --diff ${usual.db} --json`);
  assert.deepEqual(json, { same: true, facts: 29, seeds: [3, 42] });
  const differ = gprsim(words`replay ${slower.db} --diff ${usual.db}`);
  assert.equal(differ.status, 1);
  assert.match(
    differ.stdout,
    /^\d+ identical facts, then\n {2}\S+: \{"seq":\d+,.*\n {2}\S+: \{"seq":\d+,.*\n$/,
  );
  // The shorter file has no fact where the other one continues.
  const begun = kept('tiny', 'begun', '--until', '5m');
  const longer = gprsim(words`replay ${begun.db} --diff ${usual.db} --json`).json;
  assert.deepEqual([longer.same, longer[begun.db]], [false, null]);
  assert.equal(longer[usual.db].seq, longer.facts + 1);
});

/** Changes a number in a file's first stored facts: index 0 is the header of the first fact, 1 its instant. */
function setNumber(db: string, index: number, value: number): void {
  const [[stored]] = rows(db, 'SELECT words FROM fact_runs WHERE first_seq = 1') as [[Buffer]];
  const from = new Unpacker(stored);
  const packer = new Packer();
  // The first number is the count of the words.
  for (let at = -1; from.left > 0; at++) {
    const number = from.number();
    packer.number(at === index ? value : number);
  }
  tamper(db, `UPDATE fact_runs SET words = x'${packer.written().toString('hex')}' WHERE first_seq = 1`);
}

test('an export and its import hold the same world without its keys', async (t) => {
  const db = await killed(t);
  const { hash } = gprsim(words`replay ${db} --verify --json`).json;
  const exported = `${db}.export`;
  const imported = `${db}.import`;
  assert.equal(gprsim(['export', db, exported]).status, 0);
  assert.equal(gprsim(words`keys list --db ${exported} --json`).json.length, 0);
  const { json } = gprsim(['import', exported, imported, '--json']);
  assert.deepEqual([json.hash, json.isAsStored], [hash, true]);
  assert.equal(gprsim(words`replay ${imported} --verify --json`).json.hash, hash);
  assert.match(gprsim(words`replay ${db} --diff ${imported}`).stdout, /^\d+ identical facts/);
  for (const command of [
    ['export', db, exported],
    ['import', db, imported],
  ]) {
    const { status, stderr } = gprsim(command);
    assert.equal(status, 1);
    assert.match(stderr, /the file .* already exists/);
  }
});

test('an import with an impossible journal is refused and leaves no file', (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  gprsim(words`run tiny --db ${db}`);
  const command = JSON.stringify({ kind: 'gpr.release', gprId: 'gpr-00000000-0000' });
  tamper(
    db,
    `INSERT INTO journal VALUES (${rowId(1, 1)}, 5, 0, '${command}', 0); UPDATE marks SET commands = 1`,
  );
  const { status, stderr } = gprsim(['import', db, join(folder, 'out')]);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /cannot be imported: command 1 of its journal \(gpr\.release\) is refused: gpr-unknown/,
  );
  assert.equal(gprsim(['replay', join(folder, 'out')]).stderr.includes('there is no file'), true);
});

test('every command that opens a damaged file names the damage in one line', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'run.gprsim');
  gprsim(words`run tiny --db ${db}`);
  const cases: [string, RegExp][] = [
    ["UPDATE meta SET value = 'null' WHERE key = 'scenario'", /its scenario is invalid/],
    [
      `INSERT INTO journal VALUES (${rowId(1, 1)}, 5, 0, '{"kind":"nope"}', 0); UPDATE marks SET commands = 1`,
      /command 1 of its journal is invalid/,
    ],
    ['UPDATE marks SET now_ms = 1000000000000000', /its recorded end is 1000000000000000 ms/],
    ['CREATE TRIGGER odd AFTER INSERT ON meta BEGIN DELETE FROM journal; END', /has a trigger "odd"/],
  ];
  for (const [sql, why] of cases) {
    const damaged = `${db}.damaged`;
    copyFileSync(db, damaged);
    tamper(damaged, sql);
    for (const command of [
      ['replay', damaged, '--verify'],
      words`replay ${db} --diff ${damaged}`,
      ['import', damaged, `${db}.imported`],
      words`serve --db ${damaged} --listen 127.0.0.1:0`,
    ]) {
      const { status, stderr } = gprsim(command);
      assert.equal(status, 1, `${command} ${sql} ${stderr}`);
      assert.match(stderr, why, `${command}`);
      assert.doesNotMatch(stderr, /\n {4}at /);
    }
  }
  assert.deepEqual(readdirSync(folder).sort(), ['run.gprsim', 'run.gprsim.damaged']);
});

test('doctor checks every fact, including facts before the snapshot', async (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run tiny --db ${db}`);
  assert.equal(gprsim(words`doctor --db ${db}`).status, 0);
  setNumber(db, 1, 5);
  const { status, stdout } = gprsim(words`doctor --db ${db}`);
  assert.equal(status, 1);
  assert.match(stdout, /WRONG file .*is damaged: its facts have the hash [0-9a-f]+, not [0-9a-f]+/);
  tamper(db, 'UPDATE fact_runs SET words = zeroblob(length(words))');
  assert.match(gprsim(words`doctor --db ${db}`).stdout, /WRONG file .*facts from number 1 on cannot be read/);
});
