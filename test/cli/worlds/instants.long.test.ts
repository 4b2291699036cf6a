// `--at`: what commands print about an earlier instant is what they print about a run that stopped there. `gprsim facts`.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Scenario } from '../../../sim/index.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import { openWorld, submit, temporaryFile } from '../../driver/world.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { words } from '../../support/words.ts';
import { gprsim, Server } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

const MINUTE = 60 * SECOND;
const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

function run(...args: string[]) {
  const { status, stdout, stderr } = gprsim(args, { GPRSIM_API_KEY: apiKey });
  return { status, stdout, stderr };
}

const scenario: Scenario = scenarioOf({
  nodes: 2,
  keepEnded: 3,
  scheduler: { queue: 'greedy', provisioningDelayMs: 5 * SECOND },
  recordEstimatesEveryMs: 30 * SECOND,
  failures: { nodeMtbfMs: 60 * MINUTE, nodeRepairMs: 5 * MINUTE },
  workload: [generated({ count: 60, interArrivalMeanMs: 10 * SECOND, gpus: [2, 4, 8], evictsMilli: 300 })],
});

async function begin(world: Driver): Promise<string> {
  const { gprId } = await submit(world, request('blue', { gprName: 'one, "two"', exitMs: MINUTE }));
  await world.advance({ byMs: 5 * MINUTE });
  await submit(world, request('red', { gpusPerNode: 8, priority: 300, enableEviction: true }));
  await world.advance({ byMs: MINUTE });
  return gprId!;
}

/** The same run twice: one stopped after six minutes, the other one went on for an hour, and deleted its first GPR. */
async function files(t: TestContext): Promise<{ stopped: string; went: string; gprId: string }> {
  const stopped = temporaryFile(t);
  const first = openWorld(t, stopped, scenario);
  await begin(first);
  await first.close();
  const went = temporaryFile(t);
  const world = openWorld(t, went, scenario);
  const gprId = await begin(world);
  await world.advance({ byMs: 10 * MINUTE });
  await submit(world, { kind: 'gpr.delete', gprId });
  await world.advance({ byMs: 50 * MINUTE });
  await world.close();
  return { stopped, went, gprId };
}

test('commands print of an earlier instant what they print of a run that stopped there', async (t) => {
  const { stopped, went, gprId } = await files(t);
  const waiting = gprsim(['queue', stopped, '--json']).json.gprs[0].gprId;
  const cases = [
    ['gprs'],
    words`gprs --csv`,
    ['gprs', '--json'],
    words`gprs --state Queued`,
    ['queue'],
    ['queue', '--csv'],
    ['queue', '--json'],
    ['queue', '--state', 'Successful,Complete'],
    ['nodes'],
    ['nodes', '--csv'],
    words`nodes --json --sort -free`,
    ['forecast'],
    words`forecast --csv --samples 20`,
    words`estimates --samples 20`,
    ['estimates', '--json'],
    ['whatif', '--change', '{"scheduler": {"queue": "greedy"}}', '--json'],
    ['whatif', '--change', '{"arrivalRate": 2}', '--samples', '10'],
  ];
  for (const [command, ...flags] of cases) {
    const expected = run(command!, stopped, ...flags);
    assert.equal(expected.status, 0, expected.stderr);
    assert.deepEqual(run(command!, went, ...flags, '--at', '6m'), expected, `${command} ${flags.join(' ')}`);
  }
  for (const id of [gprId, waiting]) {
    const expected = run('explain', stopped, id);
    assert.deepEqual(run('explain', went, id, '--at', '6m'), expected);
    assert.equal(expected.status, 0, expected.stderr);
  }
  const queue = run('queue', stopped);
  for (const at of ['+6m', '360s', '2026-01-05T08:06:00Z', '2026-01-05T09:06:00+01:00'])
    assert.deepEqual(run('queue', went, '--at', at), queue, at);
  // The first GPR is deleted at the end.
  assert.equal(gprsim(['explain', went, gprId]).status, 2);
  assert.deepEqual(run('queue', went, '--at', '66m'), run('queue', went));
});

