// The tables of `gprsim tables`. docs/tables.md explains each table and each column.

import type Database from 'better-sqlite3';

interface Table {
  /** Column → its type and constraints, in the order of the values of a row. */
  readonly columns: Readonly<Record<string, string>>;
  /** The primary key, if it is not one column. The table then has no other row id. */
  readonly key?: string;
  /** Columns that get an index after all rows are written. */
  readonly indexes: readonly string[];
}

const AT = 'INTEGER NOT NULL';
const COUNT = 'INTEGER NOT NULL';
const NAME = 'TEXT NOT NULL';
const GPR = 'INTEGER NOT NULL REFERENCES gprs';

export const TABLES = {
  run: {
    columns: { key: 'TEXT PRIMARY KEY', value: 'ANY NOT NULL' },
    indexes: [],
  },
  nodes: {
    columns: {
      node: 'INTEGER PRIMARY KEY',
      name: NAME,
      cluster: NAME,
      instance_type: NAME,
      gpu_model_name: NAME,
      gpus: COUNT,
      added_at_ms: AT,
      removed_at_ms: 'INTEGER',
    },
    indexes: [],
  },
  outages: {
    columns: {
      outage: 'INTEGER PRIMARY KEY',
      node: 'INTEGER NOT NULL REFERENCES nodes',
      from_ms: AT,
      until_ms: 'INTEGER',
    },
    indexes: ['node'],
  },
  gprs: {
    columns: {
      gpr: 'INTEGER PRIMARY KEY',
      gpr_id: NAME,
      name: NAME,
      workspace: NAME,
      cluster: NAME,
      instance_type: NAME,
      gpu_model_name: NAME,
      node_count: COUNT,
      gpus_per_node: COUNT,
      gpu_milli: 'INTEGER',
      cpu_milli: 'INTEGER',
      memory_mib: 'INTEGER',
      priority: COUNT,
      exit_ms: COUNT,
      state: NAME,
      reason: 'TEXT',
      created_at_ms: AT,
      started_at_ms: 'INTEGER',
      ended_at_ms: 'INTEGER',
      wait_ms: 'INTEGER',
      ran_ms: 'INTEGER',
      evictions: COUNT,
      requeues: COUNT,
    },
    indexes: ['gpr_id'],
  },
  attempts: {
    columns: {
      attempt: 'INTEGER PRIMARY KEY',
      gpr: GPR,
      gpus: COUNT,
      allocated_milli: COUNT,
      started_at_ms: AT,
      successful_at_ms: 'INTEGER',
      ended_at_ms: 'INTEGER',
      state: NAME,
      reason: 'TEXT',
      evicted_by: 'INTEGER REFERENCES gprs',
      failed_node: 'INTEGER REFERENCES nodes',
    },
    indexes: ['gpr', 'evicted_by', 'failed_node'],
  },
  attempt_nodes: {
    columns: {
      attempt: 'INTEGER NOT NULL REFERENCES attempts',
      node: 'INTEGER NOT NULL REFERENCES nodes',
      gpus: COUNT,
      allocated_milli: COUNT,
      gpu_mask: 'INTEGER',
    },
    key: 'attempt, node',
    indexes: ['node'],
  },
  levels: {
    columns: {
      at_ms: AT,
      cluster: NAME,
      until_ms: AT,
      queued: COUNT,
      provisioned: COUNT,
      allocated_gpus: COUNT,
      allocated_milli: COUNT,
      up_gpus: COUNT,
    },
    key: 'at_ms, cluster',
    indexes: [],
  },
  blocked: {
    columns: {
      fact: 'INTEGER PRIMARY KEY',
      at_ms: AT,
      gpr: GPR,
      step: COUNT,
      needs_nodes: COUNT,
      needs_gpus_per_node: COUNT,
      nodes_with_room: COUNT,
      victims_not_enough: COUNT,
    },
    indexes: ['gpr'],
  },
  delays: {
    columns: {
      fact: 'INTEGER PRIMARY KEY',
      at_ms: AT,
      gpr: GPR,
      delayed_count: COUNT,
      estimated_start_ms: 'INTEGER',
    },
    indexes: ['gpr'],
  },
  facts: {
    columns: {
      fact: 'INTEGER PRIMARY KEY',
      at_ms: AT,
      kind: NAME,
      gpr: 'INTEGER REFERENCES gprs',
      workspace: 'TEXT',
      members: NAME,
    },
    indexes: ['gpr'],
  },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

const EVICTIONS = `CREATE VIEW evictions AS
  SELECT attempt, ended_at_ms AS at_ms, gpr AS victim, evicted_by AS evictor, gpus, allocated_milli, state
  FROM attempts
  WHERE evicted_by IS NOT NULL`;

/** Creates the tables and views, without indexes. */
export function createTables(database: Database.Database, names: readonly TableName[]): void {
  for (const name of names) {
    const { columns, key }: Table = TABLES[name];
    const lines = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    if (key !== undefined) lines.push(`PRIMARY KEY (${key})`);
    const options = key === undefined ? 'STRICT' : 'STRICT, WITHOUT ROWID';
    database.exec(`CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n) ${options}`);
  }
  database.exec(EVICTIONS);
}

/** Creates the indexes; yields their number before each. An index of a column that can be null has the other rows. */
export function* creatingIndexes(
  database: Database.Database,
  names: readonly TableName[],
): Generator<number> {
  let count = 0;
  for (const name of names) {
    const { columns, indexes }: Table = TABLES[name];
    for (const column of indexes) {
      yield count++;
      const isNullable = !columns[column].includes('NOT NULL');
      const unique = column === 'gpr_id' ? 'UNIQUE ' : '';
      const where = isNullable ? ` WHERE ${column} IS NOT NULL` : '';
      database.exec(`CREATE ${unique}INDEX ${name}_by_${column} ON ${name} (${column})${where}`);
    }
  }
}
