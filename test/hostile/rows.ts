// Rows that no gprsim writes, with right checksums.

import { tamper } from '../driver/world.ts';
import { generated } from '../support/scenario.ts';
import type { Hostile } from './hostile.ts';

/** Values for a number: of another type, too large, too small, no whole number, or none at all. */
const NUMBERS = [
  '-1',
  '4503599627370496',
  '9223372036854775807',
  '1e300',
  '0.5',
  "'NaN'",
  "''",
  "x'00'",
] as const;

/** Numbers that a command reads, with the row whose number is changed. */
const PLACES = [
  ['journal', 'at_ms', 'row_id = (SELECT max(row_id) FROM journal)'],
  ['journal', 'round', 'row_id = (SELECT max(row_id) FROM journal)'],
  ['journal', 'round', 'row_id = (SELECT min(row_id) FROM journal)'],
  ['marks', 'now_ms', 'true'],
  ['marks', 'round', 'true'],
  ['marks', 'is_open', 'true'],
  ['marks', 'commands', 'true'],
  ['marks', 'facts', 'true'],
  ['marks', 'estimates', 'true'],
  ['fact_runs', 'count', 'row_id = (SELECT max(row_id) FROM fact_runs)'],
  ['fact_runs', 'from_ms', 'row_id % 2 = 0'],
  ['fact_runs', 'to_ms', 'row_id % 2 = 0'],
  ['snapshots', 'facts', 'true'],
  ['snapshots', 'commands', 'true'],
  ['snapshots', 'version', 'true'],
  ['history', 'count', 'true'],
  ['process_keys', 'number', 'true'],
  ['process_keys', 'token_ttl_seconds', 'true'],
  ['process_keys', 'workspace_creation', 'true'],
] as const;

const numbers: readonly Hostile[] = PLACES.flatMap(([table, column, row]) =>
  NUMBERS.map((value) =>
    changed(`${table}.${column} = ${value}`, `UPDATE ${table} SET ${column} = ${value} WHERE ${row}`),
  ),
);

const keys: readonly Hostile[] = ['branch', 'engineVersion', 'historyRows', 'removalRows'].flatMap((key) =>
  ['0', '-1', '131071', '1000000000', '1e9', '4503599627370496', 'NaN', '', '2.5'].map((value) =>
    changed(`${key} = '${value}'`, `UPDATE meta SET value = '${value}' WHERE key = '${key}'`),
  ),
);