test('commands print the same of a server as of its file', async (t) => {
  const { went, gprId } = await files(t);
  const server = await Server.start(t, words`--db ${went} --paused`, { GPRSIM_API_KEY: apiKey });
  const { url } = server.announced;
  for (const [command, ...flags] of [
    ['queue', '--json'],
    ['nodes', '--csv'],
    ['explain', gprId, '--json'],
    words`forecast --samples 10`,
    words`estimates --samples 10`,
    ['whatif', '--change', '{"scheduler": {"queue": "greedy"}}', '--json'],
    words`facts --csv --to 6m`,
  ]) {
    const at = command === 'facts' ? [] : words`--at 6m`;
    const expected = run(command!, went, ...flags, ...at);
    assert.equal(expected.status, 0, expected.stderr);
    const answered = run(command!, url, ...flags, ...at);
    // Slow work prints its progress on standard error.
    assert.deepEqual([answered.status, answered.stdout], [0, expected.stdout], command);
  }
  assert.match(run('gprs', url, '--at', '6m').stdout, /red-work/);
  const late = run('queue', url, '--at', '67m');
  assert.equal(late.status, 2);
  assert.match(
    late.stderr,
    /"at" must lie between the scenario's start, .*, and now, 2026-01-05T09:06:00.000Z/,
  );
});

test('instants that the file does not have, and wrong filters of facts, are refused', async (t) => {
  assertRefused('instants', { db: (await files(t)).went });
});

test('facts prints the facts that are selected, as a table, CSV and JSON', async (t) => {
  const { stopped, went, gprId } = await files(t);
  const jsonOf = (...flags: string[]) =>
    gprsim(words`facts ${went} ${flags} --json`)
      .stdout.split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const all = jsonOf();
  assert.deepEqual(
    all.map(({ seq }) => seq),
    all.map((_, i) => i + 1),
  );
  assert.equal(all.length, gprsim(['branches', went, '--json']).json.branches[0].facts);
  const upTo = all.filter(({ at }) => at <= '2026-01-05T08:06:00.000Z');
  assert.deepEqual(jsonOf('--to', '6m'), upTo);
  assert.equal(
    gprsim(words`facts ${stopped} --csv`).stdout,
    gprsim(words`facts ${went} --csv --to 6m`).stdout,
  );
  assert.deepEqual(
    jsonOf('--from', '2026-01-05T08:02:00Z', '--to', '6m'),
    upTo.filter(({ at }) => at >= '2026-01-05T08:02:00.000Z'),
  );
  const kinds = ['gpr.ended', 'node.down'];
  assert.deepEqual(
    jsonOf('--kind', kinds[0]!, '--kind', kinds[1]!),
    all.filter(({ kind }) => kinds.includes(kind)),
  );
  assert.deepEqual(jsonOf('--kind', kinds.join()), jsonOf('--kind', kinds[0]!, '--kind', kinds[1]!));
  const waiting = all.findLast(({ kind }) => kind === 'gpr.ended').gprId;
  const own = jsonOf('--gpr', waiting);
  assert.ok(own.length > 3 && own.every((fact) => fact.gprId === waiting || fact.culprit === waiting));
  assert.deepEqual(jsonOf('--gpr', waiting.slice(0, 12)), own);

  const [header, ...rows] = gprsim(words`facts ${went} --csv`).stdout.trimEnd().split('\n');
  assert.match(header!, /^seq,at,kind,gprId,workspace,/);
  assert.equal(rows.length, all.length);
  const width = header!.split(',').length;
  for (const [i, row] of rows.entries()) {
    const cells = row.split(',');
    assert.equal(cells.length, width, row);
    assert.equal(cells[header!.split(',').indexOf('nodes')], (all[i].nodes ?? []).join(' '));
  }
  const table = gprsim(words`facts ${went} --kind gpr.created`).stdout.split('\n');
  assert.match(table[0]!, /^ *seq +at +kind +GPR +workspace +details$/);
  assert.ok(table.some((line) => line.includes(gprId) && line.includes('gpusPerNode 1')));
  assert.equal(gprsim(words`facts ${went} --kind fault.added`).stdout.trim().split('\n').length, 1);
});

test('a file with more queued GPRs than one answer may have is listed and forecast as a whole', async (t) => {
  const db = temporaryFile(t);
  const many = generated({ count: 1_300, interArrivalMeanMs: SECOND / 10, workspaces: 1_300, gpus: [8] });
  const world = openWorld(t, db, scenarioOf({ workload: [many] }));
  await world.advance({ toMs: 10 * MINUTE });
  world.close();
  const { total, gprs } = gprsim(words`queue ${db} --json`).json;
  assert.ok(total > 1_000, `${total}`);
  assert.equal(gprs.length, total);
  assert.equal(gprsim(words`forecast ${db} --samples 10 --json`).json.gprs.length, total);
});
