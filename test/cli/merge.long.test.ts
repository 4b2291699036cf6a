// A merge of generated results: memory stays bounded, and the time grows linearly.

import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkedLine } from '../../src/studies/results/checked-line.ts';
import { gprsim, temporaryFolder } from './gprsim.ts';

const FILES = 20;
/** Memory of JavaScript that a merge may take, MB. The program and its buffers take less than 200 more. */
const HEAP_MB = 600;

function study(runs: number): string[] {
  return ['compare', 'demo', '--until', '1h', '--queue', 'strict,backfill', '--seeds', `1..${runs / 2}`];
}

/** Writes results like those of a real run, with other waits. The runs are dealt out to the files, as to parts. */
function generate(t: TestContext, runs: number): string {
  const folder = temporaryFolder(t);
  const first = join(folder, 'first');
  const ran = gprsim([...study(runs), '--results', first, '--part', `0/${runs}`]);
  assert.equal(ran.status, 0, ran.stderr);
  const lines = readFileSync(join(first, readdirSync(first)[0]), 'utf8').split('\n');
  const [header] = lines;
  const { crc32: _, run: __, ...one } = JSON.parse(lines.find((line) => line.startsWith('{"run":0,'))!);
  const results = join(folder, 'study');
  mkdirSync(results);
  for (let file = 0; file < FILES; file++) {
    const path = join(results, `${file}.ndjson`);
    writeFileSync(path, `${header}\n`);
    const written: Buffer[] = [];
    for (let run = file; run < runs; run += FILES) {
      const queue = run < runs / 2 ? 'strict' : 'backfill';
      const figures = { ...one.figures, waitMsMean: one.figures.waitMsMean + ((run * 7919) % 1000) };
      written.push(checkedLine({ run, ...one, queue, seed: 1 + (run % (runs / 2)), figures }));
    }
    appendFileSync(path, Buffer.concat(written));
  }
  return results;
}

/** Real time of a merge in ms, and its output. */
function merge(runs: number, results: string, ...args: string[]) {
  const startedAt = performance.now();
  const ran = gprsim([...study(runs), '--results', results, '--merge', ...args], {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  assert.equal(ran.status, 0, ran.stderr);
  return { ms: performance.now() - startedAt, stdout: ran.stdout };
}

test('100,000 runs are merged in bounded memory, in at most six times the time of 25,000', (t) => {
  const few = generate(t, 25_000);
  const many = generate(t, 100_000);
  const ofFew = merge(25_000, few);
  const ofMany = merge(100_000, many);
  t.diagnostic(`25,000 runs: ${Math.round(ofFew.ms)} ms; 100,000 runs: ${Math.round(ofMany.ms)} ms`);
  assert.match(ofMany.stdout, /^ {2}run +read from .*, 20 files$/m);
  assert.match(ofMany.stdout, /, of 100000 runs$/m);
  assert.ok(ofMany.ms < 6 * ofFew.ms, `${ofMany.ms} ms, and ${ofFew.ms} ms for a quarter`);
  const csv = merge(100_000, many, '--csv').stdout;
  assert.equal(csv.split('\n').length, 100_002);
});
