// Results of a comparison like those of real runs, with other waits.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedLine } from '../../src/studies/results/checked-line.ts';

/** The runs are dealt out to the files, as to parts. */
export const FILES = 20;

/** The arguments of a comparison with a number of runs, which is even. */
export function studyOf(runs: number): string[] {
  return ['compare', 'demo', '--until', '1h', '--queue', 'strict,backfill', '--seeds', `1..${runs / 2}`];
}

/**
 * Writes the results of all runs to a new folder below `folder`, and returns its path.
 * @param gprsim runs the program with arguments
 */
export function generateResults(folder: string, runs: number, gprsim: (args: string[]) => void): string {
  const first = join(folder, `first-${runs}`);
  gprsim([...studyOf(runs), '--results', first, '--part', `0/${runs}`]);
  const lines = readFileSync(join(first, readdirSync(first)[0]), 'utf8').split('\n');
  const [header] = lines;
  const { crc32: _, run: __, ...one } = JSON.parse(lines.find((line) => line.startsWith('{"run":0,'))!);
  const results = join(folder, `study-${runs}`);
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
