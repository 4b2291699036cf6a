// Snapshots whose bytes are right for their checksum, but were not made by gprsim.

import { createZstdCompress, zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { SNAPSHOT_VERSION } from '../../sim/index.ts';
import { Packer } from '../../src/store/codecs/packed.ts';
import { unpackState } from '../../src/store/codecs/packed-state.ts';
import { writeState } from '../../src/store/codecs/state-codec.ts';
import type { snapshots as snapshotTable } from '../../src/store/tables/schema.ts';
import { sumOf } from '../../src/store/tables/snapshots.ts';
import type { Hostile } from './hostile.ts';

type Tree = { [name: string]: unknown };

const BOMB_BYTES = 3 * 2 ** 30;
const CHUNK = Buffer.alloc(1 << 24);

/** The tags of values. */
const LIST = 7;
const OBJECT = 8;
const COLUMN = 9;

/** The first byte of a compressed part. */
const COMPRESSED: Buffer = Buffer.of(1);

export const snapshots: readonly Hostile[] = [
  { name: 'a snapshot that expands to 3 GB', make: async (path) => store(path, await bomb()) },
  { name: 'a snapshot that expands to 3 GB, in many frames', make: (path) => store(path, frames()) },
  packed('a snapshot of nothing', Buffer.alloc(0)),
  packed('a snapshot of random bytes', Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 7919) & 255))),
  packed(
    'a snapshot of 200 MB of zeros',
    compressed(bytesOf({ version: SNAPSHOT_VERSION, core: new Uint8Array(2e8) })),
  ),
  packed('a list of 4 billion elements', compressed(head(LIST, 2 ** 32 - 1))),
  packed('an object of 4 billion members', compressed(head(OBJECT, 2 ** 32 - 1))),
  packed('a column of 4 billion numbers', compressed(head(COLUMN, 2 ** 32 - 1))),
  packed('a column of half a number', compressed(head(COLUMN, 0.5))),
  packed('a deep list', compressed(Buffer.concat(Array(200_000).fill(head(LIST, 1))))),
  ...[-1, 2 ** 31, 2 ** 52, 1e300, Number.NaN, 'text', null].map((value) =>
    changed(`every number of the state is ${value}`, value, 1),
  ),
  ...[-1, 2 ** 31, 2 ** 52, 1e300, Number.NaN].map((value) =>
    changed(`each seventh number of the state is ${value}`, value, 7),
  ),
];

function packed(name: string, bytes: Buffer): Hostile {
  return { name, make: (path) => store(path, bytes) };
}

function compressed(bytes: Buffer): Buffer {
  return Buffer.concat([COMPRESSED, zstdCompressSync(bytes)]);
}

function bytesOf(state: Tree): Buffer {
  const packer = new Packer();
  for (const _ of writeState(packer, state, Infinity));
  return packer.written();
}

/** How a list, an object or a column of so large a size begins. */
function head(tag: number, size: number): Buffer {
  const packer = new Packer();
  packer.number(tag);
  packer.number(size);
  return packer.written();
}

/** Stores bytes as the snapshot of the current branch. */
function store(path: string, bytes: Buffer): void {
  const raw = new Database(path);
  const row = raw
    .prepare(
      `SELECT branch, now_ms AS nowMs, round, is_open AS isOpen, commands, facts, version, is_of_close AS isOfClose, bytes
        FROM snapshots`,
    )
    .get() as Omit<typeof snapshotTable.$inferSelect, 'checksum'>;
  raw.prepare('DELETE FROM snapshot_parts').run();
  raw.prepare('INSERT INTO snapshot_parts VALUES (?, ?, 0, ?)').run(row.branch, row.facts, bytes);
  raw.prepare('UPDATE snapshots SET checksum = ?').run(sumOf(row, [bytes]));
  raw.close();
}

async function bomb(): Promise<Buffer> {
  const compressing = createZstdCompress();
  const parts: Buffer[] = [COMPRESSED];
  compressing.on('data', (part: Buffer) => parts.push(part));
  for (let bytes = 0; bytes < BOMB_BYTES; bytes += CHUNK.length)
    await new Promise<void>((resolve) => compressing.write(CHUNK, () => resolve()));
  await new Promise<void>((resolve) => compressing.end(resolve));
  return Buffer.concat(parts);
}

function frames(): Buffer {
  const frame = zstdCompressSync(CHUNK);
  return Buffer.concat([COMPRESSED, ...Array.from({ length: BOMB_BYTES / CHUNK.length }, () => frame)]);
}

/** Replaces each `step`-th number in objects of the state; arrays of numbers keep their lengths. */
function changed(name: string, value: unknown, step: number): Hostile {
  return {
    name,
    make(path) {
      const raw = new Database(path, { readonly: true });
      const parts = raw.prepare('SELECT state FROM snapshot_parts ORDER BY part').pluck().all() as Buffer[];
      raw.close();
      const state: Tree = unpackState(parts);
      let count = 0;
      const visit = (of: Tree): void => {
        for (const [key, member] of Object.entries(of)) {
          if (key === 'version') continue;
          if (typeof member === 'number' && ++count % step === 0) of[key] = value;
          else if (member instanceof Int32Array || member instanceof Float64Array) {
            if (typeof value !== 'number') continue;
            for (let i = 0; i < member.length; i++) if (++count % step === 0) member[i] = value;
          } else if (typeof member === 'object' && member !== null) visit(member as unknown as Tree);
        }
      };
      visit(state);
      store(path, compressed(bytesOf(state)));
    },
  };
}
