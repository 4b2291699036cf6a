// Opens a page in the browser of the user.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTemporary, temporaryFolder } from '../../../../store/sqlite/file/left-behind.ts';

/** By platform: the command that opens a file with the program of the user. Default: `xdg-open`. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** A browser has read the file by then. */
const READ_MS = 60_000;

/**
 * Opens a link that contains a key. Other users can see the arguments of a process; therefore the browser gets a file that
 * only this user can read, and that leads to the link.
 * @param refused called if no browser can be opened
 */
export function openPage(link: string, refused: (why: string) => void): void {
  const folder = temporaryFolder();
  const remove = () => removeTemporary(folder);
  const file = join(folder, 'gprsim.html');
  const page = `<!doctype html><title>gprsim</title><script>location.replace(${JSON.stringify(link)})</script>`;
  try {
    writeFileSync(file, page, { mode: 0o600 });
  } catch (error) {
    remove();
    refused((error as Error).message);
    return;
  }
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...words, file], { stdio: 'ignore', detached: true });
  opener.once('error', (error) => {
    remove();
    refused(error.message);
  });
  opener.once('exit', (code) => {
    if (code !== 0 && code !== null) refused(`${command} exited with ${code}`);
  });
  opener.unref();
  setTimeout(remove, READ_MS).unref();
  process.once('exit', remove);
}
