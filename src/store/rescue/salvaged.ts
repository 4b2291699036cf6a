// Reads what is whole of a damaged file: its scenario, the entries of each branch's journal up to the first damaged one, the
// ends of the branches, and the API keys.

import { closeSync, existsSync, openSync, readSync, realpathSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { counted } from '../../wire/text/counted.ts';
import { isSealed } from '../codecs/row-checksum.ts';
import { BRANCH_MAX, endOf, NUMBERS, rowId } from '../codecs/row-id.ts';
import { headsOf } from '../durability/head-file.ts';
import { type Shortage, shortageOf } from '../durability/wholeness.ts';
import { copyLog, copyWhole } from '../file/file-copies.ts';
import { hasTables } from '../file/identity.ts';
import { inSomeFolder, openSqlite } from '../file/sqlite.ts';
import { pathOf, requireFile } from '../opening/database.ts';
import { StoreError, WrongFile } from '../store-error.ts';
import { lacksKey } from '../tables/api-keys.ts';
import { entryChecksum, type JournalRow } from '../tables/journal.ts';
import type { BranchRow } from '../tables/line.ts';
import type { Mark } from '../tables/marks.ts';
import { branches as branchTable, keys, marks, meta } from '../tables/schema.ts';

export interface Salvaged {
  readonly scenario: string;
  readonly engineVersion: number;
  readonly branches: readonly SalvagedBranch[];
  /** The number of the current branch. */
  readonly current: number;
  readonly keys: readonly (typeof keys.$inferSelect)[];
  /** What is lost, or cannot be read. */
  readonly damage: readonly string[];
  /** Closes the copy from which the entries are read. */
  readonly close: () => void;
}

/** Entries of a journal. They are read when they are needed, since a journal can be longer than the memory. */
interface Entries extends Iterable<JournalRow> {
  readonly length: number;
}

export interface SalvagedBranch {
  readonly branch: number;
  /** Where it begins; undefined at the scenario's start. */
  readonly beginning: BranchRow | undefined;
  readonly reason: string;
  /** Its own entries, without those of its ancestors. */
  readonly entries: Entries;
  /** Undefined if it is damaged, or if entries before it are missing. */
  readonly mark: Mark | undefined;
  /** Whether nothing that was committed is missing. */
  readonly isWhole: boolean;
}

/** The caller closes what it returns. @throws StoreError if nothing can be saved */
export function salvage(file: string): Salvaged {
  requireFile(file);
  const found = inSomeFolder(
    (folder) => readCopy(file, join(folder, 'copy')),
    `a copy of ${file} needs a folder where a file can be written`,
  );
  if (found instanceof Error) throw new StoreError(`nothing of ${file} can be saved: ${found.message}`);
  return found;
}

/** Reads a copy of the file, whose folder is removed while it is open. Returns an error if nothing can be saved: another folder would not help. */
function readCopy(file: string, copy: string): Salvaged | Error {
  let raw: Database.Database | undefined;
  try {
    const path = realpathSync(pathOf(file));
    copyWhole(path, copy);
    extend(copy);
    if (existsSync(`${path}-journal`)) copyWhole(`${path}-journal`, `${copy}-journal`);
    if (existsSync(`${path}-wal`)) copyLog(`${path}-wal`, `${copy}-wal`);
    const open = openSqlite(copy);
    raw = open;
    if (!hasTables(open, file)) throw new Error('it is empty');
    return contentOf(open, () => shortageOf(open, file, path, headsOf(path)));
  } catch (error) {
    raw?.close();
    return error as Error;
  }
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** Places in the header of a SQLite file: the size of a page, and the number of pages. */
const PAGE_BYTES_AT = 16;
const PAGES_AT = 28;
/** The header of a damaged file can state any size. */
const EXTENDED_BYTES_MAX = 2 ** 34;

/** Extends a file that was cut to the length that its header states: SQLite opens no shorter file. The new bytes are zeros. */
function extend(path: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const fd = openSync(path, 'r');
  readSync(fd, header, 0, HEADER_BYTES, 0);
  closeSync(fd);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return;
  const bytes = header.readUInt16BE(PAGE_BYTES_AT) * header.readUInt32BE(PAGES_AT);
  if (statSync(path).size < bytes && bytes <= EXTENDED_BYTES_MAX) truncateSync(path, bytes);
}

/** @param shortage returns what the file lacks of what was committed */
function contentOf(raw: Database.Database, shortage: () => Shortage | undefined): Salvaged {
  const orm = drizzle(raw);
  const damage: string[] = [];
  const settings = tried(() => orm.select().from(meta).all()) ?? [];
  const single = (key: string): string | undefined => {
    const row = settings.find((row) => row.key === key && isSealed(meta, row));
    if (row === undefined) damage.push(`its ${key} is missing or damaged`);
    return row?.value;
  };
  const scenario = single('scenario');
  if (scenario === undefined) throw new Error('its scenario is missing or damaged');
  const engineVersion = Number(single('engineVersion'));
  const deleted = new Set(deletedIn(settings));
  const numbers = branchesOf(raw).filter((branch) => !deleted.has(branch));
  const stated = Number(single('branch') ?? numbers.at(-1) ?? 1);
  const isKnown = Number.isSafeInteger(stated) && stated >= 1 && stated <= BRANCH_MAX;
  if (!isKnown) damage.push(`its branch is ${stated}, which is not the number of a branch`);
  const last = isKnown ? stated : (numbers.at(-1) ?? 1);
  const lacks = shortageIn(shortage, damage);
  const ends = new Map((tried(() => orm.select().from(marks).all()) ?? []).map((end) => [end.branch, end]));
  const begun = new Map(
    (tried(() => orm.select().from(branchTable).all()) ?? []).map((row) => [row.branch, row]),
  );
  const branches: SalvagedBranch[] = [];
  for (const branch of [...new Set([...numbers, last])].sort((a, b) => a - b)) {
    const row = begun.get(branch);
    const whole = row !== undefined && isSealed(branchTable, row) ? row : undefined;
    const beginning = whole?.parent == null ? undefined : whole;
    if (row === undefined || !isSealed(branchTable, row))
      damage.push(
        `branch ${branch}: the record of its beginning is ${row === undefined ? 'missing' : 'damaged'}`,
      );
    const from = beginning?.commands ?? 0;
    const { entries, stop } = entriesOf(raw, branch, from);
    if (stop !== undefined) damage.push(`branch ${branch}: ${stop}`);
    const end = ends.get(branch);
    if (end !== undefined && !isSealed(marks, end))
      damage.push(`branch ${branch}: the record of its last commit is damaged`);
    // An imported world has no rows of earlier branches.
    const length = from + entries.length;
    const isUsed = entries.length > 0 || (branch === last && last > 1);
    if (end === undefined && lacks === undefined && isUsed)
      damage.push(`branch ${branch}: the record of its last commit is missing`);
    if (end !== undefined && stop === undefined && isSealed(marks, end) && end.commands > length)
      damage.push(`branch ${branch}: ${counted(end.commands - length, 'command')} at its end`);
    const mark = end !== undefined && isSealed(marks, end) && end.commands === length ? end : undefined;
    const isWhole = mark !== undefined && (branch !== last || lacks === undefined);
    branches.push({ branch, beginning, reason: whole?.reason ?? 'saved', entries, mark, isWhole });
  }
  const known = tried(() => orm.select().from(keys).all());
  if (known === undefined) damage.push('its API keys cannot be read');
  else if (tried(() => lacksKey(orm)) === true) damage.push('one or more API keys');
  const whole = (known ?? []).filter((key) => isSealed(keys, key));
  if (whole.length < (known ?? []).length)
    damage.push(`${counted(known!.length - whole.length, 'damaged API key')}`);
  return { scenario, engineVersion, branches, current: last, keys: whole, damage, close: () => raw.close() };
}

/** Returns the branches whose rows were being deleted. */
function deletedIn(settings: readonly (typeof meta.$inferSelect)[]): number[] {
  const row = settings.find((row) => row.key === 'deleting' && isSealed(meta, row));
  return row === undefined ? [] : (tried(() => JSON.parse(row.value) as number[]) ?? []);
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

/** Counts the entries of a branch's journal after number `from`, up to the first damaged one. */
function entriesOf(
  raw: Database.Database,
  branch: number,
  from: number,
): { entries: Entries; stop?: string } {
  const read = readEntries(raw, branch, from);
  for (let length = 0; ; length++) {
    const { done, value } = read.next();
    if (!done) continue;
    const entries = { length, [Symbol.iterator]: () => readEntries(raw, branch, from) };
    return { entries, ...(value !== undefined && { stop: value }) };
  }
}

/** Reads the entries of a branch's journal after number `from`, up to the first damaged one. Returns what is damaged. */
function* readEntries(
  raw: Database.Database,
  branch: number,
  from: number,
): Generator<JournalRow, string | undefined> {
  const read = raw.prepare(
    'SELECT branch, seq, at_ms AS atMs, round, command, checksum FROM journal WHERE row_id = ?',
  );
  const later = raw.prepare('SELECT 1 FROM journal WHERE row_id > ? AND row_id < ?');
  for (let seq = from + 1; ; seq++) {
    let row: JournalRow | undefined;
    try {
      row = read.get(rowId(branch, seq)) as JournalRow | undefined;
      if (row === undefined) {
        const isEnd = later.get(rowId(branch, seq), endOf(branch)) === undefined;
        return isEnd ? undefined : `command ${seq} of its journal is missing`;
      }
    } catch (error) {
      return `command ${seq} of its journal cannot be read: ${(error as Error).message}`;
    }
    if (row.checksum !== entryChecksum(row)) return `command ${seq} of its journal has a wrong checksum`;
    yield row;
  }
}

/** Returns undefined if the work fails: other parts of the file may still be whole. */
function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
