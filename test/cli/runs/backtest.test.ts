// Backtests of a small log, compared with a slow computation from other commands and single runs.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { DAY_MS, NEVER, percentile, quantile, Seen, Simulation } from '../../../sim/index.ts';
import { loadTrace } from '../../../src/scenario/trace-flags.ts';
import { sinceMonday } from '../../../src/wire/time/week.ts';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';
import { assertRefused } from '../refusals.ts';

const JOBS = 330;

/** A job a minute on 16 processors, about as much work as they can do. Half of the jobs request twice their run time. */
function logFile(t: TestContext): { folder: string; log: string; args: string[] } {
  const folder = temporaryFolder(t);
  const log = join(folder, 'log.swf');
  const lines = Array.from({ length: JOBS }, (_, i) => {
    const run = 60 * (1 + ((i * 7) % 4));
    const processors = 1 + ((i * 5) % 12);
    const requested = run * (1 + (i % 2));
    return [
      i + 1,
      i * 60,
      0,
      run,
      processors,
      -1,
      -1,
      processors,
      requested,
      -1,
      1,
      1 + (i % 3),
      1,
      1,
      1,
      1,
      -1,
      -1,
    ].join(' ');
  });
  writeFileSync(log, ['; MaxProcs: 16', '; UnixStartTime: 1767571200', ...lines, ''].join('\n'));
  return { folder, log, args: words`--trace swf --workload ${log} --queue backfill` };
}

type Row = Readonly<Record<string, string>>;

const rowsOf = (path: string): Row[] => parse(readFileSync(path, 'utf8'), { columns: true });

