// Where worlds are kept when nobody says where: the platform's folder for a program's data.

import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { worldFileName } from '../../wire/file-names.ts';
import { CommandFailure } from './failure.ts';

const instead = '--db FILE names another place, and --db :memory: needs none';

/** The XDG Base Directory's data home; elsewhere what takes its place. @throws CommandFailure where no home is known */
export function dataFolder(): string {
  const { XDG_DATA_HOME, APPDATA } = process.env;
  if (process.platform === 'win32' && APPDATA !== undefined) return join(APPDATA, 'gprsim');
  if (process.platform === 'darwin') return join(home(), 'Library', 'Application Support', 'gprsim');
  const data =
    XDG_DATA_HOME !== undefined && isAbsolute(XDG_DATA_HOME)
      ? XDG_DATA_HOME
      : join(home(), '.local', 'share');
  return join(data, 'gprsim');
}

/** HOME, or what the system knows of the user: the entries of containers and services often lack a folder. */
function home(): string {
  let folder = '';
  try {
    folder = homedir();
  } catch {
    // A user without an entry.
  }
  if (isAbsolute(folder)) return folder;
  throw new CommandFailure(
    'there is no folder for the world: neither XDG_DATA_HOME nor HOME is an absolute path, and the system knows no ' +
      `home of this user; ${instead}`,
  );
}

/** What serve serves where no scenario is named. */
export const DEFAULT_SCENARIO = 'demo';

/** The file of a scenario's world. */
export function defaultPath(scenarioName: string = DEFAULT_SCENARIO): string {
  return join(dataFolder(), worldFileName(scenarioName));
}

/** The file of a scenario's world; its folder is made. */
export function defaultFile(scenarioName: string): string {
  const folder = dataFolder();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandFailure(
      `the data folder ${folder} cannot be made: ${(error as Error).message}; XDG_DATA_HOME may name its parent, ${instead}`,
    );
  }
  return defaultPath(scenarioName);
}
