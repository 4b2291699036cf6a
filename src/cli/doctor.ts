import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Recorder } from '../driver/recorder.ts';
import { builtInScenarios } from '../scenario/builtin.ts';
import { openSqlite } from '../store/sqlite.ts';
import { WorldFile } from '../store/world-file.ts';
import { dataFolder } from './data-folder.ts';
import { CommandFailure } from './failure.ts';
import type { Output } from './output.ts';
import { scenarioBy } from './values.ts';

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Looks at everything that gprsim stands on; exits with 1 if something is not as it must be. */
export function doctor({ db }: { readonly db?: string }, output: Output): void {
  const findings = [
    look('Node', () => `${process.versions.node} on ${process.platform}-${process.arch}`),
    look('SQLite', sqliteWorks),
    look('data folder', dataFolderWorks),
    ...builtInScenarios.map(({ name }) =>
      look(`scenario ${name}`, () => `seed ${scenarioBy(name, {}).scenario.seed}`),
    ),
    ...(db === undefined ? [] : [look(`file ${db}`, () => fileWorks(db))]),
  ];
  output.data({ ok: findings.every(({ ok }) => ok), findings });
  for (const { what, ok, detail } of findings) output.text(`${ok ? 'ok   ' : 'WRONG'} ${what}: ${detail}`);
  if (!findings.every(({ ok }) => ok)) throw new CommandFailure('');
}

function look(what: string, check: () => string): Finding {
  try {
    return { what, ok: true, detail: check() };
  } catch (error) {
    return { what, ok: false, detail: (error as Error).message };
  }
}

function sqliteWorks(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-'));
  const database = openSqlite(join(folder, 'doctor.db'));
  try {
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE seen (n INTEGER); INSERT INTO seen VALUES (1);');
    const { version } = database.prepare('SELECT sqlite_version() AS version FROM seen').get() as {
      version: string;
    };
    return version;
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

function dataFolderWorks(): string {
  const folder = dataFolder();
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  accessSync(there, constants.W_OK);
  return there === folder ? folder : `${folder} (will be made)`;
}

function fileWorks(path: string): string {
  const file = WorldFile.open(path, { mustExist: true });
  try {
    file.checkIntegrity();
    const { nowMs, seq, hash } = Recorder.resume(file).simulation.clock();
    const run = file.isBrokenOff ? 'a run that broke off' : 'whole';
    return `${run}; ${seq} facts up to ${nowMs} ms, hash ${hash}`;
  } finally {
    file.close();
  }
}
