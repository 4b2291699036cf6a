// Checks of the harness: the judge notices another world.

import { join } from 'node:path';
import { type Ending, judge } from './judge.ts';
import { Random } from './random.ts';
import { type Recorded, recordLife, writeFiles } from './recorded.ts';
import type { Shim } from './shim.ts';
import { Disk, type Files } from './trace.ts';

export interface Checked {
  /** Endings of a life's files, judged with what it acknowledged, and with what another life acknowledged. */
  readonly own: Ending;
  readonly other: Ending;
  /** Ending of a file that was copied before the last acknowledgments. */
  readonly copied: Ending;
}

export async function check(shim: Shim, seed: number): Promise<Checked> {
  const life = await recordLife(shim, new Random(seed, 1), { durable: true });
  const other = await recordLife(shim, new Random(seed, 2), { durable: true });
  return {
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
