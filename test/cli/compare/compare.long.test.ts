// Comparisons of real runs: the figures equal those of `run` and depend only on the grid.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { words } from '../../support/words.ts';
import { gprsim, interrupt, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

const day = words`compare demo --until 6h`;
const small = words`${day} --queue strict,backfill --placement best-fit,worst-fit --seeds 3,7..8`;

function hashOfAll(runs: readonly { readonly hash: string }[]): string {
  const lines = runs.map(({ hash }) => `${hash}\n`).join('');
  return createHash('sha256').update(lines).digest('hex').slice(0, 32);
}

test('each run of a comparison equals that of `run`, and one or two threads print the same bytes', () => {
  const one = gprsim(words`${small} --jobs 1 --json`);
  const two = gprsim(words`${small} --jobs 2 --json`);
  assert.equal(one.status, 0, one.stderr);
  assert.equal(one.stdout, two.stdout);
  const { runs, hash, seeds, variants, command } = one.json;
  for (const seed of seeds) {
    const counts = runs
      .filter((run: { seed: number }) => run.seed === seed)
      .map(({ gprs }: { gprs: number }) => gprs);
    assert.equal(new Set(counts).size, 1, `${counts}`);
  }
  assert.deepEqual([runs.length, variants.length, seeds], [12, 4, [3, 7, 8]]);
  assert.equal(hash, hashOfAll(runs));
  assert.equal(
    command,
    'gprsim compare demo --queue strict,backfill --placement best-fit,worst-fit --seeds 3,7..8 --until 6h',
  );

  for (const { queue, placement, seed, ...figures } of [runs[0], runs[4], runs[11]]) {
    const args = words`run demo --until 6h --queue ${queue} --placement ${placement}`;
    const ran = gprsim(words`${args} --seed ${seed} --json`).json;
    const {
      scenario: _,
      utilizationOverTime: __,
      wallMs: ___,
      peakRssMb: ____,
      overloaded: _____,
      cycle: ______,
      estimates: _______,
      ...alone
    } = ran;
    assert.deepEqual({ queue, placement, seed, ...figures }, alone);
  }
});

test('--csv prints a line for each run with the figures of --json', () => {
  const { stdout, status } = gprsim(words`${small} --csv --jobs 2`);
  assert.equal(status, 0);
  assert.equal(stdout, gprsim(words`${small} --csv --jobs 1`).stdout);
  const rows: Record<string, string>[] = parse(stdout, { columns: true });
  const { runs } = gprsim([...small, '--json']).json;
  assert.deepEqual(
    rows,
    runs.map(({ parts: _, ...run }: { parts: object }) =>
      Object.fromEntries(Object.entries(run).map(([name, value]) => [name, String(value)])),
    ),
  );
});

test('means and differences match the runs, as JSON and as text', () => {
  const args = words`${day} --placement best-fit,worst-fit --seeds 1..6`;
  const { metrics, runs, confidence } = gprsim([...args, '--json']).json;
  assert.equal(confidence, 0.95);
  const of = (placement: string, metric: string): number[] =>
    runs
      .filter((run: { placement: string }) => run.placement === placement)
      .map((run: Record<string, number>) => run[metric]);
  const mean = (samples: number[]) => samples.reduce((sum, sample) => sum + sample) / samples.length;
  for (const { metric, means } of metrics) {
    for (const { placement, mean: printed } of means) {
      assert.ok(
        Math.abs(printed - mean(of(placement, metric))) <= 1e-9 * Math.abs(printed),
        `${metric} ${placement}`,
      );
    }
  }
  const fragmentation = metrics.find(({ metric }: { metric: string }) => metric === 'fragmentation');
  assert.deepEqual(
    [fragmentation.better, fragmentation.winner],
    ['lower', { queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same' }],
  );
  const [difference] = fragmentation.differences;
  const worst = of('worst-fit', 'fragmentation');
  const lead = mean(of('best-fit', 'fragmentation').map((sample, i) => worst[i] - sample));
  assert.ok(Math.abs(difference.mean - lead) < 1e-12 && difference.halfWidth < lead);
  assert.equal(difference.placement, 'worst-fit');

  const { stdout, stderr } = gprsim(args);
  assert.equal(stderr, '');
  const percent = (100 * fragmentation.means[0].mean).toFixed(1);
  assert.match(
    stdout,
    new RegExp(`^ {2}fragmentation, % +lower +${percent} ± [0-9.]+ \\*.* [0-9.]+ ± [0-9.]+$`, 'm'),
  );
  assert.match(stdout, /^ {2}evictions +lower .* no winner$/m);
  assert.match(stdout, /interval over 6 seeds/);
  assert.match(
    stdout,
    /^ {2}again +gprsim compare demo --queue strict --placement best-fit,worst-fit --seeds 1\.\.6 /m,
  );
});

test('one seed gives no interval; a workload that no seed changes runs once for each variant, with a remark', () => {
  const one = gprsim(words`${day} --queue strict,greedy --seeds 5`);
  assert.match(one.stdout, /^One seed gives no interval/m);
  assert.doesNotMatch(one.stdout, /±|no winner$/m);
  const still = words`compare tiny --queue strict,greedy --seeds 1..3`;
  const once = 'Nothing depends on the seed here: each variant was run once instead of 3 times.';
  assert.ok(gprsim(still).stdout.split('\n').includes(once));
  const { drawnFromSeeds, metrics, runs, hash } = gprsim([...still, '--json']).json;
  assert.deepEqual(
    runs.map(({ queue, seed }: { queue: string; seed: number }) => [queue, seed]),
    [
      ['strict', 1],
      ['greedy', 1],
    ],
  );
  assert.equal(hash, hashOfAll(runs));
  const csv = gprsim([...still, '--csv']);
  assert.deepEqual([csv.stdout.split('\n').length, csv.stderr], [4, `gprsim: ${once}\n`]);
  assert.equal(drawnFromSeeds, false);
  for (const { winner, means } of metrics) assert.deepEqual([winner, means[0].halfWidth], [null, null]);
});

test('a metric without a sample in some runs is left out and named', () => {
  // Within a minute some seeds start a GPR and some do not.
  const { leftOut, metrics, runs } = gprsim('compare demo --until 1m --seeds 1..3 --json').json;
  const placed = runs.map((run: { placed: number }) => run.placed);
  assert.ok(placed.includes(0) && placed.some((count: number) => count > 0), `${placed}`);
  assert.equal(leftOut[0], 'waitMsMean');
  for (const metric of leftOut) assert.match(metric, /^waitMs/);
  assert.ok(!metrics.some(({ metric }: { metric: string }) => metric === 'waitMsMean'));
});

test('what is allocated at the end has a row only if it is above 0 in some run', () => {
  const ofMetrics = (args: readonly string[]) => {
    const { metrics, leftOut, runs } = gprsim([...args, '--json']).json;
    const has = metrics.some(({ metric }: { metric: string }) => metric === 'allocatedAtEnd');
    return { has, leftOut, shares: runs.map((run: { allocatedAtEnd: number }) => run.allocatedAtEnd) };
  };
  // A run to the end has ended all of its GPRs. After half an hour, two GPRs hold all four GPUs.
  assert.deepEqual(ofMetrics(['compare', 'tiny']), { has: false, leftOut: [], shares: [0] });
  const { has, shares } = ofMetrics(words`compare tiny --until 30m`);
  assert.ok(has && shares[0] > 0, `${shares}`);
});

test('what is wrong with a comparison is refused before anything runs, all at once', () => {
  assertRefused('compare');
  assert.ok(!existsSync('s'));
});

test('the error of a failed run names its policies and seed', (t) => {
  const file = join(temporaryFolder(t), 'broken.cjs');
  writeFileSync(
    file,
    `if (!require('node:worker_threads').isMainThread)
       performance.now = () => { throw new RangeError('out of order') };`,
  );
  const { status, stderr } = gprsim('compare tiny --queue greedy --seeds 4', {
    NODE_OPTIONS: `--require=${file}`,
  });
  assert.equal(status, 1);
  const [first, second, third] = stderr.split('\n');
  assert.match(first, /the run with greedy, best-fit, seed 4: out of order$/);
  assert.deepEqual([second, third.slice(0, 7)], ['RangeError: out of order', '    at ']);
});

test('a signal ends a comparison, which has reported its progress before', async (t) => {
  // On a busy machine the worlds are not built yet at the first lines.
  const args = words`compare million --seeds 1..4`;
  const stopped = await interrupt(t, args, 'SIGINT', /"events":[1-9].*\n/);
  assert.equal(stopped.status, 130);
  assert.deepEqual(stopped.json, { error: 'ended by SIGINT before it was done', exitCode: 130 });
  const { progress } = JSON.parse(/.*"events":[1-9].*/.exec(stopped.stderr)![0]);
  assert.equal(progress.what, 'comparing');
  assert.ok(progress.events > 0 && progress.done > 0 && progress.done < 1, stopped.stderr);
  assert.equal(progress.runs.all, 4);
  // A fast machine may have ended some runs.
  assert.ok(progress.runs.ended < 4, stopped.stderr);
});
