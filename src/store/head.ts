// The head record: what the last commit contains, in a small file FILE-head beside the world's file and its log. After a
// crash it shows whether the file and its log still have everything that was committed: SQLite reads a damaged or shortened
// log up to the damage, and reports nothing.
//
// The record is written in turn to two places of the file, so that an interrupted write never destroys the last one.

import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';

export const HEAD = '-head';

const SLOT_BYTES = 512;
const SLOTS = 2;
const CHECKSUM_BYTES = 8;

/** The content of a file at a commit. */
export interface Head {
  /** Identifies the time from one opening of the file for writing to its closing. */
  readonly opening: string;
  /** The start of the system at which the record was written. */
  readonly boot: string;
  readonly durable: boolean;
  readonly branch: number;
  /** Number of entries of the journal of the branch, and the checksum of the last. */
  readonly commands: number;
  readonly chain: number;
  readonly facts: number;
  /** Simulated time, and the round within the instant. */
  readonly nowMs: number;
  readonly round: number;
  /** Number of changes of the API keys since the opening. */
  readonly keyChanges: number;
}

export class HeadFile {
  readonly #path: string;
  #fd: number;
  readonly #slot = Buffer.alloc(SLOT_BYTES);
  #number: number;

  /** Opens the head record of a world's file, or creates it. */
  constructor(file: string) {
    this.#path = file + HEAD;
    this.#number = Math.max(0, ...slotsOf(file).map(({ number }) => number));
    this.#fd = openSync(this.#path, existsSync(this.#path) ? 'r+' : 'wx+', 0o600);
  }

  write(head: Head): void {
    this.#number++;
    const text = JSON.stringify({ number: this.#number, ...head });
    this.#slot.fill(' ');
    this.#slot.write(checked(text));
    writeSync(this.#fd, this.#slot, 0, SLOT_BYTES, (this.#number % SLOTS) * SLOT_BYTES);
  }

  /** Waits until the record is on the disk. */
  sync(): void {
    fdatasyncSync(this.#fd);
  }

  close(): void {
    if (this.#fd < 0) return;
    closeSync(this.#fd);
    this.#fd = -1;
  }

  /** Closes and deletes the record. */
  remove(): void {
    this.close();
    unlinkSync(this.#path);
  }
}

/** Reads the head records of a world's file. Returns a function from an opening to its last record. */
export function headsOf(file: string): (opening: string) => Head | undefined {
  const slots = slotsOf(file).sort((a, b) => b.number - a.number);
  return (opening) => slots.find((slot) => slot.opening === opening);
}

/** Whether a head record names commands or facts of a world. */
export function recordsContent(file: string): boolean {
  return slotsOf(file).some(({ commands, facts }) => commands > 0 || facts > 0);
}

type Slot = Head & { readonly number: number };

function slotsOf(file: string): Slot[] {
  if (!existsSync(file + HEAD)) return [];
  const bytes = readFileSync(file + HEAD);
  const slots: Slot[] = [];
  for (let i = 0; i < SLOTS; i++) {
    const line = bytes.toString('latin1', i * SLOT_BYTES, (i + 1) * SLOT_BYTES).trimEnd();
    const text = line.slice(CHECKSUM_BYTES);
    if (text !== '' && checked(text) === line) slots.push(JSON.parse(text) as Slot);
  }
  return slots;
}

function checked(text: string): string {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  return crc32(text).toString(16).padStart(CHECKSUM_BYTES, '0') + text;
}
