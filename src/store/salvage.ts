// Reads what is whole of a damaged file: its scenario, the entries of each branch's journal up to the first damaged one, the
// ends of the branches, and the API keys.

import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { counted } from '../wire/counted.ts';
import { LOG_BYTES_MAX, type RepairedLog, repairedLog } from './damaged-log.ts';
import { pathOf, requireFile } from './database.ts';
import { copyLog, copyWhole } from './disk.ts';
import { textOf } from './flipped-bit.ts';
import { headsOf } from './head.ts';
import { migrate, tablesVersion } from './identity.ts';
import { chainOf, type JournalRow } from './journal.ts';
import { lacksKey } from './keys.ts';
import { extend, renewTables } from './mend.ts';
import { isSealed, messageOf } from './row-checksum.ts';
import { BRANCH_MAX, endOf, NUMBERS, rowId } from './row-id.ts';
import { keys, marks } from './schema.ts';
import { inSomeFolder, openSqlite } from './sqlite.ts';
import { StoreError, WrongFile } from './store-error.ts';
import { type Shortage, shortageOf } from './wholeness.ts';
import type { Mark } from './world-file.ts';

export interface Salvaged {
  readonly scenario: string;
  readonly engineVersion: number;
  readonly branches: readonly SalvagedBranch[];
  readonly keys: readonly (typeof keys.$inferSelect)[];
  /** What was damaged and is restored. */
  readonly mended: readonly string[];
  /** What is lost, or cannot be read. */
  readonly damage: readonly string[];
  /** Closes the copy from which the entries are read. */
  readonly close: () => void;
}

/** Entries of a journal. They are read when they are needed, since a journal can be longer than the memory. */
export interface Entries extends Iterable<JournalRow> {
  readonly length: number;
}

export interface SalvagedBranch {
  readonly branch: number;
  readonly entries: Entries;
  /** Undefined if it is damaged, or if entries before it are missing. */
  readonly mark: Mark | undefined;
  /** Whether nothing that was committed is missing. */
  readonly isWhole: boolean;
}

/** What is tried, in this order. The later ones can make more of a file readable, or less. */
const ATTEMPTS = ['log repaired', 'log as it is', 'extended', 'tables renewed'] as const;
type Attempt = (typeof ATTEMPTS)[number];

type LogState = Pick<RepairedLog, 'mended' | 'damaged'>;

/** The caller closes what it returns. @throws StoreError if nothing can be saved */
export function salvage(file: string): Salvaged {
  requireFile(file);
  let best: Salvaged | undefined;
  let why: string | undefined;
  for (const attempt of ATTEMPTS) {
    const found = reading(file, attempt);
    if (found instanceof Error) why ??= found.message;
    else if (best !== undefined && sizeOf(found) <= sizeOf(best)) found.close();
    else {
      best?.close();
      best = found;
    }
    if (best?.damage.length === 0) break;
  }
  if (best === undefined) throw new StoreError(`nothing of ${file} can be saved: ${why}`);
  return best;
}

function sizeOf({ branches }: Salvaged): number {
  return branches.reduce((sum, { entries, mark }) => sum + entries.length + (mark === undefined ? 0 : 1), 0);
}

/** Reads a copy of the file, whose folder is removed while it is open. */
function reading(file: string, attempt: Attempt): Salvaged | Error {
  return inSomeFolder((folder) => {
    const copy = join(folder, 'copy');
    let raw: Database.Database | undefined;
    try {
      const path = realpathSync(pathOf(file));
      const log = prepareCopy(path, copy, attempt);
      raw = openSqlite(copy);
      const version = tablesVersion(raw, file);
      if (version === 0) throw new Error('it is empty');
      const before = raw;
      raw.transaction(() => migrate(before, version))();
      return contentOf(raw, log, () => shortageOf(before, file, path, headsOf(path)));
    } catch (error) {
      raw?.close();
      return error as Error;
    }
  }, `a copy of ${file} needs a folder where a file can be written`);
}

