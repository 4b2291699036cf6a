// The files whose bits are flipped: a world with rows in every table, closed and as after the end of its process.

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Driver } from '../../src/driver/driver.ts';
import { openSqlite } from '../../src/store/file/sqlite.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { ownerKey, submit } from '../driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

export const ENDS = ['', '-wal', '-head'] as const;

/** Bytes of a file, from `from` to before `to`. */
interface Part {
  readonly from: number;
  readonly to: number;
}

export interface Files {
  readonly path: string;
  /** The GPRs of the current branch. */
  readonly ids: readonly string[];
}

/** Fills a world in a folder. Returns it as after the end of its process, and closed. */
export async function filledFiles(folder: string): Promise<{ ended: Files; closed: Files }> {
  const served = join(folder, 'served');
  const first = await filled(served, 20);
  await first.world.reset();
  await first.world.close();
  const { world, ids } = await filled(served, 40);
  const ended = { path: copied(served, join(folder, 'ended')), ids };
  await world.close();
  return { ended, closed: { path: served, ids } };
}

async function filled(path: string, count: number): Promise<{ world: Driver; ids: string[] }> {
  const file = WorldFile.open(path);
  if (file.scenarioText() === undefined) file.setScenario(scenarioOf({ nodes: 20, keepEnded: 3 }));
  const onFailure = (error: unknown) => {
    throw error;
  };
  const world = new Driver(file, { mode: 'paused', speed: 1, onFailure });
  world.keys.create(ownerKey(`key ${count}`));
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push((await submit(world, request(i % 2 === 0 ? 'blue' : 'red', { gprName: `work ${i}` }))).gprId!);
    await world.advance({ byMs: 150 * SECOND });
  }
  await submit(world, { kind: 'gpr.delete', gprId: ids[1] });
  return { world, ids };
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
