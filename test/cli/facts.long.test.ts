// `gprsim facts`: the facts of a file and of a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFile } from '../driver/world.ts';
import { gprsim } from './gprsim.ts';

test('the facts of a file are listed in order, by GPR, by kind and by time, as text, CSV and JSON', async (t) => {
  const db = temporaryFile(t);
  gprsim(['run', 'demo', '--until', '12h', '--db', db]);
  const lines = (...flags: string[]) =>
    gprsim(['facts', db, ...flags])
      .stdout.trimEnd()
      .split('\n');
  const all = lines('--json').map((line) => JSON.parse(line));
  assert.ok(all.length > 1_000);
  assert.deepEqual(
    all.map(({ seq }) => seq),
    all.map((_, i) => i + 1),
  );
  const requeued = all.find(({ kind }) => kind === 'gpr.requeued');
  const ofGpr = lines('--json', '--gpr', requeued.gprId).map((line) => JSON.parse(line));
  assert.deepEqual(
    ofGpr.filter(({ gprId }) => gprId === requeued.gprId),
    all.filter(({ gprId }) => gprId === requeued.gprId),
  );
  const from = Date.parse('2026-01-05T09:00:00Z');
  const inHour = lines('--json', '--from', '1h', '--to', '2026-01-05T10:00:00Z').map((line) =>
    JSON.parse(line),
  );
  assert.deepEqual(
    inHour,
    all.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= from + 3_600_000),
  );
  const csv = lines('--csv', '--kind', 'gpr.requeued,node.down');
  assert.match(csv[0], /^seq,at,kind,gprId,workspace,/);
  assert.equal(
    csv.length - 1,
    all.filter(({ kind }) => kind === 'gpr.requeued' || kind === 'node.down').length,
  );
  const text = lines('--kind', 'gpr.requeued');
  assert.match(text[0], /^ *seq +at +kind +GPR +workspace +what/);
  assert.match(text[1], /gpr\.requeued +gpr-.*reason eviction/);
});

test('wrong flags are refused with what would be right', (t) => {
  const db = temporaryFile(t);
  gprsim(['run', 'tiny', '--db', db]);
  for (const [flags, why] of [
    [['--kind', 'gpr.start'], /--kind takes kinds separated by commas \(gpr\.created, .*not "gpr\.start"/],
    [['--gpr', 'gpr-0'], /Not Found|unknown GPR/],
    [['--from', 'now'], /--from takes an instant .* not "now"/],
    [['--from', '2h', '--to', '1h'], /--to 1h is before --from 2h; give a later instant/],
    [['--csv', '--json'], /give --csv or --json, not both/],
  ] as const) {
    const { status, stderr } = gprsim(['facts', db, ...flags]);
    assert.equal(status, 2);
    assert.match(stderr, why);
  }
});
