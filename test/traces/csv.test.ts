import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import cases from '../../fixtures/rows/csv.json' with { type: 'json' };
import { HOUR_MS, NEVER, Simulation } from '../../sim/index.ts';
import { columns, machine } from '../../sim/workload/formats/csv/options.ts';
import { parseOption } from '../../sim/workload/formats/format.ts';
import { rowsOf } from '../../sim/workload/formats/trace-table.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { readStoredScenario } from '../../src/scenario/stored/stored-scenario.ts';
import { zones } from '../../src/traces/zones.ts';
import { temporaryFolder } from '../support/folder.ts';
import { columnsOf, read, reportOf, whyRefused } from './read-table.ts';

const HELIOS = 'job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue';

test('instants have time zones, leap days and fractions', () => {
  const arrivals = (...cells: string[]) =>
    read(['a,r,g', ...cells.map((cell) => `${cell},1,1`)], columnsOf('arrival=a,run=r,gpus=g')).gprs.map(
      ({ arrivalMs }) => arrivalMs,
    );
  const pairs: [string, string][] = [
    ['2024-02-28 23:59:59', '2024-03-01 00:00:00'],
    ['1999-12-31T23:59:59.500Z', '2000-01-01T00:00:00+00:00'],
    ['2026-01-05T08:00:00+02:00', '2026-01-05T07:30:00-0130'],
    ['1900-02-28 00:00:00', '1900-03-01 00:00:00'],
    ['0', '86400.25'],
  ];
  for (const [from, to] of pairs) {
    const msOf = (text: string) =>
      /^[0-9.]+$/.test(text)
        ? Number(text) * 1000
        : Date.parse(/[Z]|[+-]\d\d:?\d\d$/.test(text) && text.includes('T') ? text : `${text}Z`);
    assert.deepEqual(arrivals(to, from), [0, msOf(to) - msOf(from)], `${from} ${to}`);
  }
  for (const wrong of [
    '2023-02-29 00:00:00',
    '2023-13-01 00:00:00',
    '2023-00-01 00:00:00',
    '2023-01-01 24:00:00',
    'soon',
    '',
  ])
    assert.match(
      whyRefused(['a,r,g', `${wrong},1,1`], columnsOf('arrival=a,run=r,gpus=g')),
      /line 2: a must be seconds, or an instant/,
    );
});

test('cells may have line breaks, and time zones are known by name', () => {
  const trace = read(
    ['submit,user,elapsed,"g\r\npus"', '5,"a\nb",10,1', 'x', '6,c,10,1'],
    columnsOf('gpus=g\r\npus'),
  );
  const { broken } = reportOf(trace);
  assert.deepEqual(trace.workspaces, ['a\nb', 'c']);
  assert.equal(broken.listed[0].line, 5);
  assert.equal(zones('Europe/Nowhere'), undefined);
});

test('of many invalid rows, the first are listed and the others counted', () => {
  const trace = read([
    HELIOS,
    ...Array.from({ length: 1000 }, () => 'x'),
    '1,ann,vc,1,1,1,COMPLETED,0,0,5,5,q',
  ]);
  const { broken } = reportOf(trace);
  assert.deepEqual([broken.count, broken.listed.length], [1000, 20]);
  const lines = trace.report.lines.slice(-22);
  assert.equal(lines[0], '1000 invalid rows left out: GPU time not known');
  assert.match(lines[20], /^ {2}jobs, line 21: must have 12 cells, but has 1$/);
  assert.equal(lines[21], '  and 980 more');
});

test('a long cell, header or row is not read to its end', () => {
  const long = 'x'.repeat(20_000_000);
  const row = (cells: string) => whyRefused(['submit_time,duration,gpu_num', cells]);
  assert.match(row(`"${long}",1,1`), /line 2: submit_time must be .*, but is "x{40}…"$/);
  assert.match(whyRefused([`"${long}",b`]), /because its header is "x{200}…"$/);
  const wide = ','.repeat(1000);
  assert.match(row(wide), /line 2: must have 3 cells, but has more than 1000$/);
  assert.match(whyRefused([wide]), /^jobs must have at most 1000 columns, but has more$/);
  for (const text of [wide.repeat(1000), `"",${wide.repeat(1000)}`])
    assert.equal(rowsOf(text, ',').next().value!.cells.length, 1001);
  assert.match(whyRefused([wide.slice(1)]), /must have columns for arrival/, '1000 columns are not too many');
});

