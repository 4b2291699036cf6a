// gprsim whatif and branches --differences, on a file and on a server.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, interrupt, Server, temporaryFolder } from '../gprsim.ts';

const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
const DOWN = 'POST /sim/nodes/worker-1/worker-1-a2-highgpu-8g-2/down {"repairAfter": "4h"}';

/** A file with nine hours of demo. */
function nineHours(t: TestContext): string {
  const db = join(temporaryFolder(t), 'day.gprsim');
  assert.equal(gprsim(words`run demo --until 9h --db ${db}`).status, 0);
  return db;
}

test('a file is only read, and its answer is that of a server', async (t) => {
  const db = nineHours(t);
  const bytes = readFileSync(db);
  const args = [
    '--change',
    DOWN,
    '--change',
    '2026-01-05T18:00:00Z put /sim/scheduler {"queue": "backfill"}',
    '--json',
  ];
  const { status, json, stderr } = gprsim(['whatif', db, ...args]);
  assert.equal(status, 0, stderr);
  assert.ok(json.rowsTotal > 0);
  assert.deepEqual(readFileSync(db), bytes);
  assert.deepEqual(readdirSync(join(db, '..')), ['day.gprsim']);

  const server = await Server.start(t, words`--db ${db} --paused`, { GPRSIM_API_KEY: apiKey });
  const { url } = server.announced;
  assert.deepEqual(gprsim(['whatif', url, ...args], { GPRSIM_API_KEY: apiKey }).json, json);
  assert.deepEqual(gprsim(['whatif', db, ...args]).json, json, 'while it is served');

  await server.signIn();
  await server.post('/sim/clock/advance', { to: json.until });
  await server.post('/sim/rewind', { to: json.at });
  await server.post('/sim/nodes/worker-1/worker-1-a2-highgpu-8g-2/down', { repairAfter: '4h' });
  await server.post('/sim/clock/advance', { to: json.until });
  await server.post('/sim/branches/1/switch');
  const branches = words`branches ${url} --differences 2`;
  const differences = gprsim([...branches, '--json'], { GPRSIM_API_KEY: apiKey }).json;
  // The file is now at the end of branch 1, where node 2 has failed.
  const one = gprsim(words`whatif ${db} --change ${DOWN.replace('8g-2', '8g-1')} --until ${json.until}
    --json`);
  assert.equal(one.status, 0, one.stderr);
  assert.deepEqual([differences.at, differences.until], [json.at, json.until]);
  assert.match(gprsim(branches, { GPRSIM_API_KEY: apiKey }).stdout, /^branch 2 compared to branch 1, from /);
  const conflict = gprsim([...branches, '--csv'], { GPRSIM_API_KEY: apiKey });
  assert.deepEqual([conflict.status, /takes no --csv/.test(conflict.stderr)], [2, true]);
});

test('the output has the question, the counts, the GPRs and the figures; changes come from a file, too', (t) => {
  const db = nineHours(t);
  const lines = join(temporaryFolder(t), 'changes.txt');
  writeFileSync(lines, `${DOWN}\n\n{"scheduler": {"queue": "strict"}}\n`);
  const { stdout } = gprsim(words`whatif ${db} --changes ${lines}`);
  const [title, first, second, counts, header] = stdout.split('\n');
  assert.equal(
    title,
    'what if, from 2026-01-05T17:00:00.000Z to 2026-01-06T01:00:00.000Z, in one future, knowing everything:',
  );
  assert.deepEqual([first, second], [`  ${DOWN}`, '  {"scheduler": {"queue": "strict"}}']);
  assert.match(counts, /^136 GPRs differ: 2 started, .*76 later, .*1 endsLater$/);
  assert.match(
    header,
    /^GPR +name +workspace +effect +start without +start with +shift +end without +end with$/,
  );
  assert.match(stdout, /^figure +without +with$/m);
  assert.match(
    gprsim(['whatif', db]).stdout,
    /\n {2}nothing changes; give a change, such as --change '\{"arrivalRate": 1\.2\}'\n0 GPRs differ\n/,
  );
});

