// Wrong flags and wrong folders of results: a clear sentence, and no file is changed.

import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkedLine } from '../../../src/studies/results/checked-line.ts';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

const study = words`compare demo --until 30m --seeds 1..4`;

/** The content of all files of a folder, by name. */
function contents(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).map((entry) => [
      entry.name,
      entry.isDirectory() ? '' : readFileSync(join(folder, entry.name), 'utf8'),
    ]),
  );
}

/** A folder with all results of the study in one file. */
function resultsIn(t: TestContext, args: readonly string[] = study): { folder: string; file: string } {
  const folder = join(temporaryFolder(t), 'study');
  const ran = gprsim(words`${args} --results ${folder} --part 0/1`);
  assert.equal(ran.status, 0, ran.stderr);
  return { folder, file: join(folder, readdirSync(folder)[0]) };
}

/** Asserts that commands refuse the folder with this message, and change nothing in it. */
function refuses(folder: string, status: number, message: RegExp, args: readonly string[] = study): void {
  const before = contents(folder);
  for (const how of [words`--part 0/2`, ['--merge'], []]) {
    const ran = gprsim([...args, '--results', folder, ...how]);
    assert.match(ran.stderr, message);
    assert.equal(ran.status, status, ran.stderr);
    assert.equal(ran.stdout, '');
  }
  assert.deepEqual(contents(folder), before);
}

test('results of another comparison are refused with what differs', (t) => {
  const { folder } = resultsIn(t);
  const other = (...args: string[]) => words`compare demo ${args}`;
  refuses(
    folder,
    2,
    /\.ndjson is of another comparison: the grid is .*--seeds 1\.\.4 there and .*--seeds 1\.\.5 here; give another folder$/m,
    other('--until', '30m', '--seeds', '1..5'),
  );
  refuses(
    folder,
    2,
    /the window is until 2026-01-05T08:30:00.000Z, .* there and until 2026-01-05T08:40/,
    other('--until', '40m', '--seeds', '1..4'),
  );
  refuses(
    folder,
    2,
    /the window is .* measured as a whole there and /,
    other('--until', '30m', '--from', '10m', '--seeds', '1..4'),
  );
  refuses(
    folder,
    2,
    /the scenario is demo \(SHA-256 [0-9a-f]{64}\) there and quiet \(SHA-256 [0-9a-f]{64}\) here/,
    words`compare quiet ${study.slice(2)}`,
  );
  // One line for both files.
  const [name] = readdirSync(folder);
  copyFileSync(join(folder, name), join(folder, 'second.ndjson'));
  refuses(
    folder,
    2,
    /^gprsim: \S+\.ndjson and 1 more file are of another comparison: the scenario is demo \(.*\) there and demo \(.*\) here; its hash depends on .*; give another folder\n$/,
    words`${study} --load 1.5`,
  );
});

test('results of another engine version are refused', (t) => {
  const { folder, file } = resultsIn(t);
  const [header, ...rest] = readFileSync(file, 'utf8').split('\n');
  const { crc32: _, ...members } = JSON.parse(header);
  const older = checkedLine({ ...members, digest: '0'.repeat(64), engine: '1' });
  writeFileSync(file, `${older}${rest.join('\n')}`);
  refuses(folder, 2, /the engine is 1 there and \d+ here; give another folder/);
});

test('a changed trace is another scenario', (t) => {
  const folder = temporaryFolder(t);
  const pods = join(folder, 'pods.csv');
  const nodes = join(folder, 'nodes.csv');
  writeFileSync(nodes, 'sn,cpu_milli,memory_mib,gpu,model\nn1,64000,262144,2,T4\nn2,64000,262144,2,T4\n');
  const rows = [
    'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time',
    'p1,1000,1024,1,1000,,LS,Succeeded,0,600,0',
    'p2,1000,1024,2,1000,,LS,Succeeded,60,900,60',
  ];
  writeFileSync(pods, `${rows.join('\n')}\n`);
  const args = words`compare --trace openb --nodes ${nodes} --workload ${pods} --queue strict,greedy`;
  const { folder: results } = resultsIn(t, args);
  writeFileSync(pods, `${rows.join('\n').replace('600', '601')}\n`);
  refuses(
    results,
    2,
    /the scenario is openb \(.*\) there and openb \(.*\) here; its hash depends on .*; give another folder/,
    args,
  );
});

test('a damaged line is reported with its file and number', (t) => {
  const { folder, file } = resultsIn(t);
  const lines = readFileSync(file, 'utf8').split('\n');
  const damage = (line: number, change: (text: string) => string) =>
    writeFileSync(file, lines.map((text, i) => (i === line ? change(text) : text)).join('\n'));
  const path = file.replaceAll('.', '\\.');
  // Runs end in any order.
  const run = lines.findIndex((text) => text.startsWith('{"run":'));
  damage(run, (text) => text.replace(/(?<="placed":)\d/, (digit) => (digit === '9' ? '8' : '9')));
  refuses(
    folder,
    1,
    new RegExp(`${path} is damaged in line ${run + 1}; move the file away, and its runs are repeated`),
  );
  damage(0, (text) => text.replace('demo', 'Demo'));
  refuses(folder, 1, new RegExp(`${path} is damaged in line 1`));
  damage(1, () => 'garbage');
  refuses(folder, 1, new RegExp(`${path} is damaged in line 2`));
  damage(1, () => '');
  refuses(folder, 1, new RegExp(`${path} is damaged in line 2`));
  writeFileSync(file, Buffer.alloc(9_000_000, 'x'));
  appendFileSync(file, '\n');
  refuses(folder, 1, new RegExp(`${path} is damaged in line 1`));
});

