// Files of a world that was not closed: copies of them, and how they are refused.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { HeadFile, headsOf } from '../../src/store/sqlite/durability/head-file.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { temporaryFile } from '../driver/world.ts';

const ENDS = ['', '-wal', '-head'] as const;

/** Copies a file with those beside it, as a kill of its process leaves them. */
export function copyOf(t: TestContext, from: string, ends: readonly string[] = ENDS): string {
  const path = temporaryFile(t);
  for (const end of ends) if (existsSync(from + end)) copyFileSync(from + end, path + end);
  return path;
}

/** Asserts that readers and writers refuse a file with the same message, and change nothing. */
export function assertRefused(path: string, pattern: RegExp): void {
  const bytes = () => ENDS.map((end) => (existsSync(path + end) ? readFileSync(path + end, 'latin1') : null));
  const before = bytes();
  for (const open of [WorldFile.open, WorldFile.read]) {
    assert.throws(
      () => open(path),
      (error) => {
        assert.ok(error instanceof StoreError, `${error}`);
        assert.match(error.message, pattern);
        return true;
      },
    );
    assert.deepEqual(bytes(), before);
  }
}

/** Changes the head record as if the system had been started again since. */
export function restartSystem(path: string, durable: boolean): void {
  const raw = new Database(path, { readonly: true });
  const opening = raw.prepare('SELECT opening FROM process_opening').pluck().get() as string;
  raw.close();
  const head = headsOf(path)(opening)!;
  const file = new HeadFile(path, { opening, durable, boot: 'an earlier start' });
  for (let i = 0; i < 2; i++) file.write(head);
  file.close();
}
