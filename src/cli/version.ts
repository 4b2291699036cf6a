import Database from 'better-sqlite3';
import packageFile from '../../package.json' with { type: 'json' };
import { ENGINE_VERSION } from '../../sim/index.ts';
import type { Output } from './output.ts';

export const VERSION: string = packageFile.version;

export function version(output: Output): void {
  const versions = {
    gprsim: VERSION,
    engine: ENGINE_VERSION,
    node: process.versions.node,
    sqlite: sqliteVersion(),
    platform: `${process.platform}-${process.arch}`,
  };
  output.data(versions);
  for (const [name, value] of Object.entries(versions)) output.text(`${name.padEnd(9)} ${value}`);
}

function sqliteVersion(): string {
  const database = new Database(':memory:');
  try {
    return (database.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version;
  } finally {
    database.close();
  }
}
