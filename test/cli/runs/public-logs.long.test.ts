// Backtests of public logs, which are not part of the project.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { gprsim } from '../gprsim.ts';

const data = resolve(import.meta.dirname, '../../../../shared/data/swf');

for (const name of ['sdsc-sp2-1998-first5000-lines', 'hpc2n-head']) {
  const log = resolve(data, `${name}.swf.gz`);
  test(`${name}: the likely start has at most half the error of requested times, and four of five starts are in its range`, {
    skip: !existsSync(log) && `${log} is missing`,
  }, (t) => {
    const flags = ['--workload', log, '--queue', 'backfill', '--cycle', 'event'];
    // All that waited are asked about: the answers of a log resemble each other, and fewer show less.
    const { json } = gprsim([
      'backtest',
      '--trace',
      'swf',
      ...flags,
      '--sample',
      '2000',
      '--samples',
      '50',
      '--json',
    ]);
    const [requested, sampled] = json.estimates;
    t.diagnostic(JSON.stringify([requested, sampled].map(({ horizons: _, ...figures }) => figures)));
    assert.ok(sampled.medianErrorMs <= requested.medianErrorMs / 2);
    assert.ok(Math.abs(sampled.coverageRecalibrated - 0.8) <= 0.05, `${sampled.coverageRecalibrated}`);
  });
}
