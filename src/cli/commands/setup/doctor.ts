import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { CommandFailure } from '../../../arguments/command-failure.ts';
import { dataFolder } from '../../../arguments/data-folder.ts';
import { scenarioBy } from '../../../arguments/flag-values.ts';
import { keptFile } from '../../../arguments/words.ts';
import { EVENTS_PER_FACT, factsMaxOf } from '../../../driver/import/rebuild-imported.ts';
import { hashOfStored } from '../../../driver/stored/stored-facts.ts';
import { fileWord } from '../../../files/shell-word.ts';
import { builtInScenarios } from '../../../scenario/builtin.ts';
import { inSomeFolder, openSqlite, sqliteVersion } from '../../../store/sqlite/file/sqlite.ts';
import { Damaged } from '../../../store/store-error.ts';
import { WorldFile } from '../../../store/world-file.ts';
import { addModules } from '../../support/flags.ts';
import { colored } from '../../support/output/color.ts';
import type { Output } from '../../support/output/output.ts';
import { resumed } from '../../support/sources/resumed.ts';

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Checks everything that gprsim needs, and a file if one is given. @throws CommandFailure if a check fails */
export async function doctor({ db }: { readonly db?: string }, output: Output): Promise<void> {
  if (db !== undefined) keptFile(db, '--db');
  const findings = [
    look('Node', () => `${process.versions.node} on ${process.platform}-${process.arch}${libc()}`),
    look('SQLite', sqliteWorks),
    look('data folder', dataFolderWorks),
    ...builtInScenarios.map(({ name }) =>
      look(`scenario ${name}`, () => `seed ${scenarioBy(name, {}).scenario.seed}`),
    ),
    ...(db === undefined ? [] : [await lookInto(db, output)]),
  ];
  output.data({ ok: findings.every(({ ok }) => ok), findings });
  for (const { what, ok, detail } of findings) {
    const verdict = ok ? colored('green', 'ok   ', process.stdout) : colored('red', 'WRONG', process.stdout);
    output.text(`${what}: ${detail}`, `${verdict} `);
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

async function lookInto(path: string, output: Output): Promise<Finding> {
  const what = `file ${path}`;
  try {
    return { what, ok: true, detail: await fileWorks(path, output) };
  } catch (error) {
    // A signal, not a finding.
    if (error instanceof CommandFailure) throw error;
    return { what, ok: false, detail: (error as Error).message };
  }
}

/** The version of glibc: SQLite's addon does not load with an old one. */
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
  }, 'SQLite finds no folder in which it can write a file');
  return version;
}

function dataFolderWorks(): string {
  const folder = dataFolder();
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch {
    // No failure: gprsim works with --db.
    return `${folder} cannot be created or written; run gprsim serve with --db FILE`;
  }
  return there === folder ? folder : `${folder} (does not exist yet)`;
}

async function fileWorks(path: string, output: Output): Promise<string> {
  const file = WorldFile.read(path);
  try {
    file.checkIntegrity();
    const eventsMax = factsMaxOf(path) * EVENTS_PER_FACT;
    const { simulation } = await resumed(file, output, (events) => {
      if (events <= eventsMax) return;
      throw new CommandFailure(
        `stopped after ${eventsMax} events, too many for so few facts; gprsim replay ${fileWord(path)} derives all`,
      );
    });
    const { nowMs, seq, hash } = simulation.clock();
    const stored = hashOfStored(file.present);
    if (stored !== hash) throw new Damaged(path, `its facts have the hash ${stored}, not ${hash}`);
    const run = file.isInterrupted ? 'an interrupted run' : 'whole';
    return `${run}; ${seq} facts up to ${nowMs} ms, hash ${hash}`;
  } finally {
    file.close();
  }
}

export function declare(command: Command, output: Output): void {
  addModules(command, output)
    .option('--db <FILE>', 'check this file too')
    .action((flags) => doctor(flags, output));
}
