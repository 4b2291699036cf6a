// Changes settings of SQLite in this process: small logs, so that a short life copies its log often, and weaker syncs, to
// test that the harness notices them.

import Database from 'better-sqlite3';

interface Tuning {
  /** Size of the write-ahead log, in pages, at which SQLite copies it to the file. */
  logPages: number;
  /** Replaces `synchronous = FULL`. */
  pretended: string | undefined;
}

export const tuning: Tuning = { logPages: 1_000, pretended: undefined };

/** Number of logs that got the small size. */
export let tuned = 0;

const { pragma } = Database.prototype;

Database.prototype.pragma = function (
  this: Database.Database,
  source: string,
  options?: Database.PragmaOptions,
) {
  return pragma.call(this, tunedPragma(source), options);
};

function tunedPragma(source: string): string {
  const [, name] = /^\s*(\w+)\s*=/.exec(source) ?? [];
  if (name === 'wal_autocheckpoint') {
    tuned++;
    return `wal_autocheckpoint = ${tuning.logPages}`;
  }
  const isFull = name === 'synchronous' && /FULL|EXTRA/.test(source);
  return isFull && tuning.pretended !== undefined ? `synchronous = ${tuning.pretended}` : source;
}
