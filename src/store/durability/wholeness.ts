// Checks whether a file and its log still hold everything that was committed, before SQLite may change them.

import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { counted } from '../../wire/text/counted.ts';
import { endOf, rowId } from '../codecs/row-id.ts';
import { HEAD } from '../file/beside.ts';
import { hasTables } from '../file/identity.ts';
import { openSqlite } from '../file/sqlite.ts';
import { rescue, StoreError, salvaging } from '../store-error.ts';
import { bootId } from './boot-id.ts';
import { type Content, type Head, type HeadOf, headsOf } from './head.ts';

/** What was committed, but is not in the file. All numbers are 0 if only the last simulated time is missing. */
export interface Lost {
  readonly commands: number;
  readonly facts: number;
  readonly keyChanges: number;
}

/** Byte of the header of a SQLite file: 2 if the file has a write-ahead log, 1 otherwise. */
const WRITE_VERSION_AT = 18;

/**
 * Returns what the file lost, undefined if nothing is missing.
 * @throws StoreError if something is missing that neither a failure of the system nor the missing `durable` explains
 */
export function requireWhole(file: string, path: string): Lost | undefined {
  requireOwnLog(file, path);
  // SQLite must be able to roll back an interrupted transaction first. Such a file has no log.
  if (existsSync(`${path}-journal`)) return undefined;
  const made = ['-wal', '-shm'].filter((end) => !existsSync(path + end));
  const raw = openSqlite(path, { timeout: 0, readonly: true });
  try {
    return missingIn(raw, file, path, headsOf(path));
  } finally {
    raw.close();
    for (const end of made) rmSync(path + end, { force: true });
  }
}

/** Checks a file whose log was just copied into it. @throws StoreError if it does not have what was committed */
export function requireWritten(path: string): void {
  const raw = openSqlite(path, { timeout: 0, readonly: true });
  try {
    const head = headsOf(path)();
    const opening = raw.prepare('SELECT opening FROM process_opening').pluck().get();
    if (opening === head?.opening && missingIn(raw, path, path, () => head) === undefined) return;
    throw new StoreError(`${path} was changed by another program while it was served; ${rescue(path)}`);
  } finally {
    raw.close();
  }
}

/** @throws StoreError if the log beside the file belongs to another file */
export function requireOwnLog(file: string, path: string): void {
  if (hasLog(path) && writeVersionOf(path) === 1) {
    throw new StoreError(
      `${file}-wal is the log of another state of ${file}; remove the log, or restore the file that belongs to it`,
    );
  }
}

export function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Whether SQLite reads the file with a write-ahead log. */
export function usesLog(path: string): boolean {
  return writeVersionOf(path) === 2;
}

function writeVersionOf(path: string): number | undefined {
  const byte = Buffer.alloc(1);
  const fd = openSync(path, 'r');
  try {
    return readSync(fd, byte, 0, 1, WRITE_VERSION_AT) === 1 ? byte[0] : undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * Compares the content of an open file with its head record. Same result and errors as `requireWhole`.
 * @param head returns the head records of the file
 */
export function missingIn(
  raw: Database.Database,
  file: string,
  path: string,
  head: HeadOf,
): Lost | undefined {
  if (!hasTables(raw, file)) return undefined;
  const shortage = shortageOf(raw, file, path, head);
  if (shortage === undefined || shortage.isOfSystem) return shortage?.lost;
  throw new StoreError(`${file} ${shortage.why}; ${remedy(file, path)}`);
}

/** How an open file differs from its head record. */
export interface Shortage {
  /** To follow the name of the file in a sentence. */
  readonly why: string;
  /** Undefined if it is not known. */
  readonly lost?: Lost;
  /** Whether a failure of the system explains it, because the file was not durable. */
  readonly isOfSystem: boolean;
}

/** Returns undefined if the file has everything that was committed. */
export function shortageOf(
  raw: Database.Database,
  file: string,
  path: string,
  head: HeadOf,
): Shortage | undefined {
  const opening = raw.prepare('SELECT opening FROM process_opening').pluck().get() as string | undefined;
  // Without an opening, the file was closed: in its log, if it has one. The log may be an earlier one.
  if (opening === undefined && !(hasLog(path) && usesLog(path))) return undefined;
  const wanted = head(opening);
  if (opening === undefined && wanted === undefined) return undefined;
  if (wanted === undefined) {
    const head = `${file}${HEAD} is ${existsSync(path + HEAD) ? 'not its head record' : 'missing'}`;
    const cause = hasLog(path) ? head : `its log ${file}-wal is missing`;
    return { why: `was not closed, and ${cause}`, isOfSystem: false };
  }
  const found = contentOf(raw);
  if (opening === undefined) found.keyChanges = wanted.keyChanges;
  const lost = lostOf(wanted, found);
  if (lost === undefined) return undefined;
  const why = `lacks ${listed(lost)}: its log ${file}-wal is ${hasLog(path) ? 'damaged' : 'missing'}`;
  return { why, lost, isOfSystem: !wanted.durable && wanted.boot !== bootId() };
}

/** Describes what is missing, such as `1 command, 2 facts`. */
function listed({ commands, facts, keyChanges }: Lost): string {
  const parts = [
    ...(commands > 0 ? [counted(commands, 'command')] : []),
    ...(facts > 0 ? [counted(facts, 'fact')] : []),
    ...(keyChanges > 0 ? [`${counted(keyChanges, 'change')} of API keys`] : []),
  ];
  return parts.length === 0 ? 'its last commits' : parts.join(', ');
}

function remedy(file: string, path: string): string {
  const copied = hasLog(path) ? '' : 'copy it with gprsim export while it is served, or ';
  return `${copied}restore a copy of the file with its log and head record, or ${salvaging(file)}`;
}

/** The content of the current branch of an open file. */
export function contentOf(raw: Database.Database, branch = branchOf(raw)) {
  const commands = raw
    .prepare('SELECT seq FROM journal WHERE row_id BETWEEN ? AND ? ORDER BY row_id DESC LIMIT 1')
    .pluck()
    .get(rowId(branch, 0), endOf(branch)) as number | undefined;
  const mark = raw
    .prepare('SELECT facts, estimates, now_ms AS nowMs, round FROM marks WHERE branch = ?')
    .get(branch) as { facts: number; estimates: number; nowMs: number; round: number } | undefined;
  const keyChanges = raw.prepare('SELECT key_changes FROM process_opening').pluck().get() as
    | number
    | undefined;
  return {
    branch,
    commands: commands ?? 0,
    ...(mark ?? { facts: 0, estimates: 0, nowMs: 0, round: -1 }),
    keyChanges: keyChanges ?? 0,
  };
}

function branchOf(raw: Database.Database): number {
  return Number(raw.prepare("SELECT value FROM meta WHERE key = 'branch'").pluck().get() ?? 1);
}

/** Returns what is missing in the found content, undefined if it is as recorded or newer. */
function lostOf(wanted: Head, found: Content): Lost | undefined {
  const { branch, commands, facts, nowMs, round } = wanted;
  const keyChanges = Math.max(0, wanted.keyChanges - found.keyChanges);
  if (found.branch < branch) return { commands, facts, keyChanges };
  const isLater = found.branch > branch;
  const lost = {
    commands: isLater ? 0 : Math.max(0, commands - found.commands),
    facts: isLater ? 0 : Math.max(0, facts - found.facts),
    keyChanges,
  };
  if (lost.commands > 0 || lost.facts > 0 || keyChanges > 0) return lost;
  const isEarlier = found.nowMs < nowMs || (found.nowMs === nowMs && found.round < round);
  return isEarlier && !isLater ? lost : undefined;
}
