import type { Command } from 'commander';
import { ENGINE_VERSION } from '../../../../../sim/index.ts';
import { FORMAT } from '../../../../store/sqlite/file/file-format.ts';
import { sqliteVersion } from '../../../../store/sqlite/file/sqlite.ts';
import type { Output } from '../../../support/output/output.ts';
import { VERSION } from '../../../support/version.ts';
import { licences } from './licences.ts';

interface VersionFlags {
  readonly licenses?: boolean;
}

/** Prints the versions of the program and its dependencies, or the licences of the packages inside. */
export function version(flags: VersionFlags, output: Output): void {
  if (flags.licenses === true) {
    licences(output);
    return;
  }
  const sqlite = loadedSqlite();
  const versions = {
    gprsim: VERSION,
    engine: ENGINE_VERSION,
    format: FORMAT,
    node: process.versions.node,
    sqlite: sqlite.version,
    platform: `${process.platform}-${process.arch}`,
  };
  output.data(versions);
  for (const [name, value] of Object.entries(versions)) output.text(`${name.padEnd(9)} ${value ?? 'none'}`);
  if (sqlite.error !== undefined) throw sqlite.error;
}

/** If SQLite does not load, the other versions are still printed. */
function loadedSqlite(): { readonly version: string | null; readonly error?: unknown } {
  try {
    return { version: sqliteVersion() };
  } catch (error) {
    return { version: null, error };
  }
}

export function declare(command: Command, output: Output): void {
  command
    .option('--licenses', 'list the packages inside the program with their licenses')
    .action((flags) => version(flags, output));
}