/** Copies a file with those beside it. Returns what the repair of its log found. */
function prepareCopy(real: string, copy: string, attempt: Attempt): LogState {
  copyWhole(real, copy);
  if (existsSync(`${real}-journal`)) copyWhole(`${real}-journal`, `${copy}-journal`);
  const hasLog = existsSync(`${real}-wal`);
  if (attempt === 'extended' || attempt === 'tables renewed') extend(copy);
  if (attempt === 'tables renewed') renewTables(copy, `${copy}.new`, hasLog);
  if (!hasLog) return { mended: 0, damaged: 0 };
  copyLog(`${real}-wal`, `${copy}-wal`);
  if (statSync(`${copy}-wal`).size > LOG_BYTES_MAX) return { mended: 0, damaged: 0 };
  const { bytes, mended, damaged } = repairedLog(readFileSync(`${copy}-wal`));
  if (attempt === 'log as it is') return { mended: 0, damaged: mended + damaged };
  writeFileSync(`${copy}-wal`, bytes);
  return { mended, damaged };
}

/** @param shortage returns what the file lacks of what was committed */
function contentOf(raw: Database.Database, log: LogState, shortage: () => Shortage | undefined): Salvaged {
  const orm = drizzle(raw);
  const mended: string[] = [];
  const damage: string[] = [];
  if (log.mended > 0) mended.push(`${counted(log.mended, 'place')} of its log`);
  if (log.damaged > 0) damage.push(`${counted(log.damaged, 'damaged frame')} of its log`);
  const settings = tried(() =>
    raw.prepare('SELECT key, CAST(value AS BLOB) AS bytes, checksum FROM meta').all(),
  ) as { key: string; bytes: Buffer; checksum: number }[] | undefined;
  const single = (key: string): string | undefined => {
    const row = settings?.find((row) => row.key === key);
    const value = row && textOf(messageOf([key]), row.bytes, row.checksum);
    if (value?.isMended) mended.push(`its ${key}`);
    if (value === undefined) damage.push(`its ${key} is missing or damaged`);
    return value?.text;
  };
  const scenario = single('scenario');
  if (scenario === undefined) throw new Error('its scenario is missing or damaged');
  const engineVersion = Number(single('engineVersion'));
  const numbers = branchesOf(raw);
  const stated = Number(single('branch') ?? numbers.at(-1) ?? 1);
  const isKnown = Number.isSafeInteger(stated) && stated >= 1 && stated <= BRANCH_MAX;
  if (!isKnown) damage.push(`its branch is ${stated}, which is not the number of a branch`);
  const last = isKnown ? stated : (numbers.at(-1) ?? 1);
  const lacks = shortageIn(shortage, damage);
  const ends = new Map((tried(() => orm.select().from(marks).all()) ?? []).map((end) => [end.branch, end]));
  const branches: SalvagedBranch[] = [];
  for (const branch of new Set([...numbers.filter((number) => number < last), last])) {
    const found = entriesOf(raw, branch);
    const { entries, stop } = found;
    for (const seq of found.mended) mended.push(`branch ${branch}: command ${seq}`);
    if (stop !== undefined) damage.push(`branch ${branch}: ${stop}`);
    const end = ends.get(branch);
    if (end !== undefined && !isSealed(marks, end))
      damage.push(`branch ${branch}: the record of its last commit is damaged`);
    // An imported world has no rows of earlier branches.
    const isUsed = entries.length > 0 || (branch === last && last > 1);
    if (end === undefined && lacks === undefined && isUsed)
      damage.push(`branch ${branch}: the record of its last commit is missing`);
    if (end !== undefined && stop === undefined && isSealed(marks, end) && end.commands > entries.length)
      damage.push(`branch ${branch}: ${counted(end.commands - entries.length, 'command')} at its end`);
    const mark =
      end !== undefined && isSealed(marks, end) && end.commands === entries.length ? end : undefined;
    const isWhole = mark !== undefined && (branch < last || lacks === undefined);
    branches.push({ branch, entries, mark, isWhole });
  }
  const known = tried(() => orm.select().from(keys).all());
  if (known === undefined) damage.push('its API keys cannot be read');
  else if (tried(() => lacksKey(orm)) === true) damage.push('one or more API keys');
  const whole = (known ?? []).filter((key) => isSealed(keys, key));
  if (whole.length < (known ?? []).length)
    damage.push(`${counted(known!.length - whole.length, 'damaged API key')}`);
  return { scenario, engineVersion, branches, keys: whole, mended, damage, close: () => raw.close() };
}