test('a backtest asks about all that waited, and its answers are those of runs stopped there', (t) => {
  const { folder, log, args } = logFile(t);
  const [csv, jobs] = [join(folder, 'answers.csv'), join(folder, 'jobs.csv')];
  const { status, stderr, json } = gprsim(words`backtest ${args} --samples 10 --csv ${csv} --json`);
  assert.equal(status, 0, stderr);
  gprsim(words`run ${args} --jobs ${jobs}`);
  const ran = rowsOf(jobs).map((row) => ({
    ...row,
    waitMs: Number(row.waitMs),
    sinceMs: Date.parse(row.createdAt),
    startMs: Date.parse(row.createdAt) + Number(row.waitMs),
    gpus: Number(row.nodeCount) * Number(row.gpusPerNode),
  }));
  const waited = ran.filter(({ waitMs }) => waitMs > 0);
  assert.deepEqual(
    [json.gprs, json.startedAtOnce, json.neverStarted, json.possible, json.asked],
    [JOBS, JOBS - waited.length, 0, waited.length, waited.length],
  );
  const answers = rowsOf(csv);
  assert.equal(answers.length, 4 * waited.length);

  // Every tenth question, with a run from the beginning.
  const loaded = loadTrace('swf', { '--workload': log }, { queue: 'backfill', now: Date.now });
  assert.ok(loaded.ok);
  const { scenario } = loaded;
  const originMs = Date.parse(scenario.start);
  const iso = (ms: number | undefined) => (ms === undefined ? '' : new Date(ms).toISOString());
  for (let i = 0; i < answers.length; i += 40) {
    const [requested, likely, mean, rate] = answers.slice(i, i + 4);
    const atMs = Date.parse(requested.askedAt);
    const asked = ran.find((row) => row.sinceMs === atMs && row.waitMs > 0)!;
    assert.deepEqual([iso(asked.startMs), `${asked.gpus}`], [requested.startedAt, requested.gpus]);
    const simulation = new Simulation(scenario);
    simulation.runTo(atMs - originMs);
    const estimated = simulation.estimate(requested.gprId).startMs!;
    assert.equal(requested.estimatedAt, iso(originMs + estimated));
    assert.equal(Number(requested.errorMs), originMs + estimated - asked.startMs);
    const seen = new Seen(sinceMonday(scenario.start));
    seen.follow(simulation.takeFacts());
    const sampling = simulation.sampledStarts(seen, 10, atMs - originMs + 30 * DAY_MS);
    while (!sampling.run(NEVER));
    const { startMs } = sampling.answer().find(({ uid }) => simulation.gprId(uid) === requested.gprId)!;
    const [p10, p50, p90] = [0.1, 0.5, 0.9].map((share) => iso(originMs + quantile(startMs, share)));
    assert.deepEqual([likely.p10, likely.estimatedAt, likely.p90], [p10, p50, p90]);

    const over = waited.filter((row) => row.startMs <= atMs).sort((a, b) => a.startMs - b.startMs);
    const latestOf = (rows: typeof over) => rows.slice(-100).map(({ waitMs }) => waitMs);
    const kindOf = (gpus: number) => Math.floor(Math.log2(gpus));
    const own = latestOf(over.filter(({ gpus }) => kindOf(gpus) === kindOf(asked.gpus)));
    const known = own.length > 0 ? own : latestOf(over);
    const meanMs = known.reduce((sum, ms) => sum + ms, 0) / known.length;
    assert.equal(mean.estimatedAt, known.length === 0 ? '' : iso(atMs + Math.round(meanMs)));
    const before = waited.filter((row) => row.sinceMs <= atMs && row.startMs > atMs).length;
    const starts = ran.filter((row) => row.startMs <= atMs).length;
    assert.equal(rate.estimatedAt, iso(atMs + Math.round((before * (atMs - originMs)) / starts)));
  }

  // The figures follow from the rows.
  for (const { name, ...figures } of json.estimates) {
    const rows = answers.filter(({ estimate, estimatedAt }) => estimate === name && estimatedAt !== '');
    const errors = Float64Array.from(rows, ({ errorMs }) => Math.abs(Number(errorMs))).sort();
    const share = (from: string, to: string) => {
      const ranges = rows.filter((row) => row[from] !== '');
      const held = ranges.filter((row) => row[from] <= row.startedAt && row.startedAt <= row[to]);
      return ranges.length === 0 ? null : held.length / ranges.length;
    };
    assert.deepEqual(
      [figures.answers, figures.unanswered, figures.medianErrorMs, figures.within10m],
      [
        rows.length,
        waited.length - rows.length,
        percentile(errors, 50),
        errors.filter((ms) => ms <= 600_000).length / rows.length,
      ],
    );
    assert.equal(figures.coverage, share('p10', 'p90'));
    assert.equal(figures.coverageRecalibrated, share('recalibratedFrom', 'recalibratedTo'));
    assert.equal(figures.coverage === null, name !== 'sampled');
    const counts = figures.horizons.map((one: { answers: number }) => one.answers);
    assert.equal(
      counts.reduce((sum: number, count: number) => sum + count),
      rows.length,
    );
  }
  // A recalibrated range needs 200 answers whose GPRs had started.
  const ranges = answers.filter(({ estimate }) => estimate === 'sampled');
  for (const { askedAt, recalibratedFrom } of ranges)
    assert.equal(recalibratedFrom !== '', ranges.filter((row) => row.startedAt <= askedAt).length >= 200);
  assert.ok(ranges.some(({ recalibratedFrom }) => recalibratedFrom !== ''));
});

