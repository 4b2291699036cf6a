// The files whose bits are flipped: a world with rows in every table, closed and as after the end of its process.

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from '../../src/driver/driver.ts';
import type { BranchResult } from '../../src/driver/world.ts';
import { openSqlite } from '../../src/store/sqlite/file/sqlite.ts';
import { opened as open, ownerKey, submit } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

export const ENDS = ['', '-wal', '-head'] as const;

/** Bytes of a file, from `from` to before `to`. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * Fills a world with several branches in a folder, and returns its path as after the end of its process, and closed. Branches 2 and 6 begin
 * in branch 1, branch 3 in branch 2, branch 5 at the start, and branch 7, the current one, in branch 5; branch 4 is deleted, and
 * some rows of branch 6, too.
 */
export async function filledFiles(folder: string): Promise<{ ended: string; closed: string }> {
  const served = join(folder, 'served');
  let world = opened(served);
  const again = async () => {
    // Stores a snapshot of the current branch, and the GPRs that have left memory.
    await world.close();
    world = opened(served);
  };
  const rewind = async (minutesAgo: number) => {
    await again();
    await done(world.rewind({ toMs: world.nowMs() - minutesAgo * MINUTE }, 'a rewind'));
  };
  await fill(world, 10);
  await rewind(10);
  await fill(world, 6);
  await rewind(5);
  await fill(world, 5);
  await again();
  await done(world.switchTo(1));
  await rewind(2);
  await fill(world, 4);
  await world.reset();
  await done(world.deleteBranch(4));
  await fill(world, 10);
  await again();
  await done(world.switchTo(1));
  await rewind(3);
  await fill(world, 3);
  await again();
  await done(world.switchTo(5));
  // The client of the deletion disconnects.
  await done(world.deleteBranch(6, () => false));
  await rewind(8);
  await fill(world, 12);
  const ended = copied(served, join(folder, 'ended'));
  await world.close();
  return { ended, closed: served };
}

const MINUTE = 60 * SECOND;

/** The world of a file, which is created if it does not exist. */
export const opened = (path: string) => open(path, scenarioOf({ nodes: 20, keepEnded: 3 }));

async function done(work: Promise<BranchResult>): Promise<void> {
  const result = await work;
  if (!result.ok) throw new Error(result.why);
}

let keys = 0;

async function fill(world: Driver, count: number): Promise<void> {
  world.keys.create(ownerKey(`key ${keys++}`));
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push((await submit(world, request(i % 2 === 0 ? 'blue' : 'red', { gprName: `work ${i}` }))).gprId!);
    await world.advance({ byMs: 150 * SECOND });
  }
  await submit(world, { kind: 'gpr.delete', gprId: ids[1] });
}

/** Copies a file with those beside it. */
export function copied(path: string, target: string): string {
  for (const end of ENDS) {
    if (existsSync(path + end)) copyFileSync(path + end, target + end);
    else rmSync(target + end, { force: true });
  }
  return target;
}

/** Returns the pages of each table of a closed file; those of an index belong to its table. */
export function tablesOf(path: string): Map<string, Part[]> {
  const raw = openSqlite(path, { readonly: true });
  try {
    const pages = raw
      .prepare(
        `SELECT coalesce(tbl_name, dbstat.name) AS name, pgoffset AS "from", pgoffset + pgsize AS "to"
          FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name`,
      )
      .all() as (Part & { name: string })[];
    return Map.groupBy(pages, ({ name }) => name);
  } finally {
    raw.close();
  }
}
