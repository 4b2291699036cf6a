// Rebuilds the files of a folder as a power cut, or the end of the process, leaves them at an operation of a trace.
//
// Data: everything up to the last sync of a file is on the disk. Of the later changes, any subset survives, in any order, and
// a write may be torn between sectors of 512 bytes. A sector is written as a whole and then holds what the cache held at
// some instant. Truncations survive in their order, because ext4 and XFS journal sizes. A file may be longer than its data.
//
// Names: creations, removals and renames survive in their order, because ext4 and XFS journal them in order. Only a sync of
// the folder makes sure that they do ('folder'), which is what POSIX promises. On ext4 and XFS, the sync of a file also covers
// its own creation and all earlier changes of names ('file').
//
// A failed sync: its data may be on the disk or not, no later sync of the same pages' content repeats it, and the cache keeps it.

import { DiskFile, type Luck } from './disk-file.ts';
import type { Random } from './random.ts';
import type { Operation } from './records.ts';

export type Files = ReadonlyMap<string, Buffer>;
export type NameRule = 'folder' | 'file';

type Names = Map<string, DiskFile>;

interface NameChange {
  /** The file that it creates or renames. */
  readonly file: DiskFile | undefined;
  readonly apply: (names: Names) => void;
}

export class Disk {
  readonly #rule: NameRule;
  readonly #files: Map<number, DiskFile> = new Map();
  readonly #names: Names = new Map();
  readonly #durableNames: Names;
  #changes: NameChange[] = [];

  /** @param base files that are on the disk before the trace */
  constructor(base: Files = new Map(), rule: NameRule = 'folder') {
    this.#rule = rule;
    for (const [name, content] of base) this.#names.set(name, new DiskFile(content));
    this.#durableNames = new Map(this.#names);
  }

  apply(operation: Operation): void {
    switch (operation.kind) {
      case 'open':
        this.#open(operation.file, operation.name, operation.isNew);
        break;
      case 'write':
        this.#file(operation.file).write(operation.at, operation.bytes);
        break;
      case 'truncate':
        this.#file(operation.file).truncate(operation.size);
        break;
      case 'sync':
        this.#file(operation.file).sync();
        if (this.#rule === 'file') this.#keepNames(this.#lastChangeOf(this.#file(operation.file)));
        break;
      case 'failed-sync':
        this.#file(operation.file).failSync();
        break;
      case 'folder-sync':
        this.#keepNames(this.#changes.length);
        break;
      case 'unlink': {
        const { name } = operation;
        this.#rename({ file: undefined, apply: (names) => names.delete(name) });
        break;
      }
      case 'rename': {
        const { name, to } = operation;
        const file = this.#names.get(name)!;
        const apply = (names: Names) => {
          names.delete(name);
          names.set(to, file);
        };
        this.#rename({ file, apply });
        break;
      }
    }
  }

  /** Applies a write that the end of the process cut short: the kernel copies page by page. */
  applyPartly(operation: Operation & { kind: 'write' }, random: Random): void {
    const { at, bytes } = operation;
    const first = 4096 - (at % 4096);
    if (first >= bytes.length) return;
    const pages = Math.floor((bytes.length - first - 1) / 4096);
    this.apply({ ...operation, bytes: bytes.subarray(0, first + 4096 * random.int(0, pages)) });
  }

  /** The files after the end of the process: all changes are in the cache, and later reads get them. */
  died(): Files {
    return new Map([...this.#names].map(([name, file]) => [name, Buffer.from(file.content)]));
  }

  /** The files that a power cut leaves. */
  cut(luck: Luck, random: Random): Files {
    const names = new Map(this.#durableNames);
    const { length } = this.#changes;
    const kept = luck === 'none' ? 0 : luck === 'all' ? length : random.int(0, length);
    for (const change of this.#changes.slice(0, kept)) change.apply(names);
    return new Map([...names].map(([name, file]) => [name, file.cut(luck, random)]));
  }

  #open(number: number, name: string, isNew: boolean): void {
    if (isNew) {
      const file = new DiskFile();
      this.#files.set(number, file);
      this.#rename({ file, apply: (names) => names.set(name, file) });
      return;
    }
    const known = this.#names.get(name);
    if (known === undefined) throw new Error(`the trace opens ${name}, which is not in the folder`);
    this.#files.set(number, known);
  }

  #file(number: number): DiskFile {
    const file = this.#files.get(number);
    if (file === undefined) throw new Error(`the trace has an unknown file ${number}`);
    return file;
  }

  #rename(change: NameChange): void {
    change.apply(this.#names);
    this.#changes.push(change);
  }

  /** Number of changes of names up to the last one that created or renamed this file. */
  #lastChangeOf(file: DiskFile): number {
    return this.#changes.findLastIndex((change) => change.file === file) + 1;
  }

  #keepNames(count: number): void {
    for (const change of this.#changes.splice(0, count)) change.apply(this.#durableNames);
  }
}
