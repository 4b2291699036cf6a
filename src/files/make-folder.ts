import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Node's recursive mkdir never returns where the system refuses one with ENOENT
 * (/proc). @param mode of each new folder; default: that of the process @throws errors of the operating system
 */
export function makeFolder(folder: string, mode?: number): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