test('alternatives in many futures stand side by side; a file and a server have the same answer', async (t) => {
  const db = nineHours(t);
  const backfill = 'back fill={"scheduler": {"queue": "backfill"}}';
  const args = words`--samples 10 --alternative ${backfill} --alternative down=${DOWN}`;
  const more = ['--alternative', 'back fill={"arrivalRate": 2}'];
  const { json, stderr } = gprsim(words`whatif ${db} ${args} ${more} --json`);
  assert.deepEqual(
    json.alternatives.map(({ name }: { name: string }) => name),
    ['back fill', 'down'],
    stderr,
  );
  assert.ok(json.alternatives[0].counts.new.p10 > 0 && json.alternatives[1].counts.new.p90 === 0);
  const server = await Server.start(t, words`--db ${db} --paused`, { GPRSIM_API_KEY: apiKey });
  const { url } = server.announced;
  const key = { GPRSIM_API_KEY: apiKey };
  assert.deepEqual(gprsim(words`whatif ${url} ${args} ${more} --json`, key).json, json);
  const { stdout } = gprsim(['whatif', db, ...args]);
  const [title, first, second, , header] = stdout.split('\n');
  assert.match(title, / in 10 futures drawn from the last 326 ended GPRs and 373 arrivals:$/);
  assert.deepEqual([first, second], [`  ${backfill.replace('=', ': ')}`, `  down: ${DOWN}`]);
  assert.match(header, /^figure +without +back fill +down$/);
  assert.match(stdout, /^GPRs created +\S.* +no difference +no difference$/m);
  assert.match(stdout, /^down: \d+ present GPRs move in some futures, 6 by the change itself, /m);
  assert.match(stdout, /^gpr-2ff52481-d17b +request-350 +vision +change +\+14m 6s +\S/m);
});

test('everything that is wrong with the changes is named at once', (t) => {
  const db = nineHours(t);
  const { status, stderr } = gprsim([
    'whatif',
    db,
    '--change',
    'POST',
    '--change',
    '{',
    '--change',
    'PUT /sim/workload x',
  ]);
  assert.equal(status, 2);
  assert.match(
    stderr,
    /--change: must be METHOD PATH .*, but is "POST"\n--change: "\{" is not JSON.*\n--change: "x" is not JSON/,
  );
  const noChange = gprsim(words`whatif ${db} --alternative one --alternative ={} --alternative a=b`);
  assert.equal(noChange.status, 2);
  assert.match(
    noChange.stderr,
    /--alternative: must be NAME=CHANGE, but is "one"\n--alternative: must be NAME=CHANGE, but is "=\{\}"\n--alternative a: must be METHOD PATH .*, but is "b"/,
  );
  const file = join(temporaryFolder(t), 'changes');
  writeFileSync(file, '\nPOST /sim/what-if\n1h POST /nowhere');
  const changes = ['--change', 'POST /sim/reset', '--changes', file, '--change', '{}', '--until', '1h'];
  const refused = gprsim(['whatif', db, ...changes]);
  assert.equal(refused.status, 2);
  assert.equal(
    refused.stderr,
    `gprsim: --change 1: "path" moves the clock or replaces the world
--change 2: must have "method" and "path", or "scheduler", or "arrivalRate", and only one of these
--changes ${file}, line 2: "path" runs futures; a change has to change the world
--changes ${file}, line 3: "path" must begin with /api/v1/ or /sim/
--changes ${file}, line 3: "at" must not lie before now, 2026-01-05T17:00:00.000Z
--until must not lie before now, 2026-01-05T17:00:00.000Z
`,
  );
  for (const [change, why] of [
    [
      '{"arrivalRate": 0}',
      '"arrivalRate" must be a number from 0.01 to 100 with at most three decimals, but is 0',
    ],
    ['DELETE /sim/nodes/worker-9/node', 'is refused: '],
  ] as const) {
    const { stderr } = gprsim(words`whatif ${db} --samples 10 --alternative a=${change}`);
    assert.ok(stderr.startsWith(`gprsim: --alternative a, change 1: ${why}`), stderr);
  }
});

const LONG = ['--change', '{"arrivalRate": 50}', '--until', '2026-02-03T00:00:00Z'];

test('a signal ends the comparison of a file', async (t) => {
  const db = nineHours(t);
  await interrupt(t, ['whatif', db, ...LONG], 'SIGINT');
  await interrupt(t, words`whatif ${db} ${LONG} --samples 1000`, 'SIGINT');
});

test('the comparison of a server shows its progress, and a signal ends it there, too', async (t) => {
  const server = await Server.start(t, words`--db ${nineHours(t)} --paused`, { GPRSIM_API_KEY: apiKey });
  const key = join(temporaryFolder(t), 'key');
  writeFileSync(key, apiKey);
  const args = words`whatif ${server.announced.url} --key-file ${key}`;
  const { status, json, stderr } = await interrupt(t, [...args, ...LONG], 'SIGINT');
  assert.deepEqual(
    [status, json],
    [130, { error: 'ended by SIGINT before it was done', exitCode: 130 }],
    stderr,
  );
  assert.match(stderr, /"what":"comparing","events":null/);
  // One comparison runs at a time: the next one is answered, so the server has ended the long one.
  assert.equal(gprsim(words`${args} --until 2026-01-05T18:00:00Z`).status, 0);
});
