// A recorded life: its trace, and what it acknowledged at each operation. Many cases cut the same life.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from './judge.ts';
import { Life } from './life.ts';
import { type Floor, NO_FLOOR, type Oracle } from './oracle.ts';
import type { Random } from './random.ts';
import { type Operation, operationsOf } from './records.ts';
import type { Fault, Shim } from './shim.ts';
import { Disk, type Files, type NameRule } from './trace.ts';

export interface Recorded {
  readonly operations: readonly Operation[];
  readonly oracle: Oracle;
  readonly wrongs: readonly Verdict[];
  /** The files at the end of the life, before the world was closed or after. */
  readonly files: Files;
}

export interface RecordOptions {
  readonly durable: boolean;
  /** The files of an earlier life, which this one continues. */
  readonly base?: Files;
  readonly fault?: { readonly fault: Fault; readonly step: number; readonly healStep: number };
}

/** Plays and records a life in the watched folder. */
export async function recordLife(shim: Shim, random: Random, options: RecordOptions): Promise<Recorded> {
  writeFiles(shim.folder, options.base ?? new Map());
  shim.record();
  const life = new Life(shim, random, options);
  await life.play();
  if (random.chance(50)) await life.close();
  shim.heal();
  const operations = operationsOf(shim.end());
  const files = readFiles(shim.folder);
  const { oracle, wrongs } = life;
  requireSame(operations, files, options.base);
  const recorded = { operations, oracle, wrongs: [...wrongs], files };
  await life.close();
  return recorded;
}

/** Returns the acknowledgments before an operation. */
export function floorAt({ operations, oracle }: Recorded, at: number): Floor {
  for (let i = at - 1; i >= 0; i--) {
    const operation = operations[i];
    if (operation.kind === 'mark') return oracle.floors[Number(operation.text)];
  }
  return NO_FLOOR;
}

/**
 * Draws the number of operations before the fault: any, or up to an operation beside an acknowledgment. If calls failed, half
 * of the cases end soon after one of them.
 */
export function drawCut({ operations }: Recorded, random: Random): number {
  const any = random.int(0, operations.length);
  const failed = operations.flatMap(({ kind }, i) => (kind === 'failed-call' ? [i] : []));
  if (failed.length > 0 && random.chance(50)) {
    return Math.min(operations.length, random.pick(failed) + random.int(1, 8));
  }
  if (random.chance(50)) return any;
  const mark = operations.findIndex(({ kind }, i) => i >= any && kind === 'mark');
  return mark < 0 ? any : Math.max(0, mark + random.int(-2, 1));
}

/** Returns the disk after the first `count` operations. */
export function diskAt(operations: readonly Operation[], count: number, base?: Files, rule?: NameRule): Disk {
  const disk = new Disk(base, rule);
  for (const operation of operations.slice(0, count)) disk.apply(operation);
  return disk;
}

/** @throws Error if the trace does not lead to these files: the shim then lacks a call */
function requireSame(operations: readonly Operation[], files: Files, base: Files | undefined): void {
  const traced = diskAt(operations, operations.length, base).died();
  const names = [...new Set([...traced.keys(), ...files.keys()])].filter((name) => !name.endsWith('-lock'));
  for (const name of names) {
    const is = files.get(name);
    if (is === undefined || !traced.get(name)?.equals(is))
      throw new Error(`the trace does not explain the file ${name}`);
  }
}

/** Replaces the content of a folder. */
export function writeFiles(folder: string, files: Files): void {
  if (existsSync(folder))
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  else mkdirSync(folder);
  for (const [name, content] of files) writeFileSync(join(folder, name), content, { mode: 0o600 });
}

/** The index of the log (-shm), which SQLite builds again, and the lock of the writer (-lock) are left out. */
function readFiles(folder: string): Files {
  const names = readdirSync(folder).filter((name) => !/-(shm|lock)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}
