import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, temporaryFolder } from '../cli/gprsim.ts';
import { assertSound, csvIn } from './page.ts';

test('the report of twelve variants over two days is below 1.5 MB, and has all bars and curves', (t) => {
  const file = join(temporaryFolder(t), 'page.html');
  const args = [
    'compare',
    'demo',
    '--until',
    '2d',
    '--queue',
    'strict,backfill',
    '--seeds',
    '1..2',
    '--vary',
    '/clusters/0/nodes/0/count=3..8',
    '--target',
    'p95(wait)<30m',
    '--report',
    file,
  ];
  assert.equal(gprsim(args).status, 0);
  const html = readFileSync(file, 'utf8');
  assertSound(html);
  assert.ok(html.length < 1_500_000, `${html.length}`);
  const charts = csvIn(html, 'gantt');
  assert.equal(charts.length, 12);
  for (const csv of charts) assert.ok(csv.split('\n').length > 2_000);
  const [utilization] = csvIn(html, 'utilization');
  assert.equal(utilization.split('\n').length, 12 * 500 + 1);
  assert.match(utilization, /^count=3 strict,2026-01-05T08:05:45\.600Z,0\.\d{1,6},[0-9.]+,\d+$/m);
});
