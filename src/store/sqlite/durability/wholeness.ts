// Checks whether a file and its log still hold everything that was committed, before SQLite may change them.

import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { counted } from '../../../wire/text/counted.ts';
import { endOf, rowId } from '../../codecs/row-id.ts';
import type { Content, Lost } from '../../store.ts';
import { rescue, StoreError } from '../../store-error.ts';
import { HEAD } from '../file/beside.ts';
import { hasTables } from '../file/file-identity.ts';
import { openSqlite } from '../file/sqlite.ts';
import { bootId } from './boot-id.ts';
import { type Head, type HeadOf, headsOf } from './head-file.ts';

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
  throw new StoreError(`${file} ${shortage.why}; ${remedy(path)}`);
}

/** How an open file differs from its head record. */
interface Shortage {
  /** To follow the name of the file in a sentence. */
  readonly why: string;
  /** Undefined if it is not known. */
  readonly lost?: Lost;
  /** Whether a failure of the system explains it, because the file was not durable. */
  readonly isOfSystem: boolean;
}

/** Returns undefined if the file has everything that was committed. */
function shortageOf(raw: Database.Database, file: string, path: string, head: HeadOf): Shortage | undefined {
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
  const keyChanges = opening === undefined ? wanted.keyChanges : contentOf(raw).keyChanges;
  const lost = lostOf(raw, wanted, keyChanges);
  if (lost === undefined) return undefined;
  const why = `lacks ${listed(lost)}: its log ${file}-wal is ${hasLog(path) ? 'damaged' : 'missing'}`;
  return { why, lost, isOfSystem: !wanted.durable && wanted.boot !== bootId() };
}

/** Describes what is missing, such as `1 command, 2 facts`. */
function listed({ commands, facts, keyChanges, branchChanges }: Lost): string {
  const parts = [
    ...(commands > 0 ? [counted(commands, 'command')] : []),
    ...(facts > 0 ? [counted(facts, 'fact')] : []),
    ...(branchChanges > 0 ? [`${counted(branchChanges, 'change')} of branches`] : []),
    ...(keyChanges > 0 ? [`${counted(keyChanges, 'change')} of API keys`] : []),
  ];
  return parts.length === 0 ? 'its last commits' : parts.join(', ');
}

function remedy(path: string): string {
  const copied = hasLog(path) ? '' : 'copy it with gprsim export while it is served, or ';
  return `${copied}restore a copy of the file with its log and head record`;
}

interface Fork {
  readonly commands: number;
  readonly facts: number;
}

interface Mark extends Fork {
  readonly estimates: number;
  readonly nowMs: number;
  readonly round: number;
}

/** The content of an open file, up to the end of a branch: the current one unless another is given. */
export function contentOf(raw: Database.Database, branch = Number(settingOf(raw, 'branch') ?? 1)): Content {
  const fork = forkOf(raw, branch);
  const own = raw
    .prepare('SELECT seq FROM journal WHERE row_id BETWEEN ? AND ? ORDER BY row_id DESC LIMIT 1')
    .pluck()
    .get(rowId(branch, 0), endOf(branch)) as number | undefined;
  const keyChanges = raw.prepare('SELECT key_changes FROM process_opening').pluck().get() as
    | number
    | undefined;
  return {
    branchChanges: Number(settingOf(raw, 'branchChanges') ?? 0),
    branch,
    forkCommands: fork?.commands ?? 0,
    forkFacts: fork?.facts ?? 0,
    ...(markOf(raw, branch) ?? { facts: 0, estimates: 0, nowMs: 0, round: -1 }),
    commands: own ?? fork?.commands ?? 0,
    keyChanges: keyChanges ?? 0,
  };
}

function settingOf(raw: Database.Database, key: 'branch' | 'branchChanges'): unknown {
  return raw.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key);
}

function forkOf(raw: Database.Database, branch: number): Fork | undefined {
  return raw.prepare('SELECT commands, facts FROM branches WHERE branch = ?').get(branch) as Fork | undefined;
}

function markOf(raw: Database.Database, branch: number): Mark | undefined {
  return raw
    .prepare('SELECT commands, facts, estimates, now_ms AS nowMs, round FROM marks WHERE branch = ?')
    .get(branch) as Mark | undefined;
}

/** Returns what is missing in an open file, undefined if it has what was recorded, or more. */
function lostOf(raw: Database.Database, wanted: Head, keyChangesFound: number): Lost | undefined {
  const found = contentOf(raw);
  const keyChanges = Math.max(0, wanted.keyChanges - keyChangesFound);
  const branchChanges = Math.max(0, wanted.branchChanges - found.branchChanges);
  // After a later change of branches, all commits of the recorded branch are there.
  const isLater = found.branchChanges > wanted.branchChanges;
  const end = markOf(raw, wanted.branch);
  // As a head record counts them: those of the journal, which goes beyond the mark if the file is damaged.
  const { commands } = contentOf(raw, wanted.branch);
  const lost = {
    commands: isLater ? 0 : Math.max(0, wanted.commands - Math.max(commands, wanted.forkCommands)),
    facts: isLater ? 0 : Math.max(0, wanted.facts - (end?.facts ?? wanted.forkFacts)),
    keyChanges,
    branchChanges,
  };
  if (Object.values(lost).some((count) => count > 0)) return lost;
  const isEarlier =
    end === undefined || end.nowMs < wanted.nowMs || (end.nowMs === wanted.nowMs && end.round < wanted.round);
  return isEarlier && !isLater && wanted.round >= 0 ? lost : undefined;
}
