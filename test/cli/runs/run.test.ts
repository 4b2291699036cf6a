import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';

test('run --json prints all measures on one line', () => {
  const { status, json } = gprsim('run tiny --json');
  assert.equal(status, 0);
  const { wallMs, peakRssMb, hash, ...rest } = json;
  assert.ok(wallMs >= 0 && peakRssMb > 10, JSON.stringify(json));
  assert.match(hash, /^[0-9a-f]{32}$/);
  assert.deepEqual(
    [rest.scenario, rest.seed, rest.queue, rest.placement, rest.gprs, rest.placed, rest.completed],
    ['tiny', 42, 'strict', 'best-fit', 4, 4, 4],
  );
  for (const member of ['evictions', 'waitMsMean', 'waitMsP95', 'utilization', 'simMs', 'facts']) {
    assert.equal(typeof rest[member], 'number', member);
  }
});

test('equal runs have equal hashes; another seed or policy changes the hash', () => {
  const hashOf = (...args: string[]) => gprsim(words`run demo --until 6h --json ${args}`).json.hash;
  const hash = hashOf();
  assert.equal(hashOf(), hash);
  assert.equal(hashOf('--check'), hash);
  assert.notEqual(hashOf('--seed', '43'), hash);
  assert.notEqual(hashOf('--queue', 'greedy'), hash);
});

test('a run with --db equals the run without it, and a second run refuses the file', (t) => {
  const db = join(temporaryFolder(t), 'run.gprsim');
  const args = words`run demo --until 6h --json`;
  const kept = gprsim(words`${args} --db ${db} --check`).json;
  const bare = gprsim(args).json;
  assert.deepEqual([kept.hash, kept.facts], [bare.hash, bare.facts]);
  const { completed, timedOut, failed, waiting, running } = bare;
  assert.ok(running > 0);
  assert.equal(completed + timedOut + failed + waiting + running, bare.gprs);
  const replayed = gprsim(words`replay ${db} --verify --json`);
  assert.equal(replayed.status, 0);
  assert.deepEqual([replayed.json.hash, replayed.json.facts], [bare.hash, bare.facts]);
  const again = gprsim([...args, '--db', db]);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /already holds a world; give --db a new file/);
});

test('without --json, run prints the figures as a table', () => {
  const { stdout, stderr } = gprsim('run tiny --check');
  assert.equal(stderr, '');
  assert.match(stdout, /^tiny {2}seed 42 {2}strict, best-fit$/m);
  assert.match(stdout, /4: 4 placed, 4 completed/);
  assert.match(stdout, /no invariant is violated/);
  assert.doesNotMatch(stdout, /at the end|kept/);
});

test('run prints the number of unfinished GPRs and the command that lists them', (t) => {
  const db = join(temporaryFolder(t), 'my run.gprsim');
  const { stdout } = gprsim(words`run tiny --until 11m --db ${db}`);
  assert.match(stdout, /^ {2}at the end +2 waiting, 2 with GPUs, 100\.0 % of the GPUs allocated$/m);
  assert.ok(stdout.includes(`gprsim gprs '${db}'\n`), stdout);
});

test('a placement for shared GPUs is remarked on with whole GPUs, in run and compare', () => {
  const remark = 'gprsim: placement fgd is for shared GPUs; with whole GPUs, it chooses as first-fit does\n';
  const run = gprsim('run tiny --placement fgd --json');
  assert.ok(run.stderr.includes(remark), run.stderr);
  assert.equal(run.json.hash, gprsim('run tiny --placement first-fit --json').json.hash);
  const compared = gprsim('compare tiny --placement best-fit,fgd --seeds 1');
  assert.equal(compared.status, 0);
  assert.ok(compared.stderr.includes(remark), compared.stderr);
  assert.doesNotMatch(gprsim('run tiny').stderr, /--placement/);
});

test('the mean wait is printed to the second', () => {
  const { stdout } = gprsim('run demo --until 12h');
  const { waitMsMean } = gprsim('run demo --until 12h --json').json;
  const [, ...parts] = / {2}wait +mean (?:(\d+)h )?(?:(\d+)m )?(?:(\d+)s)?,/.exec(stdout)!;
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  assert.equal(hours * 3600 + minutes * 60 + seconds, Math.round(waitMsMean / 1000));
});

test('policies that exclude each other are named by their flags', () => {
  const { status, stderr } = gprsim('run tiny --queue conservative --order shortest');
  assert.equal(status, 2);
  assert.match(stderr, /\(--queue conservative --order shortest\), because/);
  assert.match(gprsim('run tiny --queue ./mine.mjs').stderr, /--queue takes no module/);
  assert.match(gprsim('run tiny --queue easy').stderr, /not easy: EASY is --queue backfill\n/);
});
