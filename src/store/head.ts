// The head record: what the last commit contains, in a small file FILE-head beside the world's file and its log. After a
// crash it shows whether the file and its log still have everything that was committed: SQLite reads a damaged or shortened
// log up to the damage, and reports nothing.
//
// The record is written in turn to two places of the file, so that an interrupted write never destroys the last one.

import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { crc32 } from './crc32.ts';

export const HEAD = '-head';

/** The places of the two records. */
const SLOT_BYTES = 512;
const SLOTS = 2;

/** A record: these numbers, 64 bits each and little-endian, then texts. */
const NUMBERS = [
  ...['checksum', 'number', 'durable'],
  ...['branch', 'commands', 'chain', 'facts', 'nowMs', 'round', 'keyChanges'],
] as const;
const TEXTS_AT = NUMBERS.length * 8;
const RECORD_BYTES = 192;

/** The opening of a file for writing. */
export interface Opening {
  /** Identifies the time from one opening of the file for writing to its closing. */
  readonly opening: string;
  /** The start of the system at which the record was written. */
  readonly boot: string;
  readonly durable: boolean;
}

/** The content of a file at a commit. */
export interface Content {
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

export type Head = Opening & Content;

export class HeadFile {
  readonly #path: string;
  #fd: number;
  readonly #record = Buffer.alloc(RECORD_BYTES);
  readonly #numbers = new Float64Array(this.#record.buffer, 0, NUMBERS.length);
  #number: number;

  /** Opens the head record of a world's file, or creates it. */
  constructor(file: string, { opening, boot, durable }: Opening) {
    this.#path = file + HEAD;
    this.#number = Math.max(0, ...slotsOf(file).map(({ number }) => number));
    this.#record.write(`${opening}\n${boot}\n`, TEXTS_AT);
    this.#numbers[2] = durable ? 1 : 0;
    this.#fd = openSync(this.#path, existsSync(this.#path) ? 'r+' : 'wx+', 0o600);
  }

  write(content: Content): void {
    const numbers = this.#numbers;
    numbers[1] = ++this.#number;
    numbers[3] = content.branch;
    numbers[4] = content.commands;
    numbers[5] = content.chain;
    numbers[6] = content.facts;
    numbers[7] = content.nowMs;
    numbers[8] = content.round;
    numbers[9] = content.keyChanges;
    numbers[0] = checksumOf(this.#record);
    writeSync(this.#fd, this.#record, 0, RECORD_BYTES, (this.#number % SLOTS) * SLOT_BYTES);
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

/** Returns the last record of an opening, or of the last opening if none is given. */
export type HeadOf = (opening?: string) => Head | undefined;

/** Reads the head records of a world's file. */
export function headsOf(file: string): HeadOf {
  const slots = slotsOf(file).sort((a, b) => b.number - a.number);
  return (opening = slots[0]?.opening) => slots.find((slot) => slot.opening === opening);
}

/** Whether a head record names commands or facts of a world. */
export function recordsContent(file: string): boolean {
  return slotsOf(file).some(({ commands, facts }) => commands > 0 || facts > 0);
}

type Slot = Head & { readonly number: number };

function slotsOf(file: string): Slot[] {
  if (!existsSync(file + HEAD)) return [];
  const bytes = readFileSync(file + HEAD);
  return Array.from({ length: SLOTS }, (_, i) => slotOf(bytes.subarray(i * SLOT_BYTES))).filter(
    (slot) => slot !== undefined,
  );
}

/** Returns undefined if the bytes are not a whole record. */
function slotOf(bytes: Buffer): Slot | undefined {
  if (bytes.length < RECORD_BYTES) return undefined;
  const record = bytes.subarray(0, RECORD_BYTES);
  const [checksum, number, durable, branch, commands, chain, facts, nowMs, round, keyChanges] = NUMBERS.map(
    (_, i) => record.readDoubleLE(i * 8),
  );
  if (checksum !== checksumOf(record)) return undefined;
  const [opening, boot] = record.toString('utf8', TEXTS_AT).split('\n');
  const content = { branch, commands, chain, facts, nowMs, round, keyChanges };
  return { number, opening, boot, durable: durable === 1, ...content };
}

function checksumOf(record: Buffer): number {
  return crc32(record.subarray(8));
}
