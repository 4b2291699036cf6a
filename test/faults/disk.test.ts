import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LUCKS } from './disk-file.ts';
import { Random } from './random.ts';
import { Disk, type Files, type NameRule } from './trace.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i);

/** Returns what power cuts of all kinds leave of a disk. */
function cuts(disk: Disk): Files[] {
  return SEEDS.flatMap((seed) => LUCKS.map((luck) => disk.cut(luck, new Random(seed, 1))));
}

/** Returns the contents of `file` after power cuts, without duplicates; `none` if the file is missing. */
function contents(disk: Disk): string[] {
  return [...new Set(cuts(disk).map((files) => files.get('file')?.toString() ?? 'none'))].sort();
}

/** A disk with a new file, its content and a sync of the content. */
function diskWith(text: string, rule?: NameRule): Disk {
  const disk = new Disk(new Map(), rule);
  disk.apply({ kind: 'open', file: 1, name: 'file', isNew: true });
  disk.apply({ kind: 'write', file: 1, at: 0, bytes: Buffer.from(text) });
  disk.apply({ kind: 'sync', file: 1 });
  return disk;
}

test('a synced file survives every power cut once its folder is synced', () => {
  const disk = diskWith('content');
  assert.deepEqual(contents(disk), ['content', 'none']);
  disk.apply({ kind: 'folder-sync' });
  assert.deepEqual(contents(disk), ['content']);
});

test('on ext4 and XFS, the sync of a file covers its name and earlier changes of names, but not later ones', () => {
  const disk = diskWith('content', 'file');
  assert.deepEqual(contents(disk), ['content']);
  disk.apply({ kind: 'unlink', name: 'file' });
  assert.deepEqual(contents(disk), ['content', 'none']);
  disk.apply({ kind: 'open', file: 2, name: 'other', isNew: true });
  disk.apply({ kind: 'sync', file: 2 });
  assert.deepEqual(contents(disk), ['none']);
});

test('a renamed file has its old name or its new name', () => {
  const disk = diskWith('content');
  disk.apply({ kind: 'folder-sync' });
  disk.apply({ kind: 'rename', name: 'file', to: 'renamed' });
  const names = new Set(cuts(disk).map((files) => [...files.keys()].join()));
  assert.deepEqual([...names].sort(), ['file', 'renamed']);
});

test('writes after the sync survive in any order, and a size may survive without its data', () => {
  const disk = diskWith('a'.repeat(512));
  disk.apply({ kind: 'folder-sync' });
  disk.apply({ kind: 'write', file: 1, at: 0, bytes: Buffer.from('b') });
  disk.apply({ kind: 'write', file: 1, at: 512, bytes: Buffer.from('c') });
  const a = 'a'.repeat(512);
  const b = `b${a.slice(1)}`;
  assert.deepEqual(contents(disk), [a, `${a}\0`, `${a}c`, b, `${b}\0`, `${b}c`]);
});

test('a write is torn between sectors, and never within one', () => {
  const disk = diskWith('a'.repeat(1024));
  disk.apply({ kind: 'folder-sync' });
  disk.apply({ kind: 'write', file: 1, at: 0, bytes: Buffer.from('b'.repeat(1024)) });
  const [a, b] = ['a'.repeat(512), 'b'.repeat(512)];
  assert.deepEqual(contents(disk), [a + a, a + b, b + a, b + b]);
});

test('a write behind a truncation survives only with the truncation', () => {
  const disk = diskWith('a'.repeat(1024));
  disk.apply({ kind: 'folder-sync' });
  disk.apply({ kind: 'truncate', file: 1, size: 512 });
  disk.apply({ kind: 'write', file: 1, at: 512, bytes: Buffer.from('b'.repeat(512)) });
  const [a, b, zeros] = ['a', 'b', '\0'].map((one) => one.repeat(512));
  assert.deepEqual(contents(disk), [a, a + zeros, a + a, a + b].sort());
  disk.apply({ kind: 'sync', file: 1 });
  assert.deepEqual(contents(disk), [a + b]);
});

test('after a failed sync, a later sync does not save the data, unless it is written again', () => {
  const disk = diskWith('a');
  disk.apply({ kind: 'folder-sync' });
  disk.apply({ kind: 'write', file: 1, at: 0, bytes: Buffer.from('b') });
  disk.apply({ kind: 'failed-sync', file: 1 });
  assert.deepEqual(contents(disk), ['a', 'b']);
  disk.apply({ kind: 'sync', file: 1 });
  assert.deepEqual(contents(disk), ['a', 'b']);
  assert.equal(disk.died().get('file')!.toString(), 'b');
  disk.apply({ kind: 'write', file: 1, at: 0, bytes: Buffer.from('b') });
  disk.apply({ kind: 'sync', file: 1 });
  assert.deepEqual(contents(disk), ['b']);
});
