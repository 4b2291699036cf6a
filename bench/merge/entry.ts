// Measures the merge of a study: the time per run must not grow with the number of runs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, summed } from '../measuring/measure.ts';
import type { Entry } from '../measuring/row.ts';
import { program, refreshProgram } from '../server/subject.ts';
import { generateResults, type Size, studyOf } from './generated-results.ts';

export const merge: Entry = async ({ quick }) => {
  refreshProgram();
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    const [few, many, names] = quick ? [5_000, 20_000, '5e3 to 2e4'] : [25_000, 100_000, '2.5e4 to 1e5'];
    const ofFew = generateResults(folder, sizeOf(few), gprsim);
    const ofMany = generateResults(folder, sizeOf(many), gprsim);
    const rounds = Array.from({ length: quick ? 1 : 3 }, () => ({
      fewMs: mergedIn(few, ofFew),
      manyMs: mergedIn(many, ofMany),
      jsonMs: mergedIn(many, ofMany, '--json'),
      csvMs: mergedIn(many, ofMany, '--csv'),
    }));
    const each = rounds.map(({ fewMs, manyMs }) => manyMs / many / (fewMs / few));
    return [
      {
        name: `merge ${names}`,
        value: median(rounds.map(({ manyMs }) => manyMs)),
        reference: median(rounds.map(({ fewMs }) => fewMs)),
        unit: 'ms',
        ratioOf: 'time per run of many ÷ of few',
        ...summed(each),
        notes: {
          'JSON, ms': Math.round(median(rounds.map(({ jsonMs }) => jsonMs))),
          'CSV, ms': Math.round(median(rounds.map(({ csvMs }) => csvMs))),
        },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const sizeOf = (runs: number): Size => ({ variants: 2, seeds: runs / 2 });

function mergedIn(runs: number, results: string, ...flags: string[]): number {
  const startedAt = performance.now();
  gprsim([...studyOf(sizeOf(runs)), '--results', results, '--merge', ...flags]);
  return performance.now() - startedAt;
}

function gprsim(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`gprsim ${args.join(' ')} ended with ${status}: ${stderr}`);
}
