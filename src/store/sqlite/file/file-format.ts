// The tables of a new file, from schema.ts.

import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  branches,
  estimateRuns,
  factRuns,
  history,
  journal,
  keys,
  marks,
  meta,
  opening,
  removals,
  secrets,
  snapshotParts,
  snapshots,
} from '../../tables/schema.ts';

/**
 * The number of this format, SQLite's user_version. Until version 0.1.0 of gprsim, each change of the format raises it, and
 * files of other formats are refused. From then on, migrations convert earlier files.
 */
export const FORMAT = 15;

/** The first columns of tables with the key `row_id` (row-id.ts): the branch, and the number in it. */
export const DERIVED = ['(row_id >> 36)', '(row_id & 68719476735)'].map(
  (value) => `GENERATED ALWAYS AS ${value}`,
);
const BY_ROW_ID: readonly SQLiteTable[] = [journal, factRuns, estimateRuns];
const OTHERS = [marks, branches, snapshots, snapshotParts, history, removals, keys, secrets, opening];

export const TABLES: string = [meta, ...BY_ROW_ID, ...OTHERS].map(statementOf).join('\n');

function statementOf(table: SQLiteTable): string {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const hasRowId = BY_ROW_ID.includes(table);
  const parts = columns.map((column, i) => {
    const key = column.primary ? 'PRIMARY KEY' : 'NOT NULL';
    const words = [column.primary || column.notNull ? key : '', column.isUnique ? 'UNIQUE' : ''];
    const derived = (hasRowId && DERIVED[i]) || '';
    return [column.name, column.getSQLType().toUpperCase(), ...words, derived].filter(Boolean).join(' ');
  });
  if (hasRowId) parts.unshift('row_id INTEGER PRIMARY KEY');
  for (const key of primaryKeys) parts.push(`PRIMARY KEY (${key.columns.map((column) => column.name)})`);
  const isByText = columns[0].primary && columns[0].getSQLType() === 'text';
  return `CREATE TABLE ${name} (${parts.join(', ')})${isByText ? ' WITHOUT ROWID' : ''};`;
}