test('the same backtest gives the same bytes, and its report has its figures', (t) => {
  const { folder, args } = logFile(t);
  const backtest = words`backtest ${args} --ask every 7m --sample 20 --samples 10`;
  const [first, second] = ['a', 'b'].map((name) => {
    const [csv, report] = [join(folder, `${name}.csv`), join(folder, 'report.html')];
    const { status, stdout, stderr } = gprsim(words`${backtest} --csv ${csv} --report ${report}`);
    assert.equal(status, 0, stderr);
    return [stdout, readFileSync(csv, 'utf8'), readFileSync(report, 'utf8')];
  });
  assert.deepEqual(first, second);
  const [stdout, , page] = first;
  assert.match(stdout, /330 GPRs: \d+ started at once, \d+ waited, 0 did not start\. 20 of \d+\squestions/);
  assert.match(stdout, /^Users would gain /m);
  for (const text of ['<td>mean-wait</td>', '--ask &#39;every 7m&#39;', 'Users would gain'])
    assert.ok(page.includes(text), text);
  // The share of ranges has its count, and the picture a curve for each estimate.
  assert.match(
    page,
    /<tr><td>requested<\/td><td>20<\/td><td>0<\/td>(<td>[^%]*<\/td>){2}(<td>[\d.]+ %<\/td>){2}<td>–</,
  );
  const [picture] = page.match(/<svg[^>]*Cumulative distribution of errors.*?<\/svg>/s)!;
  assert.equal(picture.match(/class="curve /g)!.length, 4);
});

test('GPRs that wait at the end count as if they started then, if they were to have started', (t) => {
  const { folder, args } = logFile(t);
  const csv = join(folder, 'answers.csv');
  const { json } = gprsim([...words`backtest ${args} --until 2h --samples 10 --csv ${csv} --json`]);
  const end = '2026-01-05T02:00:00.000Z';
  const rows = rowsOf(csv);
  assert.equal(rows.length, 4 * json.asked);
  const questionOf = ({ gprId, askedAt }: Record<string, string>) => `${gprId} ${askedAt}`;
  const isOver = ({ estimatedAt }: Record<string, string>) => estimatedAt !== '' && estimatedAt < end;
  const over = new Set(rows.filter(isOver).map(questionOf));
  for (const { name, answers, overdue, unanswered, open, ...figures } of json.estimates) {
    const own = rows.filter(({ estimate }) => estimate === name);
    const answered = own.filter(({ estimatedAt }) => estimatedAt !== '');
    const waiting = answered.filter(({ startedAt }) => startedAt === '');
    const compared = waiting.filter((row) => over.has(questionOf(row)));
    assert.ok(waiting.every(({ errorMs }) => errorMs === ''));
    assert.deepEqual(
      [answers, overdue, unanswered, open],
      [
        answered.length - waiting.length + compared.length,
        compared.length,
        own.length - answered.length,
        waiting.length - compared.length,
      ],
    );
    const errors = answered
      .filter((row) => row.startedAt !== '' || over.has(questionOf(row)))
      .map((row) => {
        if (row.startedAt === '' && !isOver(row)) return 0;
        return Math.abs(Date.parse(row.estimatedAt) - Date.parse(row.startedAt || end));
      });
    assert.equal(figures.medianErrorMs, percentile(Float64Array.from(errors).sort(), 50), name);
  }
  const [, , mean] = json.estimates;
  assert.ok(mean.overdue > 0 && mean.open > 0, JSON.stringify(mean));
});

test('a report has the load, and names overloaded pools as the output does', (t) => {
  const report = join(temporaryFolder(t), 'report.html');
  const args = words`backtest demo --until 20m --load 3 --samples 10 --sample 5`;
  const { stdout, stderr } = gprsim([...args, '--report', report]);
  const warning = 'Overloaded: worker-1/a2-highgpu-8g (offered load ';
  assert.ok(stdout.includes(warning), stderr);
  const page = readFileSync(report, 'utf8');
  for (const text of [warning, '<dt>load</dt><dd>3 × the arrivals of the scenario</dd>'])
    assert.ok(page.includes(text), text);
});

test('without GPRs that wait, nothing is asked, and no table has its dashes', () => {
  const { stdout } = gprsim('backtest quiet --until 1h');
  assert.match(
    stdout,
    /^0 GPRs: .*\n.*\nNo answer can be compared with a start, so nothing is known of a gain\.\n$/m,
  );
  const { json } = gprsim('backtest quiet --until 1h --json');
  assert.equal(json.asked, 0);
  assert.match(json.gain, /nothing is known of a gain/);
  assert.equal(json.estimates[1].medianErrorMs, null);
});

test('wrong flags are refused with what would be right', () => assertRefused('backtest'));