/** Returns the numbers of the branches with commands or a mark, in order. */
function branchesOf(raw: Database.Database): number[] {
  const found = new Set<number>();
  const next = tried(() => raw.prepare('SELECT min(row_id) FROM journal WHERE row_id >= ?').pluck());
  for (let branch = 1; next !== undefined && branch <= BRANCH_MAX; branch++) {
    const row = tried(() => next.get(rowId(branch, 0)) as number | null);
    if (row === undefined || row === null) break;
    branch = Math.floor(row / NUMBERS);
    found.add(branch);
  }
  const marked = tried(() => raw.prepare('SELECT branch FROM marks').pluck().all() as number[]) ?? [];
  for (const branch of marked) found.add(branch);
  return [...found].filter((branch) => branch >= 1 && branch <= BRANCH_MAX).sort((a, b) => a - b);
}

/** Adds what is missing to `damage`. */
function shortageIn(shortage: () => Shortage | undefined, damage: string[]): Shortage | undefined {
  try {
    const lacks = shortage();
    if (lacks !== undefined) damage.push(`it ${lacks.why}`);
    return lacks;
  } catch (error) {
    if (error instanceof WrongFile) damage.push('its head record is damaged');
    return undefined;
  }
}

type StoredEntry = Omit<JournalRow, 'command'> & { readonly bytes: Buffer };

/** Counts the entries of a branch's journal up to the first damaged one. */
function entriesOf(
  raw: Database.Database,
  branch: number,
): { entries: Entries; mended: number[]; stop?: string } {
  const mended: number[] = [];
  const read = readEntries(raw, branch, (seq) => mended.push(seq));
  for (let length = 0; ; length++) {
    const { done, value } = read.next();
    if (!done) continue;
    const entries = { length, [Symbol.iterator]: () => readEntries(raw, branch, () => {}) };
    return { entries, mended, ...(value !== undefined && { stop: value }) };
  }
}

/**
 * Reads the entries of a branch's journal up to the first damaged one. Returns what is damaged.
 * @param onMended called with the number of each entry that was restored
 */
function* readEntries(
  raw: Database.Database,
  branch: number,
  onMended: (seq: number) => void,
): Generator<JournalRow, string | undefined> {
  const read = raw.prepare(
    'SELECT branch, seq, at_ms AS atMs, round, CAST(command AS BLOB) AS bytes, checksum FROM journal WHERE row_id = ?',
  );
  const later = raw.prepare('SELECT 1 FROM journal WHERE row_id > ? AND row_id < ?');
  let chain = 0;
  for (let seq = 1; ; seq++) {
    let entry: JournalRow;
    try {
      const row = read.get(rowId(branch, seq)) as StoredEntry | undefined;
      if (row === undefined) {
        const isEnd = later.get(rowId(branch, seq), endOf(branch)) === undefined;
        return isEnd ? undefined : `command ${seq} of its journal is missing`;
      }
      const { bytes, ...rest } = row;
      const command = commandOf(chain, row);
      // If the next entry confirms this one, only the checksum of this one is damaged.
      const isConfirmed = () => {
        const next = read.get(rowId(branch, seq + 1)) as StoredEntry | undefined;
        const own = chainOf(chain, { ...rest, command: String(bytes) });
        return next !== undefined && commandOf(own, next)?.isMended === false;
      };
      if (command === undefined && !isConfirmed())
        return `command ${seq} of its journal has a wrong checksum`;
      if (command?.isMended) onMended(seq);
      entry = { ...rest, command: command?.text ?? String(bytes) };
    } catch (error) {
      return `command ${seq} of its journal cannot be read: ${(error as Error).message}`;
    }
    chain = chainOf(chain, entry);
    yield entry;
  }
}

function commandOf(chain: number, { branch, seq, atMs, round, bytes, checksum }: StoredEntry) {
  return textOf(messageOf([chain, branch, seq, atMs, round]), bytes, checksum);
}

/** Returns undefined if the work fails: other parts of the file may still be whole. */
function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
