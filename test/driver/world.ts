// Test drivers on files in memory or on disk. They are paused by default and closed at the end of the test.

import { join } from 'node:path';
import type { TestContext } from 'node:test';
import Database from 'better-sqlite3';
import type { Command, Outcome, Scenario } from '../../sim/index.ts';
import { Driver, type DriverOptions } from '../../src/driver/driver.ts';
import type { Reader, World } from '../../src/driver/world.ts';
import { addChecksums } from '../../src/store/codecs/row-checksum.ts';
import type { NewKey } from '../../src/store/tables/api-keys.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { generated } from '../support/scenario.ts';

/** Returns a path in a temporary folder, which is removed after the test. */
export function temporaryFile(t: TestContext): string {
  const folder = temporaryFolder(t);
  return join(folder, 'world.gprsim');
}

/** Opens the world of a file, or creates it from a scenario. Unexpected failures of the driver are thrown. */
export function opened(path: string, scenario?: Scenario, options: Partial<DriverOptions> = {}): Driver {
  const file = WorldFile.open(path);
  if (scenario !== undefined && file.scenarioText() === undefined) file.setScenario(scenario);
  const onFailure = (error: unknown) => {
    throw error;
  };
  try {
    return new Driver(file, { mode: 'paused', speed: 1, onFailure, ...options });
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The same; the world is closed after the test. */
export function openWorld(t: TestContext, ...given: Parameters<typeof opened>): Driver {
  const driver = opened(...given);
  t.after(() => driver.close());
  return driver;
}

export function memoryWorld(t: TestContext, scenario: Scenario): Driver {
  return openWorld(t, ':memory:', scenario);
}

/** A key with all rights. */
export function ownerKey(name: string): NewKey {
  return {
    name,
    description: '',
    role: 'Owner',
    userName: 'admin',
    workspaceName: '',
    workspaceCreation: null,
    validity: '2099-12-31',
  };
}

export async function submit(world: World, command: Command): Promise<Outcome> {
  const result = await world.submit(command);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.rejection)}`);
  return result.outcome;
}

/** Returns the states of GPRs, separated by blanks; `none` for an unknown GPR. */
export function states(world: World, ...gprIds: string[]): string {
  return gprIds.map((gprId) => world.read.gpr(gprId)?.state ?? 'none').join(' ');
}

/** Changes a closed file, and its checksums to match: as a program would that knows them. */
export function tamper(path: string, sql: string): void {
  const database = new Database(path);
  addChecksums(database);
  database.exec(sql);
  reseal(database);
  database.close();
}

/** Changes a closed file, but no checksum. */
export function damage(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

/** Gives the scenario of a closed file a workload without end, and the file an end that no replay reaches. */
export function makeEndless(path: string): void {
  const workload = JSON.stringify([generated({ count: null, workspaces: ['red'] })]);
  tamper(
    path,
    `UPDATE meta SET value = json_set(value, '$.workload', json('${workload}')) WHERE key = 'scenario';
      UPDATE marks SET now_ms = 8000000000000`,
  );
}

function reseal(database: Database.Database): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  for (const table of tables as string[]) {
    const columns = (database.pragma(`table_xinfo(${table})`) as { name: string }[]).map(({ name }) => name);
    if (!columns.includes('checksum') || table === 'snapshots') continue;
    if (table === 'process_secrets') database.exec("DELETE FROM process_secrets WHERE name = 'keys'");
    const values = columns.filter((name) => !['row_id', 'checksum', 'fault'].includes(name));
    database.exec(`UPDATE ${table} SET checksum = row_checksum(${values})`);
  }
}

/** Adds a constraint to a table of an open world's file, so that other rows cannot be stored. */
export function takeOnly(path: string, table: string, taken: string): void {
  damage(path, `ALTER TABLE ${table} ADD COLUMN fault CHECK (${taken})`);
}

/** Removes the constraint of `takeOnly`: a file with one cannot be opened, nor closed. */
export function takeAll(path: string, table: string): void {
  damage(path, `ALTER TABLE ${table} DROP COLUMN fault`);
}

export function rows(path: string, sql: string): unknown[] {
  const database = new Database(path);
  try {
    return database.prepare(sql).raw().all();
  } finally {
    database.close();
  }
}

/** A reader of explanations who sees everything. */
export const owner: Reader = { sees: () => true, seesVictims: true };
