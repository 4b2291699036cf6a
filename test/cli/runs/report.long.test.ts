import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { assertSound, csvIn } from '../../report/page.ts';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

const halfDay = words`run demo --until 12h`;

/** The values of lines `metric,value`. */
function metricsIn(csv: string): Record<string, string> {
  const [header, ...rows] = parse(csv) as string[][];
  assert.deepEqual(header, ['metric', 'value']);
  return Object.fromEntries(rows);
}

/** The numbers and texts of a document, as CSV shows them. */
/** Numbers and texts, those of an object with its name before theirs; lists have none. */
function textsOf(json: object, prefix = ''): Record<string, string> {
  const texts = Object.entries(json).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return [];
    if (value === null || typeof value !== 'object') return [[prefix + name, String(value ?? '')]];
    return Object.entries(textsOf(value, `${prefix}${name}.`));
  });
  return Object.fromEntries(texts);
}

test('the figures in the report and of --csv are those of --json, and a repetition writes the same bytes', (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  const flags = ['--from', '2h', '--to', '2026-01-05T18:00:00Z'];
  const { json, status } = gprsim(words`${halfDay} ${flags} --report ${file('a.html')} --json`);
  assert.equal(status, 0);
  const html = readFileSync(file('a.html'), 'utf8');
  assertSound(html);
  const { wallMs: _, peakRssMb: __, ...figures } = json;
  assert.deepEqual(metricsIn(csvIn(html, 'figures')[0]), textsOf(figures));
  assert.ok('estimates.overdue' in textsOf(figures));
  assert.deepEqual(json.window, { fromMs: 2 * 3_600_000, toMs: 10 * 3_600_000 });
  const { wallMs: ___, peakRssMb: ____, ...csv } = metricsIn(gprsim([...halfDay, ...flags, '--csv']).stdout);
  assert.deepEqual(csv, textsOf(figures));
  // The evictions of the picture are those of the figures; the last row of the waits is the longest wait.
  const evictions: Record<string, string>[] = parse(csvIn(html, 'evictions')[0], { columns: true });
  assert.equal(
    evictions.reduce((sum, row) => sum + Number(row.evictions), 0),
    json.evictions,
  );
  assert.equal(csvIn(html, 'waits')[0].split('\n').at(-1), `${json.waitMsMax},1`);
  const [slowdown, share] = csvIn(html, 'slowdowns')[0].split('\n').at(-1)!.split(',');
  assert.ok(Math.abs(Number(slowdown) - json.boundedSlowdownMax) < 1e-6 && share === '1');
  const command =
    'gprsim run demo --queue strict --placement best-fit --order priority --backfill-order same --cycle instant --seed 42 --until 12h --from 2h --to 2026-01-05T18:00:00Z --report a.html';
  assert.ok(html.includes(`<code>${command}</code>`));

  // The report has the last part of its path.
  mkdirSync(file('again'));
  const again = file('again/a.html');
  const printed = gprsim(words`${halfDay} ${flags} --report ${again} --db ${file('b.gprsim')} --check`);
  assert.equal(printed.status, 0, printed.stderr);
  assert.equal(readFileSync(again, 'utf8'), html, 'with a file and a checker');
  assert.match(printed.stdout, /^ {2}window +2026-01-05T10:00:00\.000Z – 2026-01-05T18:00:00\.000Z$/m);
  assert.ok(printed.stdout.includes(`  report              ${again}\n`));
});