test('each column has a sentence for an invalid cell, with its line', () => {
  const roles = ['arrival', 'run', 'gpus', 'nodes', 'cpu', 'owner', 'exit', 'name'];
  const good = ['5', '60', '1', '1', '8', 'ann', '90', 'job'];
  const given = columnsOf(roles.map((role) => `${role}=${role}`).join());
  for (const separator of [',', '|']) {
    const rows = cases.map(({ role, cell }) => {
      const cells = good.with(roles.indexOf(role), cell.includes(separator) ? `"${cell}"` : cell);
      return cells.join(separator);
    });
    const { broken } = reportOf(read([roles.join(separator), ...rows, good.join(separator)], given));
    assert.deepEqual(
      broken.listed,
      cases.map(({ role, why }, i) => ({ table: 'jobs', line: i + 2, why: `${role} ${why}` })),
    );
  }
});

test('the options are refused with the valid form', () => {
  assert.deepEqual(parseOption(machine, '32x8'), { ok: true, value: { nodes: 32, gpusPerNode: 8 } });
  for (const text of ['32', '0x8', '32x0', '8X8', '1000001x8', '1x99999', '32x8 ', '', 'x'])
    assert.match(
      JSON.stringify(parseOption(machine, text)),
      /must be COUNTxGPUS, with up to 1000000 nodes of up to/,
    );
  for (const text of [
    '',
    'arrival',
    'arrival=',
    'time=t',
    'arrival=a,arrival=b',
    'arrival=a,run=a',
    'arrival=a,,run=b',
    'arrival=a=b',
  ])
    assert.match(
      JSON.stringify(parseOption(columns, text)),
      /must be WHAT=HEADER,…, each WHAT and HEADER once, WHAT one of arrival/,
    );
});

test('cells are quoted, lines end in any way, and empty lines do not count', () => {
  const text = 'a,"b ""c"", d",e\r\n\r\n 1 , " 2 " ,"x"y\r"",,\n';
  assert.deepEqual(
    [...rowsOf(text, ',')],
    [
      { line: 1, cells: ['a', 'b "c", d', 'e'] },
      { line: 3, cells: ['1', ' 2 ', '"x"y'] },
      { line: 4, cells: ['', '', ''] },
    ],
  );
});

test('users have several GPRs at a time, unless the scenario limits them; a stored world is the same', (t) => {
  const rows = [0, 1, 2].map((i) => `${i},ann,vc,2,1,1,COMPLETED,2026-01-05 08:00:0${i},,,600,0`);
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'jobs.csv'), [HELIOS, ...rows].join('\n'));
  const run = (scheduler: object, start: object = {}) => {
    const content = {
      name: 'log',
      ...start,
      scheduler,
      workload: [{ kind: 'csv', jobs: 'jobs.csv', machine: '1x8' }],
    };
    const loaded = scenarioOf(content, join(folder, 'log.json'), { now: () => 0 });
    assert.ok(loaded.ok, JSON.stringify(loaded));
    return { scenario: loaded.scenario, ...ended(new Simulation(loaded.scenario)) };
  };
  const { scenario, waitMsMax } = run({});
  assert.deepEqual([waitMsMax, scenario.start], [0, '2026-01-05T08:00:00.000Z']);
  const start = '2030-01-01T00:00:00.000Z';
  assert.equal(run({}, { start }).scenario.start, start);
  const limited = run({ workspaceLimit: 1 });
  assert.equal(limited.waitMsMax, 1_200_000 - 2_000);
  const again = readStoredScenario(JSON.stringify(limited.scenario));
  assert.ok(again.ok);
  assert.equal(ended(new Simulation(again.scenario)).hash, limited.hash);
});

function ended(simulation: Simulation) {
  while (simulation.nextEventMs() < NEVER) {
    simulation.runTo(simulation.nextEventMs() + HOUR_MS);
    simulation.takeFacts();
  }
  return { ...simulation.measures.summary(), hash: simulation.clock().hash };
}

test('an invalid list of columns is refused with its first invalid entry', () => {
  const parsed = parseOption(columns, `arrival=${'A'.repeat(90)},prio=job,gpus=C`);
  assert.ok(!parsed.ok);
  assert.match(parsed.why, /^has "prio=job", but must be WHAT=HEADER,/);
});
