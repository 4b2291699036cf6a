// The tables of a world's file. Times are milliseconds since the scenario's start. A branch is one history of the world; a
// reset and a rewind begin new branches and keep the old ones. A branch shares the rows of its ancestors up to the position
// at which it begins (line.ts). `checksum` is the checksum of a row (row-checksum.ts).

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Single values: the scenario, versions, the current branch. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  checksum: integer('checksum').notNull(),
});

/**
 * Accepted commands, each with the instant and round at which it entered. The key is `row_id` (row-id.ts), from which `branch`
 * and `seq` derive.
 */
export const journal = sqliteTable('journal', {
  branch: integer('branch').notNull(),
  seq: integer('seq').notNull(),
  atMs: integer('at_ms').notNull(),
  round: integer('round').notNull(),
  command: text('command').notNull(),
  checksum: integer('checksum').notNull(),
});

/** The columns of a table of runs. The key is `row_id`, as in the journal. */
const runColumns = () => ({
  branch: integer('branch').notNull(),
  firstSeq: integer('first_seq').notNull(),
  count: integer('count').notNull(),
  fromMs: integer('from_ms').notNull(),
  toMs: integer('to_ms').notNull(),
  words: blob('words', { mode: 'buffer' }).notNull(),
  checksum: integer('checksum').notNull(),
});

/** Facts, in the runs that the engine returned: the words of sim/facts/log.ts, packed by packed-facts.ts. */
export const factRuns = sqliteTable('fact_runs', runColumns());

/** Changes of recorded estimates, in runs: the records of sim/facts/estimate-log.ts, packed by packed-estimates.ts. */
export const estimateRuns = sqliteTable('estimates', runColumns());

/** The last commit of each branch: a restart or a replay ends exactly there. */
export const marks = sqliteTable('marks', {
  branch: integer('branch').primaryKey(),
  nowMs: integer('now_ms').notNull(),
  round: integer('round').notNull(),
  isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
  commands: integer('commands').notNull(),
  facts: integer('facts').notNull(),
  hash: text('hash').notNull(),
  /** Number of changes of recorded estimates. */
  estimates: integer('estimates').notNull(),
  checksum: integer('checksum').notNull(),
});

/** The columns of a position, and what a line of branches has up to there. */
const positionColumns = () => ({
  nowMs: integer('now_ms').notNull(),
  /** −1 before the first round. */
  round: integer('round').notNull(),
  isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
  commands: integer('commands').notNull(),
  facts: integer('facts').notNull(),
});

/** Where each branch begins. */
export const branches = sqliteTable('branches', {
  branch: integer('branch').primaryKey(),
  /** The branch that has the rows before this one; null if this one begins at the scenario's start. */
  parent: integer('parent'),
  /** Why it was made, for people. */
  reason: text('reason').notNull(),
  ...positionColumns(),
  estimates: integer('estimates').notNull(),
  /** Number of workspaces that had been created. */
  workspaces: integer('workspaces').notNull(),
  /** The snapshot from which it was derived: it reads the history of its ancestors only up to there. */
  baseCommands: integer('base_commands').notNull(),
  baseFacts: integer('base_facts').notNull(),
  historyRows: integer('history_rows').notNull(),
  removalRows: integer('removal_rows').notNull(),
  checksum: integer('checksum').notNull(),
});

/** Whole states: a restart or a rewind begins at the nearest snapshot. */
export const snapshots = sqliteTable(
  'snapshots',
  {
    branch: integer('branch').notNull(),
    ...positionColumns(),
    version: integer('version').notNull(),
    /** Made when the file was closed: the next snapshot replaces it. */
    isOfClose: integer('is_of_close', { mode: 'boolean' }).notNull(),
    /** Size of its parts. */
    bytes: integer('bytes').notNull(),
    /** Also of its parts. */
    checksum: integer('checksum').notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.facts] })],
);

/** The state of a snapshot, in parts: a single value would be copied in memory several times. */
export const snapshotParts = sqliteTable(
  'snapshot_parts',
  {
    branch: integer('branch').notNull(),
    facts: integer('facts').notNull(),
    part: integer('part').notNull(),
    state: blob('state', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.facts, table.part] })],
);

/** GPRs that have left memory: a row holds the GPRs of one uid block (uid-block.ts) that were written in one batch. */
export const history = sqliteTable(
  'history',
  {
    branch: integer('branch').notNull(),
    /** Number of the uid block. */
    block: integer('block').notNull(),
    /** Number of facts of the world at the time of the batch. */
    facts: integer('facts').notNull(),
    count: integer('count').notNull(),
    gprs: blob('gprs', { mode: 'buffer' }).notNull(),
    checksum: integer('checksum').notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.block, table.facts] })],
);

/** GPRs of `history` that a later DELETE removed; they are no longer shown. */
export const removals = sqliteTable(
  'removals',
  {
    branch: integer('branch').notNull(),
    uid: integer('uid').notNull(),
    /** Number of the DELETE in the journal. */
    commands: integer('commands').notNull(),
    checksum: integer('checksum').notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.uid] })],
);

/** Tables named `process_…` belong to the process that serves the world: never exported, untouched by import. */
export const keys = sqliteTable('process_keys', {
  id: text('id').primaryKey(),
  apiKey: text('api_key').notNull().unique(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  role: text('role', { enum: ['Owner', 'Editor', 'Viewer'] }).notNull(),
  userName: text('user_name').notNull(),
  saName: text('sa_name').notNull(),
  workspaceName: text('workspace_name').notNull(),
  workspaceCreation: integer('workspace_creation'),
  validity: text('validity').notNull(),
  tokenTtlSeconds: integer('token_ttl_seconds').notNull(),
  /** Numbers the keys in creation order. */
  number: integer('number').notNull(),
  /** Whether the value was given at the start of the server. A start with another value replaces this key. */
  isGiven: integer('is_given', { mode: 'boolean' }).notNull(),
  checksum: integer('checksum').notNull(),
});

export const secrets = sqliteTable('process_secrets', {
  name: text('name').primaryKey(),
  value: blob('value', { mode: 'buffer' }).notNull(),
  checksum: integer('checksum').notNull(),
});

/** The opening of the file for writing that has not been closed (head-file.ts): at most one row. */
export const opening = sqliteTable('process_opening', {
  opening: text('opening').primaryKey(),
  keyChanges: integer('key_changes').notNull(),
});
