// The file from which hostile files are made: a world with two branches, rows in every table and tables of several pages.

import { join } from 'node:path';
import { ownerKey, submit } from '../driver/world.ts';
import { copied, opened } from '../flips/world.ts';
import { request, SECOND } from '../support/scenario.ts';

const COMMANDS = 120;

/** The files of the world: closed, and as after the end of its process. */
export interface Good {
  readonly closed: string;
  readonly ended: string;
}

export async function goodFiles(folder: string): Promise<Good> {
  const path = join(folder, 'good');
  for (const count of [10, COMMANDS]) {
    const world = opened(path);
    world.keys.create(ownerKey(`key ${count}`));
    for (let i = 0; i < count; i++) {
      const { gprId } = await submit(
        world,
        request(i % 2 === 0 ? 'blue' : 'red', { gprName: `work ${i} `.repeat(9) }),
      );
      await world.advance({ byMs: 150 * SECOND });
      if (i === 5) await submit(world, { kind: 'gpr.delete', gprId: gprId! });
    }
    if (count < COMMANDS) await world.reset();
    else copied(path, join(folder, 'ended'));
    await world.close();
  }
  return { closed: path, ended: join(folder, 'ended') };
}
