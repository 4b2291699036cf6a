// The files beside a world's file. gprsim writes into them, so a link there could lead to a file of another program.

import { lstatSync, type Stats } from 'node:fs';
import { WrongFile } from '../../store-error.ts';

export const HEAD = '-head';
export const LOCK = '-lock';

/** What the name of each file adds to that of the world's file. */
export const BESIDE = ['-wal', '-shm', '-journal', HEAD, LOCK] as const;

/** @param file for messages @param path without links @throws WrongFile unless all files beside the file are plain files */
export function requirePlain(file: string, path: string): void {
  for (const end of BESIDE) {
    const found = lstatSync(path + end, { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) continue;
    throw new WrongFile(`${file}${end} is ${kindOf(found)}; move it away: gprsim keeps a file of that name`);
  }
}

/** @throws WrongFile if a file beside the file is also a file of another name */
export function requireSingle(file: string, path: string): void {
  for (const end of BESIDE) {
    if ((lstatSync(path + end, { throwIfNoEntry: false })?.nlink ?? 1) === 1) continue;
    throw new WrongFile(
      `${file}${end} has a second name (hard link), whose content would change; replace it by a copy, or move it away`,
    );
  }
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link';
  return found.isDirectory() ? 'a folder, not a file' : 'a pipe or a device';
}
