// Checks of the harness: SQLite keeps its promise under the model, and the judge notices another world.

import { join } from 'node:path';
import { type Ending, judge } from './judge.ts';
import { type PlainCounts, type PlainOptions, plainCuts } from './plain.ts';
import { Random } from './random.ts';
import { type Recorded, recordLife, writeFiles } from './recorded.ts';
import type { Shim } from './shim.ts';
import { Disk, type Files } from './trace.ts';

export interface Checked {
  /** Power cuts of plain databases, by `journal synchronous rule`. */
  readonly plain: Readonly<Record<string, PlainCounts>>;
  /** Endings of a life's files, judged with what it acknowledged, and with what another life acknowledged. */
  readonly own: Ending;
  readonly other: Ending;
  /** Ending of a file that was copied before the last acknowledgments. */
  readonly copied: Ending;
}

export async function check(shim: Shim, seed: number): Promise<Checked> {
  const plain: Record<string, PlainCounts> = {};
  for (const journal of ['WAL', 'DELETE'] as const) {
    for (const synchronous of ['FULL', 'NORMAL', 'OFF'] as const) {
      for (const rule of ['folder', 'file'] as const) {
        const options: PlainOptions = { journal, synchronous, rule, commits: 25 };
        plain[`${journal} ${synchronous} ${rule}`] = plainCuts(shim, seed, options);
      }
    }
  }
  const life = await recordLife(shim, new Random(seed, 1), { durable: true });
  const other = await recordLife(shim, new Random(seed, 2), { durable: true });
  return {
    plain,
    own: await endingOf(shim, life.files, life),
    other: await endingOf(shim, life.files, other),
    copied: await endingOf(shim, filesAfterFirst(life), life),
  };
}

async function endingOf(shim: Shim, files: Files, { oracle }: Recorded): Promise<Ending> {
  const folder = join(shim.folder, '../judged');
  writeFiles(folder, files);
  return (await judge(folder, oracle, oracle.floors.at(-1)!, { durable: true, isThorough: true })).ending;
}

/** Returns the files as they were at the first acknowledgment. */
function filesAfterFirst({ operations }: Recorded): Files {
  const disk = new Disk();
  for (const operation of operations) {
    if (operation.kind === 'mark') break;
    disk.apply(operation);
  }
  return disk.died();
}
