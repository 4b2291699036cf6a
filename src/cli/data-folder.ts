// Where worlds are kept when nobody says where: the platform's folder for a program's data.

import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CommandFailure } from './failure.ts';

/** The XDG Base Directory's data home; elsewhere what takes its place. */
export function dataFolder(): string {
  const { XDG_DATA_HOME, APPDATA } = process.env;
  if (process.platform === 'win32' && APPDATA !== undefined) return join(APPDATA, 'gprsim');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'gprsim');
  const home =
    XDG_DATA_HOME !== undefined && isAbsolute(XDG_DATA_HOME)
      ? XDG_DATA_HOME
      : join(homedir(), '.local', 'share');
  return join(home, 'gprsim');
}

/** The file of a scenario's world; its folder is made. */
export function defaultFile(scenarioName: string): string {
  const folder = dataFolder();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandFailure(
      `the data folder ${folder} cannot be made: ${(error as Error).message}; --db FILE or --db :memory: does without it`,
    );
  }
  // A scenario's name is free text; the file's is not.
  return join(folder, `${scenarioName.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80)}.gprsim`);
}
