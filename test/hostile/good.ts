// The file from which hostile files are made: a world with two branches, rows in every table and tables of several pages.

import { join } from 'node:path';
import { Driver } from '../../src/driver/driver.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { ownerKey, submit } from '../driver/world.ts';
import { copied } from '../flips/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

const COMMANDS = 120;

/** The files of the world: closed, and as after the end of its process. */
export interface Good {
  readonly closed: string;
  readonly ended: string;
}

export async function goodFiles(folder: string): Promise<Good> {
  const path = join(folder, 'good');
  for (const count of [10, COMMANDS]) {
    const file = WorldFile.open(path);
    if (file.scenarioText() === undefined) file.setScenario(scenarioOf({ nodes: 20, keepEnded: 3 }));
    const onFailure = (error: unknown) => {
      throw error;
    };
    const world = new Driver(file, { mode: 'paused', speed: 1, onFailure });
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
