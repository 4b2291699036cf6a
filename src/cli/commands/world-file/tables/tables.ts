// Writes the run of a file as tables of a new SQLite file.

import type Database from 'better-sqlite3';
import type { Command } from 'commander';
import { ENGINE_VERSION, type Simulation } from '../../../../../sim/index.ts';
import { CommandFailure } from '../../../../arguments/command-failure.ts';
import { keptFile } from '../../../../arguments/words.ts';
import { storedRuns } from '../../../../driver/stored/stored.ts';
import { unreadable, viewStored } from '../../../../driver/stored/stored-facts.ts';
import { openSqlite } from '../../../../store/sqlite/file/sqlite.ts';
import { explained, makeFile } from '../../../../store/sqlite/opening/database.ts';
import { PartFile } from '../../../../store/sqlite/opening/part-file.ts';
import { StoreError } from '../../../../store/store-error.ts';
import { WorldFile } from '../../../../store/world-file.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { addModules } from '../../../support/flags.ts';
import type { Output } from '../../../support/output/output.ts';
import { table } from '../../../support/output/text-table.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { loadData } from '../../../support/runs/what-runs.ts';
import { resumed } from '../../../support/sources/resumed.ts';
import { VERSION } from '../../../support/version.ts';
import { namingGprs } from './gpr-names.ts';
import { createTables, creatingIndexes, TABLE_NAMES } from './schema.ts';
import { Rows } from './table-rows.ts';

interface TablesFlags {
  readonly facts?: boolean;
}

export async function tables(
  path: string,
  target: string,
  flags: TablesFlags,
  output: Output,
): Promise<void> {
  for (const file of [path, target]) keptFile(file, 'tables');
  const file = WorldFile.read(path);
  let part: PartFile | undefined;
  try {
    part = new PartFile(target);
    makeFile(part.path);
    const { simulation } = await resumed(file, output);
    const database = openTarget(part.path);
    let counts: Readonly<Record<string, number>>;
    try {
      counts = await write(file, simulation, database, flags, output);
    } finally {
      database.close();
    }
    part.keep();
    output.data({ written: target, rows: counts });
    output.text(`written to ${target}, with these rows:`);
    const lines = Object.entries(counts).map(([name, count]) => [name, `${count}`]);
    for (const line of table(lines, { right: [1], indent: 2 })) output.text(line);
  } catch (error) {
    throw part === undefined ? error : part.explained(explained(error, target, 'written'));
  } finally {
    part?.drop();
    file.close();
  }
}

const PAGE_BYTES = 16_384;
const CACHE_KIB = 65_536;

/** Opens a new database that no other process knows: it needs no log. */
function openTarget(path: string): Database.Database {
  const database = openSqlite(path);
  database.pragma(`page_size = ${PAGE_BYTES}`);
  database.pragma(`cache_size = -${CACHE_KIB}`);
  // Otherwise, SQLite refuses to work without a journal, and copies pages at each statement.
  database.unsafeMode();
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('locking_mode = EXCLUSIVE');
  // The row of a GPR is written at its end, after the rows that refer to it.
  database.pragma('foreign_keys = OFF');
  return database;
}

/** Returns the number of rows by table. */
async function write(
  file: WorldFile,
  simulation: Simulation,
  database: Database.Database,
  { facts: withFacts = false }: TablesFlags,
  output: Output,
): Promise<Readonly<Record<string, number>>> {
  const past = file.present;
  const names = TABLE_NAMES.filter((name) => withFacts || name !== 'facts');
  const work = new LongWork(output);
  let seq = 1;
  try {
    const gprNames = await work.through({ what: 'reading', counts: 'GPRs' }, namingGprs(past, simulation));
    database.exec('BEGIN');
    createTables(database, names);
    const rows = new Rows(database, names, simulation, gprNames);
    work.begin({ what: 'writing', counts: 'facts' });
    for (const run of storedRuns(past)) {
      seq = run.firstSeq;
      rows.follow(run);
      if (withFacts) rows.list(viewStored(simulation, run, past));
      const count = seq + run.count - 1;
      await work.show({ count, simMs: null, done: count / past.facts });
    }
    await work.through({ what: 'writing', counts: 'GPRs' }, rows.end(aboutRun(file, simulation)));
    await work.through({ what: 'indexing', counts: 'indexes' }, creatingIndexes(database, names));
    database.exec('COMMIT');
    return rows.counts();
  } catch (error) {
    throw isOfFacts(error) ? unreadable(past, seq) : error;
  } finally {
    work.end();
  }
}

/** Whether an error is neither the end of the program nor one of a file: the facts contradict each other. */
function isOfFacts(error: unknown): boolean {
  const { code } = error as { code?: string };
  if (code?.startsWith('SQLITE')) return code.startsWith('SQLITE_CONSTRAINT');
  return !(error instanceof CommandFailure || error instanceof StoreError);
}

/** The rows of the table `run`. Numbers would be stored as reals, so whole ones are bigints. */
function aboutRun(file: WorldFile, simulation: Simulation): Record<string, string | number | bigint> {
  const { scenario } = simulation;
  const { nowMs, seq, hash } = simulation.clock();
  const timeline = new Timeline(scenario.start);
  return {
    gprsim_version: VERSION,
    engine_version: BigInt(ENGINE_VERSION),
    scenario: scenario.name,
    seed: BigInt(scenario.seed),
    ...loadData(scenario),
    queue: scenario.scheduler.queue,
    placement: scenario.scheduler.placement,
    order: scenario.scheduler.order,
    backfill_order: scenario.scheduler.backfillOrder,
    cycle: scenario.scheduler.cycle,
    start: timeline.iso(0),
    end: timeline.iso(nowMs),
    end_ms: BigInt(nowMs),
    branch: BigInt(file.branch),
    commands: BigInt(file.present.commands),
    facts: BigInt(seq),
    hash,
    interrupted: file.isInterrupted ? 1n : 0n,
  };
}

export function declare(command: Command, output: Output): void {
  addModules(command, output)
    .option('--facts', 'also write every fact, with its members as JSON')
    .action((file, out, flags) => tables(file, out, flags, output));
}