test('a window has the waits of the GPRs that are created in it, and --jobs has the lines of gprs --csv', (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  writeFileSync(file('few.json'), JSON.stringify({ ...gprsim('scenarios demo --json').json, keepEnded: 5 }));
  const args = words`run ${file('few.json')} --until 12h --from 4h --json`;
  const bare = gprsim([...args, '--jobs', file('a.csv')]).json;
  gprsim(words`${args} --jobs ${file('b.csv')} --db ${file('b.gprsim')}`);
  const csv = readFileSync(file('a.csv'), 'utf8');
  assert.equal(csv, gprsim(words`gprs ${file('b.gprsim')} --csv`).stdout);
  assert.equal(csv, readFileSync(file('b.csv'), 'utf8'));
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  const created = rows.filter(({ createdAt }) => createdAt >= '2026-01-05T12:00:00.000Z');
  assert.ok(created.length < rows.length && rows.every(({ gprName }) => gprName !== ''));
  const waits = created.filter(({ waitMs }) => waitMs !== '').map(({ waitMs }) => Number(waitMs));
  const inState = (...states: string[]) => created.filter(({ state }) => states.includes(state)).length;
  assert.deepEqual(
    [bare.gprs, bare.placed, bare.completed, bare.timedOut, bare.failed, bare.waiting, bare.running],
    [
      created.length,
      waits.length,
      inState('Complete'),
      inState('TimedOut'),
      inState('Failed'),
      inState('Queued'),
      inState('Provisioning', 'Successful'),
    ],
  );
  assert.equal(bare.waitMsMean, waits.reduce((sum, ms) => sum + ms, 0) / waits.length);
  assert.equal(bare.hash, gprsim(words`run ${file('few.json')} --until 12h --json`).json.hash);
});

test('the report of a comparison has the figures of --csv, and a chart for each variant of the first seed', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'compared.html');
  const args = words`compare demo --until 6h --queue strict,greedy --seeds 5..6 --from 1h`;
  const { status, json } = gprsim(words`${args} --report ${file} --json`);
  assert.equal(status, 0);
  const html = readFileSync(file, 'utf8');
  assertSound(html);
  assert.equal(`${csvIn(html, 'figures')[0]}\n`, gprsim([...args, '--csv']).stdout);
  assert.deepEqual(json.window, { fromMs: 3_600_000, toMs: null });
  assert.equal(csvIn(html, 'gantt').length, 2);
  const waits: Record<string, string>[] = parse(csvIn(html, 'waits')[0], { columns: true });
  for (const [i, variant] of ['strict', 'greedy'].entries()) {
    const own = waits.filter((row) => row.variant === variant);
    assert.equal(Number(own.at(-1)!.waitMs), json.runs[2 * i].waitMsMax);
  }
  const again = join(temporaryFolder(t), 'compared.html');
  gprsim(words`${args} --report ${again} --jobs 1 --json`);
  assert.equal(readFileSync(again, 'utf8'), html);
  const run = words`run demo --until 6h --seed 5 --from 1h`;
  const {
    wallMs: _,
    peakRssMb: __,
    utilizationOverTime: ___,
    window: ____,
    scenario: _____,
    overloaded: ______,
    cycle: _______,
    estimates: ________,
    ...alone
  } = gprsim([...run, '--json']).json;
  assert.deepEqual(alone, json.runs[0]);
});

test('a report has the last part of an absolute path, and names in it are texts', (t) => {
  const folder = temporaryFolder(t);
  const scenario = join(folder, 'my <b>.json');
  const text = JSON.stringify(gprsim('scenarios tiny --json').json);
  writeFileSync(scenario, text.replaceAll('"morning"', '"<script>"'));
  const file = join(folder, 'report.html');
  const { status, stderr } = gprsim(words`run ${scenario} --report ${file}`);
  assert.equal(status, 0, stderr);
  const html = readFileSync(file, 'utf8');
  assertSound(html);
  assert.ok(html.includes('gprsim run &#39;my &lt;b&gt;.json&#39;') && !html.includes(folder));
  assert.ok(html.includes('<td>&lt;script&gt;</td>') && html.split('<script>').length === 2);
});

test('windows outside the run and files that cannot be written are refused before the run', (t) => {
  const folder = temporaryFolder(t);
  assertRefused('report', { folder });
  assert.deepEqual(readdirSync(folder), []);
});
