import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Recorder } from '../../driver/recorder.ts';
import { builtInScenarios } from '../../scenario/builtin.ts';
import { inSomeFolder, openSqlite, sqliteVersion } from '../../store/sqlite.ts';
import { WorldFile } from '../../store/world-file.ts';
import { colored } from '../support/color.ts';
import { dataFolder } from '../support/data-folder.ts';
import { CommandFailure } from '../support/failure.ts';
import type { Output } from '../support/output.ts';
import { hashOfStored } from '../support/stored-facts.ts';
import { keptFile, scenarioBy } from '../support/values.ts';

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Looks at everything that gprsim stands on; exits with 1 if something is not as it must be. */
export function doctor({ db }: { readonly db?: string }, output: Output): void {
  if (db !== undefined) keptFile(db, '--db');
  const findings = [
    look('Node', () => `${process.versions.node} on ${process.platform}-${process.arch}${libc()}`),
    look('SQLite', sqliteWorks),
    look('data folder', dataFolderWorks),
    ...builtInScenarios.map(({ name }) =>
      look(`scenario ${name}`, () => `seed ${scenarioBy(name, {}).scenario.seed}`),
    ),
    ...(db === undefined ? [] : [look(`file ${db}`, () => fileWorks(db))]),
  ];
  output.data({ ok: findings.every(({ ok }) => ok), findings });
  for (const { what, ok, detail } of findings) {
    const verdict = ok ? colored('green', 'ok   ', process.stdout) : colored('red', 'WRONG', process.stdout);
    output.text(`${verdict} ${what}: ${detail}`);
  }
  if (!findings.every(({ ok }) => ok)) throw new CommandFailure('');
}

function look(what: string, check: () => string): Finding {
  try {
    return { what, ok: true, detail: check() };
  } catch (error) {
    return { what, ok: false, detail: (error as Error).message };
  }
}

/** The C library: SQLite's addon needs one that is not too old, and says so where it is. */
function libc(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? '' : `, glibc ${header.glibcVersionRuntime}`;
}

function sqliteWorks(): string {
  const version = sqliteVersion();
  inSomeFolder((folder) => {
    const database = openSqlite(join(folder, 'doctor.db'));
    try {
      database.pragma('journal_mode = WAL');
      database.exec('CREATE TABLE seen (n INTEGER); INSERT INTO seen VALUES (1);');
    } finally {
      database.close();
    }
  }, 'SQLite has no folder where it can write a file');
  return version;
}

function dataFolderWorks(): string {
  const folder = dataFolder();
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch {
    // Nothing is wrong with gprsim: it only has to be told where a world goes.
    return `${folder} cannot be made or written: give serve a --db of its own`;
  }
  return there === folder ? folder : `${folder} (will be made)`;
}

function fileWorks(path: string): string {
  const file = WorldFile.read(path);
  try {
    file.checkIntegrity();
    const { nowMs, seq, hash } = Recorder.resume(file).simulation.clock();
    const stored = hashOfStored(file);
    if (stored !== hash)
      throw new CommandFailure(`${path} is damaged: its facts have the hash ${stored}, not ${hash}`);
    const run = file.isInterrupted ? 'a run that broke off' : 'whole';
    return `${run}; ${seq} facts up to ${nowMs} ms, hash ${hash}`;
  } finally {
    file.close();
  }
}
