import { existsSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rebuildFile } from '../driver/rebuild.ts';
import { ImportRefused } from '../driver/world.ts';
import { WorldFile } from '../store/world-file.ts';
import { CommandFailure } from './failure.ts';
import type { Output } from './output.ts';

/** Copies a world's file without the tables of the process. */
export function exportWorld(path: string, target: string, output: Output): void {
  const file = WorldFile.open(path, { mustExist: true });
  try {
    file.exportTo(target);
  } finally {
    file.close();
  }
  output.data({ exported: target });
  output.text(`exported to ${target}`);
}

/** Takes scenario and journal from a file and derives everything else anew, in a file that there is not yet. */
export async function importWorld(path: string, target: string, output: Output): Promise<void> {
  if (!existsSync(path)) throw new CommandFailure(`there is no file ${path}`);
  if (existsSync(target)) throw new CommandFailure(`there is a file ${target} already; give a new one`);
  try {
    const { recorder, commands, isAsStored } = await rebuildFile(path, target, 1, nextTurn);
    const { hash, seq: facts } = recorder.simulation.clock();
    output.data({ imported: target, commands, facts, hash, isAsStored });
    const same = isAsStored ? 'as in the file' : 'not those of the file';
    output.text(`imported ${commands} commands into ${target}; ${facts} facts (${same}), hash ${hash}`);
  } catch (error) {
    rmSync(target, { force: true });
    if (error instanceof ImportRefused)
      throw new CommandFailure(`${path} cannot be imported: ${error.message}`);
    throw error;
  }
}
