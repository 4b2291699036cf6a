// --json: for every command and every end, standard output has one line with one JSON document and nothing else. Only
// `gprs` prints a line for each GPR, `facts` for each fact, and `requests` for each request.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tamper } from '../../driver/world.ts';
import { words } from '../../support/words.ts';
import { commandPaths, fastClock, gprsim, temporaryFolder } from '../gprsim.ts';
import { usageIn } from '../refusals.ts';

interface Case {
  readonly args: readonly string[];
  /** Members that the answer must have. */
  readonly members: readonly string[];
}

test('every command answers with one line of JSON, with --json after or before its name', (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  const db = file('run.gprsim');
  writeFileSync(file('nodes.csv'), 'sn,cpu_milli,memory_mib,gpu,model\nn0,64000,262144,2,T4\n');
  writeFileSync(
    file('pods.csv'),
    'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\np0,1,1,1,500,,LS,Running,0,9,0\n',
  );
  const cases = usageIn<readonly Case[]>('json', { folder });
  const answer = (args: readonly string[]) => {
    const { status, stdout, stderr } = gprsim(args);
    const typed = args.join(' ');
    assert.equal(status, 0, `${typed}: ${stderr}`);
    for (const line of stderr.split('\n')) if (line !== '') assert.ok(JSON.parse(line).progress, typed);
    const lines = stdout.split('\n');
    assert.equal(lines.pop(), '', typed);
    if (args[0] === 'facts') assert.ok(lines.length > 10, typed);
    else assert.equal(lines.length, args[0] === 'gprs' ? 4 : 1, typed);
    return lines.map((line) => JSON.parse(line));
  };
  for (const { args, members } of cases) {
    const [last] = answer([...args, '--json']).slice(-1);
    for (const member of members) assert.ok(Object.hasOwn(last, member), `${args.join(' ')}: ${member}`);
  }
  const [[{ apiKey }]] = answer(words`--json keys list --db ${db}`);
  const [removed] = answer(words`keys --json remove ${apiKey} --db ${db}`);
  assert.ok(Object.hasOwn(removed, 'removed'));

  const typed = [
    ...cases.map(({ args }) => args.join(' ')),
    'keys remove',
    'serve',
    'hunt',
    'clock',
    'call',
    'requests',
    'worlds',
    'top',
  ];
  for (const path of commandPaths().map((words) => words.join(' '))) {
    assert.ok(
      typed.some((line) => line.startsWith(path)),
      `no case runs ${path}`,
    );
  }
});

test('a long command prints one line on standard output, and its progress on standard error', () => {
  const { status, stdout, stderr, json } = gprsim('run million --until 12h --json', fastClock);
  assert.equal(status, 0);
  assert.equal(stdout.split('\n').length, 2);
  assert.ok(json.gprs > 0);
  assert.equal(JSON.parse(stderr.split('\n')[0]).progress.what, 'running');
});

test('a command that fails after its answer prints no second answer', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  gprsim(words`run tiny --db ${db}`);
  tamper(db, "UPDATE meta SET value = '1' WHERE key = 'engineVersion'");
  const { status, json, stderr } = gprsim(words`replay ${db} --verify --json`);
  assert.deepEqual([status, json.verified], [1, false]);
  assert.match(stderr, /another version of the engine/);
});
