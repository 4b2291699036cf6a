// The files that a command writes. None of them is a file of a world, a file that the command reads, or another of them, by
// whatever name: names, links and the case of letters are compared by the file system.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Faults } from '../../../arguments/command-failure.ts';
import { BESIDE } from '../../../store/sqlite/file/beside.ts';
import { partOfWorld } from '../../../store/sqlite/opening/part-of-world.ts';
import { MEMORY } from '../../../wire/memory.ts';
import { newOutputFile, type OutputFile } from './output-file.ts';

/** By flag; undefined = not given. */
type Paths<F extends string> = Readonly<Record<F, string | undefined>>;

interface Others {
  /** The file of the world that the command will create. */
  readonly world?: string | undefined;
  /** Files that the command reads, by flag or argument. */
  readonly read: Paths<string>;
}

/** Opens the files of a command. @throws CommandFailure if one of them must not be written; then none is changed */
export function openOutputs<F extends string>(
  paths: Paths<F>,
  { world, read }: Others,
): Partial<Record<F, OutputFile>> {
  const opened: Partial<Record<F, OutputFile>> = {};
  const faults = new Faults();
  const taken = Object.entries(read).map(([what, path]) => [`the file of ${what}`, path] as const);
  try {
    for (const [flag, path] of Object.entries(paths) as [F, string | undefined][]) {
      if (path === undefined) continue;
      const file = faults.of(() => newOutputFile(path));
      if (file !== undefined) opened[flag] = file;
      const other = taken.find(([, other]) => isSame(path, other))?.[0] ?? partOfWorld(path);
      if (other !== undefined) faults.add(`${flag} ${path} is ${other}; give another name`);
      taken.push([`the file of ${flag}`, path]);
    }
    // The world does not exist yet. If it seems to exist, it is one of the files that were just created.
    for (const [flag, path] of Object.entries(paths) as [F, string | undefined][])
      if (path !== undefined && filesOf(world).some((file) => isSame(path, file)))
        faults.add(`${flag} ${path} is a file of --db ${world}; give another name`);
    faults.check();
    return opened;
  } catch (error) {
    for (const file of Object.values<OutputFile | undefined>(opened)) file?.cancel();
    throw error;
  }
}

function filesOf(world: string | undefined): string[] {
  if (world === undefined || world === MEMORY) return [];
  const path = existsSync(world) ? realpathSync(world) : resolve(world);
  return [path, ...BESIDE.map((end) => path + end)];
}

/** Whether two names are of one plain file: pipes and devices have no content to overwrite. */
function isSame(one: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return a !== undefined && b !== undefined && a.isFile() && a.dev === b.dev && a.ino === b.ino;
}
