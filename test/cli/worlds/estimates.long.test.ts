// How far estimates could be trusted, as text.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim, temporaryFolder } from '../gprsim.ts';

test('a run and its file have the same errors and overdue answers; with samples, one table has both starts', (t) => {
  const file = join(temporaryFolder(t), 'run.gprsim');
  const { stdout: summary } = gprsim(['run', 'demo', '--until', '18h', '--db', file]);
  const [, median, mean, answers, overdue] =
    /off by ≥ (\S+ \S+), mean ≥ (\S+ \S+); (\d+) answers,\s+asked every 1h;\s+(\d+) of them are overdue: the GPR still waits,/.exec(
      summary,
    )!;
  const { stdout: recorded } = gprsim(['estimates', file]);
  const all = new RegExp(` all +${answers} +${overdue} +≥ ${median} +≥ ${mean} `);
  assert.match(recorded, all);
  assert.match(recorded, /^ {2}overdue: the GPR still waits, and counts as if it started now; ≥: /m);

  const { json } = gprsim(['estimates', file, '--samples', '10', '--json']);
  const { stdout } = gprsim(['estimates', file, '--samples', '10']);
  const heads = stdout.match(/^ +time ahead .*$/gm)!.map((head) => head.trim().split(/ {2,}/));
  const starts = ['if nothing else happens', 'likely', 'in the range', 'recalibrated'];
  assert.deepEqual(heads, [['time ahead', 'answers', 'overdue', ...starts]]);
  const { coverage, ranges } = json.likely;
  const cells = stdout
    .match(/^ +all .*$/m)![0]
    .trim()
    .split(/ {2,}/);
  assert.deepEqual(
    [cells[1], cells[2], cells[5]],
    [`${json.likely.answers}`, `${json.likely.overdue}`, `${Math.round(100 * coverage)} % of ${ranges}`],
  );
});
