// Damaged bytes: of SQLite's structures, and of the files beside a world.

import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { openSqlite } from '../../src/store/sqlite/file/sqlite.ts';
import type { Hostile } from './hostile.ts';

/** Places in the header of a SQLite file. */
const PAGE_BYTES_AT = 16;
const CHANGES_AT = 24;
const PAGES_AT = 28;
const FREE_LIST_AT = 32;
const VERSION_VALID_FOR_AT = 92;
const PAGE_BYTES = 4096;

interface Page {
  readonly name: string;
  readonly pageno: number;
  readonly pagetype: 'internal' | 'leaf' | 'overflow';
}

const closed: readonly Hostile[] = [
  ...[0, 1, 50, 100, 4095, 4096, 4097, 40_960].map(
    (size): Hostile => ({
      name: `cut to ${size} bytes`,
      make: (path) => truncateSync(path, size),
    }),
  ),
  { name: 'cut in the middle', make: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)) },
  { name: 'extended by a hole of 1 TB', make: (path) => truncateSync(path, 2 ** 40) },
  header('the most pages', PAGES_AT, 0xfffffffe, true),
  header('the most pages, counted by another program', PAGES_AT, 0xfffffffe, false),
  header('no pages', PAGES_AT, 0, true),
  header('a list of free pages that begins nowhere', FREE_LIST_AT, 0x7fffffff, true),
  { name: 'pages of 64 kB', make: (path) => put(path, PAGE_BYTES_AT, [0, 1]) },
  { name: 'pages of no size', make: (path) => put(path, PAGE_BYTES_AT, [0, 3]) },
  { name: 'zeros', make: (path) => writeFileSync(path, Buffer.alloc(1 << 20)) },
  {
    name: 'a header and zeros',
    make: (path) =>
      writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 100), Buffer.alloc(1 << 20)])),
  },
  { name: 'a text', make: (path) => writeFileSync(path, 'nothing of a world\n'.repeat(1000)) },
  ...['meta', 'journal', 'fact_runs', 'snapshot_parts', 'history'].flatMap((table): Hostile[] => [
    { name: `${table}: a page that leads to itself`, make: (path) => cyclic(path, table) },
    { name: `${table}: a chain of pages without end`, make: (path) => endless(path, table) },
    {
      name: `${table}: a page of zeros`,
      make: (path) => withPages(path, table, (at) => put(path, at, new Array(PAGE_BYTES).fill(0))),
    },
    {
      name: `${table}: a page of random bytes`,
      make: (path) => withPages(path, table, (at) => put(path, at, noise(at))),
    },
    {
      name: `${table}: lengths that are too large`,
      make: (path) =>
        withPages(path, table, (at) => put(path, at + PAGE_BYTES / 2, new Array(64).fill(0xff))),
    },
  ]),
];

const besides: readonly Hostile[] = [
  { name: 'no log', make: (path) => truncateSync(`${path}-wal`, 0) },
  {
    name: 'half a log',
    make: (path) => truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size / 2)),
  },
  { name: 'a log with a hole of 1 TB', make: (path) => truncateSync(`${path}-wal`, 2 ** 40) },
  { name: 'a log with a hole of 3 GB', make: (path) => truncateSync(`${path}-wal`, 3 * 2 ** 30) },
  { name: 'a log of random bytes', make: (path) => writeFileSync(`${path}-wal`, Buffer.from(noise(1))) },
  {
    name: 'a log that was damaged often',
    make: (path) => {
      const { size } = statSync(`${path}-wal`);
      for (let at = 3000; at < size; at += 4000) put(`${path}-wal`, at, noise(at).slice(0, 9));
    },
  },
  { name: 'a head record with a hole of 1 TB', make: (path) => truncateSync(`${path}-head`, 2 ** 40) },
  {
    name: 'a head record of random bytes',
    make: (path) => writeFileSync(`${path}-head`, Buffer.from(noise(2))),
  },
  { name: 'no head record', make: (path) => truncateSync(`${path}-head`, 0) },
  { name: 'a lock that is a text', make: (path) => writeFileSync(`${path}-lock`, 'locked\n') },
  { name: 'a lock that is a link to the world', make: (path) => symlinkSync(path, `${path}-lock`) },
  {
    name: 'a journal of random bytes',
    make: (path) => writeFileSync(`${path}-journal`, Buffer.from(noise(3))),
  },
];

const beside = besides.map((one) => ({ ...one, name: `not closed: ${one.name}`, isEnded: true }));

export const bytes: readonly Hostile[] = [...closed, ...beside];

/** @param isCounted whether the header still seems to be right */
function header(name: string, at: number, value: number, isCounted: boolean): Hostile {
  return {
    name,
    make(path) {
      const word = Buffer.alloc(4);
      word.writeUInt32BE(value);
      put(path, at, word);
      if (!isCounted) put(path, CHANGES_AT, [1, 2, 3, 4]);
      else put(path, VERSION_VALID_FOR_AT, readFileSync(path).subarray(CHANGES_AT, CHANGES_AT + 4));
    },
  };
}

function put(path: string, at: number, values: ArrayLike<number>): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, Uint8Array.from(values), 0, values.length, at);
  closeSync(fd);
}

/** Bytes that seem random. */
function noise(seed: number): number[] {
  let state = seed + 1;
  return Array.from({ length: PAGE_BYTES }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

function pagesOf(path: string, table: string): Page[] {
  const raw = openSqlite(path, { readonly: true });
  const pages = raw.prepare('SELECT name, pageno, pagetype FROM dbstat WHERE name = ?').all(table) as Page[];
  raw.close();
  return pages;
}

/** Changes the last page of a table. */
function withPages(path: string, table: string, change: (at: number) => void): void {
  const { pageno } = pagesOf(path, table).findLast(({ pagetype }) => pagetype === 'leaf')!;
  change((pageno - 1) * PAGE_BYTES);
}

/** Makes the root of a table an internal page whose last child is the root; a leaf root becomes its own overflow. */
function cyclic(path: string, table: string): void {
  const raw = openSqlite(path, { readonly: true });
  const root = raw.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table) as number;
  raw.close();
  const at = (root - 1) * PAGE_BYTES;
  const type = Buffer.alloc(1);
  const fd = openSync(path, 'r');
  readSync(fd, type, 0, 1, at);
  closeSync(fd);
  // Table pages have the types 5 and 13, index pages 2 and 10.
  const isIndex = type[0] === 2 || type[0] === 10;
  const own = Buffer.alloc(4);
  own.writeUInt32BE(root);
  put(path, at, [isIndex ? 2 : 5, 0, 0, 0, 0, 0, 0, 0, ...own]);
}

/** Makes the first overflow page of a table its own successor, if it has one. */
function endless(path: string, table: string): void {
  const page = pagesOf(path, table).find(({ pagetype }) => pagetype === 'overflow');
  if (page === undefined) {
    cyclic(path, table);
    return;
  }
  const own = Buffer.alloc(4);
  own.writeUInt32BE(page.pageno);
  put(path, (page.pageno - 1) * PAGE_BYTES, own);
}
