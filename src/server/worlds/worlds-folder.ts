// The folder of the files of worlds.

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { CommandFailure } from '../../arguments/command-failure.ts';
import { whyUnwritable } from '../../files/file-errors.ts';
import { makeFolder } from '../../files/make-folder.ts';

/** Its path without links. Creates it if it is missing, for its owner only. @throws CommandFailure */
export function worldsFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  try {
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) makeFolder(folder, 0o700);
    if (!statSync(folder).isDirectory())
      throw new CommandFailure(`--worlds ${folder} is a file; give a folder`);
    accessSync(folder, constants.W_OK);
    return realpathSync(folder);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`--worlds ${folder} cannot be used: ${whyUnwritable(error)}`);
  }
}