const others: readonly Hostile[] = [
  changed('branch 1e9 in every table', moved(1_000_000_000)),
  changed('branch 131070 in every table', moved(131_070)),
  changed('a mark for each of many branches', manyMarks()),
  changed('a negative key', 'UPDATE journal SET row_id = -row_id; UPDATE fact_runs SET row_id = -row_id'),
  changed(
    'keys without order',
    `UPDATE fact_runs SET row_id = -((row_id >> 36 << 36) + (row_id * 1000003 & 68719476735));
      UPDATE fact_runs SET row_id = -row_id`,
  ),
  changed('the last instant that exists', last('8796093022208')),
  changed(
    'an end far after the last command',
    'UPDATE marks SET now_ms = 8000000000000, facts = 4503599627370496',
  ),
  changed('a workload without end up to the last instant', `${busy()}; ${last('8000000000000')}`),
  changed(
    'a workload without end, and no record of the end',
    `${busy()}; ${last('8000000000000')}; DELETE FROM marks`,
  ),
  {
    ...changed(
      'events without facts up to the last instant',
      `UPDATE meta SET value = json_set(value, '$.recordEstimatesEveryMs', 1) WHERE key = 'scenario';
        ${last('8000000000000')}; DELETE FROM snapshots`,
    ),
    // Commands that continue or repeat a world take as long as it did.
    commands: ['doctor', 'import'],
  },
  changed('infinite instants', `UPDATE fact_runs SET from_ms = -9e999, to_ms = 9e999; ${last('9e999')}`),
  changed('a number in place of facts', 'UPDATE fact_runs SET words = 7 WHERE row_id > 2 << 36'),
  changed('a text in place of facts', "UPDATE fact_runs SET words = 'words' WHERE row_id > 2 << 36"),
  changed('no snapshots', 'DELETE FROM snapshots'),
  changed('parts of no snapshot', 'DELETE FROM snapshots WHERE true; UPDATE snapshot_parts SET branch = -1'),
  changed('commands that are no texts', 'UPDATE journal SET command = zeroblob(1000)'),
  changed('a deep command', "UPDATE journal SET command = replace(hex(zeroblob(100000)), '0', '[')"),
  changed(
    'a deep scenario',
    "UPDATE meta SET value = replace(hex(zeroblob(1000000)), '0', '[') WHERE key = 'scenario'",
  ),
  changed(
    'a wide scenario',
    "UPDATE meta SET value = '[1' || replace(hex(zeroblob(2000000)), '0', ',1') || ']' WHERE key = 'scenario'",
  ),
  changed('a large setting', "UPDATE meta SET value = hex(zeroblob(20000000)) WHERE key = 'branch'"),
  changed(
    'large facts',
    'UPDATE fact_runs SET words = zeroblob(30000000) WHERE row_id IN (SELECT max(row_id) FROM fact_runs)',
  ),
  changed('large facts that are not packed', 'UPDATE fact_runs SET words = zeroblob(1000000)'),
  changed('many large facts', 'UPDATE fact_runs SET words = zeroblob(1000000)'),
  changed('large estimates', withEstimates(1, 30_000_000, 'zeroblob(30000000)')),
  changed('many estimates in few bytes', withEstimates(1, 4_503_599_627_370_496, "x'ffffffffffffff7f03'")),
  changed('estimates that are a text', withEstimates(1, 1, "'text'")),
  changed('estimates with a number far behind', withEstimates(60_000_000_000, 1, "x'0303'")),
  changed('a large history', 'UPDATE history SET gprs = randomblob(1000000)'),
  changed('history that is a text', "UPDATE history SET gprs = 'text'"),
  changed(
    'large keys',
    'UPDATE process_keys SET name = hex(zeroblob(5000000)), api_key = id || hex(zeroblob(1000000))',
  ),
  changed('a secret of another type', "UPDATE process_secrets SET value = 'text'"),
  changed('two openings', "INSERT INTO process_opening VALUES ('one', 5), ('two', 'many')"),
  changed('no rows', 'DELETE FROM journal; DELETE FROM marks; DELETE FROM fact_runs; DELETE FROM meta'),
];

export const rows: readonly Hostile[] = [...numbers, ...keys, ...others];

function changed(name: string, sql: string): Hostile {
  return { name, make: (path) => tamper(path, sql) };
}

/** Adds changes of recorded estimates, which the world does not have. */
function withEstimates(number: number, count: number, words: string): string {
  return `INSERT INTO estimates (row_id, count, from_ms, to_ms, words, checksum)
      VALUES ((2 << 36) + ${number}, ${count}, 0, 1000, ${words}, 0);
    UPDATE marks SET estimates = ${number + count - 1}`;
}

/** Moves all rows of the current branch to another one. */
function moved(branch: number): string {
  const byId = ['journal', 'fact_runs', 'estimates'].map(
    (table) =>
      `UPDATE ${table} SET row_id = (row_id & 68719476735) + (${branch} << 36) WHERE row_id >> 36 = 2`,
  );
  const byBranch = ['marks', 'snapshots', 'snapshot_parts', 'history', 'removals'].map(
    (table) => `UPDATE ${table} SET branch = ${branch} WHERE branch = 2`,
  );
  return [...byId, ...byBranch, `UPDATE meta SET value = '${branch}' WHERE key = 'branch'`].join('; ');
}

function manyMarks(): string {
  return `WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO marks SELECT i, 0, -1, 0, 0, 0, '', 0, 0 FROM n;
    UPDATE meta SET value = '3000' WHERE key = 'branch'`;
}

/** Moves the last command and the end to an instant. */
function last(atMs: string): string {
  return `UPDATE journal SET at_ms = ${atMs} WHERE row_id IN (SELECT max(row_id) FROM journal); UPDATE marks SET now_ms = ${atMs}`;
}

/** Gives the scenario a workload that goes on forever. */
function busy(): string {
  const workload = JSON.stringify([generated({ count: null })]);
  return `UPDATE meta SET value = json_set(value, '$.workload', json('${workload}')) WHERE key = 'scenario'`;
}
