// The tables of a world's file. Times are milliseconds since the scenario's start. A branch is one course of the world:
// a reset begins another and keeps the old.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Single values: the scenario, versions, the present branch. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** Accepted commands, with the round each entered. */
export const journal = sqliteTable(
  'journal',
  {
    branch: integer('branch').notNull(),
    seq: integer('seq').notNull(),
    atMs: integer('at_ms').notNull(),
    round: integer('round').notNull(),
    command: text('command').notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.seq] })],
);

/** Facts in runs as the engine handed them over: the words of sim/facts/log.ts. */
export const factRuns = sqliteTable(
  'fact_runs',
  {
    branch: integer('branch').notNull(),
    firstSeq: integer('first_seq').notNull(),
    count: integer('count').notNull(),
    fromMs: integer('from_ms').notNull(),
    toMs: integer('to_ms').notNull(),
    words: blob('words', { mode: 'buffer' }).notNull(),
    /** In the form of packed-facts.ts; otherwise 64 bits a word, little-endian, as earlier versions wrote them. */
    isPacked: integer('is_packed', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.firstSeq] })],
);

/** How far each branch has come: restart and replay end exactly here. */
export const marks = sqliteTable('marks', {
  branch: integer('branch').primaryKey(),
  nowMs: integer('now_ms').notNull(),
  round: integer('round').notNull(),
  isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
  commands: integer('commands').notNull(),
  facts: integer('facts').notNull(),
  hash: text('hash').notNull(),
});

/** Whole states, so that a restart need not begin at the beginning. */
export const snapshots = sqliteTable('snapshots', {
  branch: integer('branch').primaryKey(),
  version: integer('version').notNull(),
  commands: integer('commands').notNull(),
  facts: integer('facts').notNull(),
  /** Of snapshot-checksum.ts; NULL where an earlier version stored it. */
  checksum: integer('checksum'),
});

/** The state of a snapshot, cut: as a whole it would be copied in memory several times on its way to the file. */
export const snapshotParts = sqliteTable(
  'snapshot_parts',
  {
    branch: integer('branch').notNull(),
    part: integer('part').notNull(),
    state: blob('state', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.part] })],
);

/** GPRs that have left memory (uid-block.ts): those of a stretch of identities that were written when there were so many facts. */
export const history = sqliteTable(
  'history',
  {
    branch: integer('branch').notNull(),
    stretch: integer('stretch').notNull(),
    facts: integer('facts').notNull(),
    count: integer('count').notNull(),
    gprs: blob('gprs', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.branch, table.stretch, table.facts] })],
);

/** GPRs of `history` that were removed by DELETE afterwards, so are no longer shown. */
export const removals = sqliteTable(
  'removals',
  {
    branch: integer('branch').notNull(),
    uid: integer('uid').notNull(),
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
  /** In order of creation. */
  number: integer('number').notNull(),
  /** Whoever started the server gave its value: the next one who gives another replaces it. */
  isGiven: integer('is_given', { mode: 'boolean' }).notNull(),
});

export const secrets = sqliteTable('process_secrets', {
  name: text('name').primaryKey(),
  value: blob('value', { mode: 'buffer' }).notNull(),
});
