// Figures of pools, clusters and workspaces on the command line and in reports.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { assertSound, csvIn } from '../../report/page.ts';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

type Row = Record<string, string>;

const rowsOf = (csv: string): Row[] => parse(csv, { columns: true });

/** The members of a part as CSV shows them, the name first. */
function rowOf(kind: string, { name, ...figures }: Record<string, unknown>): Row {
  const shown = Object.entries(figures).map(([figure, value]) => [figure, String(value ?? '')]);
  return { [kind]: String(name), ...Object.fromEntries(shown) };
}

/** `demo` with three times the arrivals for whole nodes, in a file. */
function crowded(t: TestContext): string {
  const file = join(temporaryFolder(t), 'crowded.json');
  const scenario = gprsim('scenarios demo --json').json;
  const [workload] = scenario.workload;
  scenario.name = 'crowded';
  scenario.workload = [{ ...workload, interArrival: { mean: '20s' }, gpus: [8] }];
  scenario.scheduler.workspaceLimit = 'none';
  writeFileSync(file, JSON.stringify(scenario));
  return file;
}

test('--csv --by prints the parts of --json, in run and in each run of compare', () => {
  const args = words`demo --until 6h --from 1h`;
  const { parts } = gprsim(words`run ${args} --json`).json;
  assert.ok(parts.pools.length > parts.clusters.length && parts.workspaces.length > 10);
  for (const kind of ['pool', 'cluster', 'workspace']) {
    const { stdout, status } = gprsim(words`run ${args} --csv --by ${kind}`);
    assert.equal(status, 0);
    const rows = rowsOf(stdout);
    assert.deepEqual(
      rows,
      parts[`${kind}s`].map((part: Record<string, unknown>) => rowOf(kind, part)),
    );
    const compared = words`compare ${args} --queue strict,greedy --seeds 3..4`;
    const { runs } = gprsim([...compared, '--json']).json;
    assert.deepEqual(
      rowsOf(gprsim(words`${compared} --csv --by ${kind}`).stdout),
      runs.flatMap((run: { parts: Record<string, Record<string, unknown>[]>; seed: number; queue: string }) =>
        run.parts[`${kind}s`].map((part) => ({
          queue: run.queue,
          placement: 'best-fit',
          order: 'priority',
          backfillOrder: 'same',
          seed: `${run.seed}`,
          ...rowOf(kind, part),
        })),
      ),
    );
  }
});

test('an overloaded pool is named in the text, in JSON and in reports', (t) => {
  const file = crowded(t);
  const args = words`${file} --until 8h`;
  const { parts, overloaded } = gprsim(words`run ${args} --json`).json;
  const above = parts.pools
    .filter(({ offeredLoad }: { offeredLoad: number }) => offeredLoad > 1)
    .map(({ name }: { name: string }) => name);
  assert.ok(above.length > 1, JSON.stringify(parts.pools));
  assert.deepEqual(overloaded, above);
  const page = join(temporaryFolder(t), 'run.html');
  const { stdout } = gprsim(words`run ${args} --report ${page}`);
  const warning = /^Overloaded: (.*)\. The GPRs need more GPU time/;
  const text = stdout.slice(stdout.indexOf('Overloaded')).replaceAll('\n', ' ');
  assert.match(text, warning);
  for (const pool of above)
    assert.match(text, new RegExp(`${pool.replaceAll('.', '\\.')} \\(offered load [1-9]`));
  const html = readFileSync(page, 'utf8');
  assertSound(html);
  assert.ok(html.includes(`<p><strong>Overloaded: ${above[0]} (offered load `));
  const pools = rowsOf(csvIn(html, 'pools-table')[0]);
  assert.deepEqual(
    pools,
    parts.pools.map((part: Record<string, unknown>) => rowOf('pool', part)),
  );

  const comparison = join(temporaryFolder(t), 'compared.html');
  const compared = gprsim(words`compare ${args} --queue strict,greedy --seeds 1..2 --report
    ${comparison} --json`).json;
  assert.deepEqual(
    [...new Set(compared.overloaded.map(({ pool }: { pool: string }) => pool))].sort(),
    [...above].sort(),
  );
  const loads: number[] = compared.runs
    .slice(0, 2)
    .map((run: { parts: { pools: { offeredLoad: number }[] } }) => run.parts.pools[0].offeredLoad);
  assert.equal(compared.overloaded[0].queue, 'strict');
  assert.equal(compared.overloaded[0].offeredLoad, (loads[0] + loads[1]) / 2);
  const shown = readFileSync(comparison, 'utf8');
  assertSound(shown);
  assert.match(shown, /<strong>Overloaded: .* \(offered load up to [0-9.]+, in 2 of 2 variants\)/);
  const rows = rowsOf(csvIn(shown, 'pools-table')[0]);
  assert.deepEqual([rows.length, rows[0].variant, rows[1].variant], [10, 'strict', 'greedy']);
  assert.equal(Number(rows[0].offeredLoad), compared.overloaded[0].offeredLoad);
  assert.equal(rowsOf(csvIn(shown, 'workspaces-table')[0]).length, 2 * 18);
  assert.deepEqual(gprsim('run demo --until 2h --json').json.overloaded, []);
});

test('of many workspaces, only run with --per-workspace or --by workspace has the figures', () => {
  const args = words`run million --until 20m --json`;
  assert.deepEqual(gprsim(args).json.parts.workspaces, []);
  const { parts, gprs, facts, hash } = gprsim([...args, '--per-workspace']).json;
  assert.equal(
    parts.workspaces.reduce((sum: number, part: { gprs: number }) => sum + part.gprs, 0),
    gprs,
  );
  assert.deepEqual([facts, hash], [gprsim(args).json.facts, gprsim(args).json.hash]);
  const csv = gprsim('run million --until 20m --csv --by workspace').stdout;
  assert.equal(rowsOf(csv).length, parts.workspaces.length);
  const { runs } = gprsim('compare million --until 20m --seeds 1 --json').json;
  assert.deepEqual([runs[0].parts.workspaces, runs[0].parts.pools.length > 0], [[], true]);
});
