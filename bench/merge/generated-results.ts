// Results of a comparison like those of real runs, with other waits.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { picturedVariants } from '../../src/studies/pictured.ts';
import { checkedLine } from '../../src/studies/results/checked-line.ts';

/** The runs are dealt out to the files, as to parts. */
export const FILES = 20;
const FIRST = '/clusters/0/nodes/0/count';
const SECOND = '/clusters/1/nodes/0/count';
/** Values of the second member. */
const SECONDS = 50;

export interface Size {
  /** 2, or a multiple of 100. */
  readonly variants: number;
  readonly seeds: number;
}

/** The arguments of a comparison of `demo`: two queue policies, and perhaps node counts of two clusters. */
export function studyOf({ variants, seeds }: Size): string[] {
  const vary =
    variants === 2
      ? []
      : ['--vary', `${FIRST}=1..${variants / 2 / SECONDS}`, '--vary', `${SECOND}=1..${SECONDS}`];
  return [
    'compare',
    'demo',
    '--until',
    '1h',
    '--queue',
    'strict,backfill',
    ...vary,
    '--seeds',
    `1..${seeds}`,
  ];
}

/**
 * Writes the results of all runs to a new folder below `folder`, and returns its path.
 * @param gprsim runs the program with arguments
 */
export function generateResults(folder: string, size: Size, gprsim: (args: string[]) => void): string {
  const runs = size.variants * size.seeds;
  const first = join(folder, `first-${runs}`);
  gprsim([...studyOf(size), '--results', first, '--part', `0/${runs}`]);
  const lines = readFileSync(join(first, readdirSync(first)[0]), 'utf8').split('\n');
  const [header] = lines;
  const of = (begin: string) => {
    const { crc32: _, ...members } = JSON.parse(lines.find((line) => line.startsWith(begin))!);
    return members;
  };
  const { run: _, ...one } = of('{"run":0,');
  const { pictures } = of('{"pictured":0,');
  const pictured = new Set(picturedVariants(size.variants / 2, size.variants));
  const results = join(folder, `study-${runs}`);
  mkdirSync(results);
  for (let file = 0; file < FILES; file++) {
    const path = join(results, `${file}.ndjson`);
    writeFileSync(path, `${header}\n`);
    const written: Buffer[] = [];
    for (let run = file; run < runs; run += FILES) {
      const variant = Math.floor(run / size.seeds);
      const setting = Math.floor(variant / 2);
      const varied = { [FIRST]: 1 + Math.floor(setting / SECONDS), [SECOND]: 1 + (setting % SECONDS) };
      const named = {
        ...(size.variants === 2 ? {} : { varied }),
        queue: variant % 2 === 0 ? 'strict' : 'backfill',
        placement: one.placement,
      };
      const figures = { ...one.figures, waitMsMean: one.figures.waitMsMean + ((run * 7919) % 1000) };
      const isPictured = pictured.has(variant) && run % size.seeds === 0;
      if (isPictured) written.push(checkedLine({ pictured: run, pictures }));
      const { parts } = one;
      written.push(checkedLine({ run, ...named, seed: 1 + (run % size.seeds), figures, parts }));
    }
    appendFileSync(path, Buffer.concat(written));
  }
  return results;
}
