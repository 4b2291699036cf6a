// Recognizes the files of worlds, so that a command overwrites none of them.

import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { WrongFile } from '../../store-error.ts';
import { isHeadRecord } from '../durability/head-file.ts';
import { BESIDE } from '../file/beside.ts';

/** How the files of SQLite begin: the log and its index in the byte order of either kind of processor. */
const STARTS: readonly (readonly [hex: string, what: string])[] = [
  [Buffer.from('SQLite format 3\0').toString('hex'), 'a world or another SQLite file'],
  ['377f0682', 'the log of a world'],
  ['377f0683', 'the log of a world'],
  ['18e22d00', 'the index of the log of a world'],
  ['002de218', 'the index of the log of a world'],
  ['d9d505f920a163d7', 'the journal of a world'],
];
const START_BYTES = 16;

/** Returns what an existing file is of a world: by its name beside a world, or by its content. Undefined if it is no such file. */
export function partOfWorld(file: string): string | undefined {
  if (!isPlain(file)) return undefined;
  const path = realpathSync(file);
  const world = worldBeside(path);
  if (world !== undefined) return `a file of the world ${world}`;
  const start = startOf(path);
  const kind = STARTS.find(([hex]) => start.startsWith(hex));
  if (kind !== undefined) return kind[1];
  return isHeadRecord(path) ? 'the head record of a world' : undefined;
}

/** Returns the world's file to which a name belongs, such as `w` for `w-head`. Undefined if there is no such world. */
function worldBeside(file: string): string | undefined {
  const end = BESIDE.find((end) => file.toLowerCase().endsWith(end));
  const world = file.slice(0, -(end?.length ?? file.length));
  return isPlain(world) && startOf(world).startsWith(STARTS[0][0]) ? world : undefined;
}

/** @throws WrongFile if a new world or another new file would be taken for a file of an existing world */
export function requireOwnName(file: string): void {
  const world = worldBeside(file);
  if (world === undefined) return;
  throw new WrongFile(`${file} would be taken for a file of the world ${world}; give another name`);
}

function isPlain(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the first bytes of a file, in hex; '' if it cannot be read. */
function startOf(file: string): string {
  const bytes = Buffer.alloc(START_BYTES);
  let fd: number | undefined;
  try {
    fd = openSync(file, 'r');
    return bytes.toString('hex', 0, readSync(fd, bytes, 0, START_BYTES, 0));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
