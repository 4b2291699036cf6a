// The default folder of worlds: the platform's folder for the data of programs.

import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { whyUnwritable } from '../files/file-errors.ts';
import { worldFileName } from '../files/file-names.ts';
import { makeFolder } from '../files/make-folder.ts';
import { CommandFailure } from './command-failure.ts';

const instead = 'give --db FILE, or --db :memory: to keep nothing';

/** `gprsim` in XDG_DATA_HOME, or in its counterpart on Windows and macOS. @throws CommandFailure if no home folder is known */
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

/** HOME, or the home folder of the user's entry in the system, which users of containers and services often lack. */
function home(): string {
  let folder = '';
  try {
    folder = homedir();
  } catch {}
  if (isAbsolute(folder)) return folder;
  throw new CommandFailure(
    'there is no folder for the world: neither XDG_DATA_HOME nor HOME is an absolute path, and this user has no ' +
      `home folder; ${instead}`,
  );
}

/** The scenario of `serve` without an argument. */
export const DEFAULT_SCENARIO = 'demo';

export function defaultPath(scenarioName: string = DEFAULT_SCENARIO): string {
  return join(dataFolder(), worldFileName(scenarioName));
}

/** The file of a scenario's world; creates its folder. */
export function defaultFile(scenarioName: string): string {
  const folder = dataFolder();
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw new CommandFailure(
      `the data folder ${folder} cannot be created: ${whyUnwritable(error)}; ${instead}`,
    );
  }
  return defaultPath(scenarioName);
}