test('links in the folder are not followed, and only plain files are read', (t) => {
  const { folder, file } = resultsIn(t);
  const elsewhere = join(folder, '..', 'elsewhere');
  renameSync(file, elsewhere);
  symlinkSync(elsewhere, file);
  refuses(folder, 1, /\.ndjson cannot be read: it is a link, and links are not followed/);
  rmSync(file);
  mkdirSync(file);
  refuses(folder, 1, /\.ndjson cannot be read: it is not a plain file/);
});

test('a merge that lacks runs leaves no report, and keeps an existing one', (t) => {
  const folder = temporaryFolder(t);
  const page = join(folder, 'page.html');
  const merge = () => gprsim(words`${study} --results ${join(folder, 'none')} --merge --report ${page}`);
  mkdirSync(join(folder, 'none'));
  assert.match(
    merge().stderr,
    /^gprsim: 4 of 4 runs are missing in .*none, the first with strict, best-fit, seed 1\n/,
  );
  assert.deepEqual(readdirSync(folder), ['none']);
  writeFileSync(page, 'earlier');
  assert.equal(merge().status, 1);
  assert.equal(readFileSync(page, 'utf8'), 'earlier');
});

test('a merge of a folder that does not exist, or of a file, is refused as such', (t) => {
  const folder = temporaryFolder(t);
  const none = join(folder, 'none');
  const ran = gprsim(words`${study} --results ${none} --merge --report ${join(folder, 'page.html')}`);
  assert.equal(
    ran.stderr,
    `gprsim: there is no folder ${none}, which --merge reads; run the parts first, or give another folder\n`,
  );
  assert.deepEqual([ran.status, readdirSync(folder)], [2, []]);
  writeFileSync(none, 'a file');
  for (const how of [['--merge'], words`--part 0/2`]) {
    const { status, stderr } = gprsim([...study, '--results', none, ...how]);
    assert.deepEqual(
      [status, stderr],
      [2, `gprsim: ${none} cannot be read: it is not a folder; give another one\n`],
    );
  }
});

test('a folder that the system does not create is refused at once', {
  skip: process.platform !== 'linux',
}, () => {
  for (const folder of ['/proc/none', '/proc/none/study']) {
    const { status, stderr } = gprsim(words`${study} --results ${folder} --part 0/2`);
    assert.deepEqual(
      [status, stderr],
      [1, `gprsim: ${folder} cannot be written: the system creates no folder there\n`],
    );
  }
});

test('a scenario whose links lead in a circle is refused in plain words', (t) => {
  const file = join(temporaryFolder(t), 'a.json');
  symlinkSync(file, file);
  const { status, stderr } = gprsim(words`compare ${file} --until 1h`);
  assert.equal(status, 2);
  assert.match(
    stderr,
    /a\.json cannot be used: it is none of .* its links lead in a circle; give the file itself$/m,
  );
});

test('a folder that cannot be written is reported before the first run', (t) => {
  const folder = temporaryFolder(t);
  const results = join(folder, 'study');
  mkdirSync(results);
  chmodSync(results, 0o555);
  // The superuser may write anywhere: the program becomes another user when it first looks into the folder.
  const file = join(folder, 'user.cjs');
  writeFileSync(
    file,
    `const fs = require('node:fs');
     const { readdirSync } = fs;
     fs.readdirSync = (...args) => {
       if (String(args[0]).endsWith('study') && process.getuid() === 0) process.setuid(65534);
       return readdirSync(...args);
     };
     require('node:module').syncBuiltinESMExports();`,
  );
  chmodSync(folder, 0o755);
  const env = { NODE_OPTIONS: `--require=${file}` };
  const ran = gprsim(words`${study} --results ${results} --part 0/2`, env);
  assert.match(ran.stderr, /study cannot be written: writing it is not allowed/);
  assert.deepEqual([ran.status, readdirSync(results)], [1, []]);
  assert.equal(gprsim([...study, '--results', join(file, 'x')]).status, 2);
});

test('a scenario that starts now has no parts', (t) => {
  const file = join(temporaryFolder(t), 'now.json');
  const { start: _, ...scenario } = JSON.parse(gprsim('scenarios tiny').stdout);
  writeFileSync(file, JSON.stringify({ ...scenario, start: 'now' }));
  for (const args of [
    ['--results', join(file, '..', 's')],
    ['--for', 'slurm'],
  ]) {
    const ran = gprsim(['compare', file, ...args]);
    assert.match(
      ran.stderr,
      /the scenario starts "now", at another instant for each part; give it an instant/,
    );
    assert.equal(ran.status, 2);
  }
});
