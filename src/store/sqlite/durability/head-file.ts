// The head record: what the last commit contains, in a small file FILE-head beside the world's file and its log. After a
// crash it shows whether the file and its log still have everything that was committed: SQLite reads a damaged or shortened
// log up to the damage, and reports nothing.
//
// The record is written in turn to two places of the file, so that an interrupted write never destroys the last one.

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { crc32 } from '../../codecs/crc32.ts';
import type { Content } from '../../store.ts';
import { WrongFile } from '../../store-error.ts';
import { HEAD } from '../file/beside.ts';

/** The places of the two records. */
const SLOT_BYTES = 512;
const SLOTS = 2;

const CONTENT = [
  ...(['branchChanges', 'branch', 'forkCommands', 'forkFacts', 'commands', 'facts'] as const),
  ...(['nowMs', 'round', 'keyChanges'] as const),
];

/** A record: numbers, 64 bits each and little-endian (checksum, number, durable, content), then texts. */
const CONTENT_AT = 3;
const NUMBERS = CONTENT_AT + CONTENT.length;
const TEXTS_AT = NUMBERS * 8;
const RECORD_BYTES = 192;
const FILE_BYTES_MAX = (SLOTS - 1) * SLOT_BYTES + RECORD_BYTES;

/** The opening of a file for writing. */
interface Opening {
  /** Identifies the time from one opening of the file for writing to its closing. */
  readonly opening: string;
  /** The start of the system at which the record was written. */
  readonly boot: string;
  readonly durable: boolean;
}

type HeadContent = Omit<Content, 'estimates'>;

export type Head = Opening & HeadContent;

export class HeadFile {
  readonly #path: string;
  #fd: number;
  readonly #record = Buffer.alloc(RECORD_BYTES);
  readonly #numbers = new Float64Array(this.#record.buffer, 0, NUMBERS);
  #number: number;

  /** Opens the head record of a world's file, or creates it. @throws WrongFile if another file has its name */
  constructor(file: string, { opening, boot, durable }: Opening) {
    this.#path = file + HEAD;
    this.#record.write(`${opening}\n${boot}\n`, TEXTS_AT);
    this.#numbers[2] = durable ? 1 : 0;
    this.#fd = openExisting(this.#path, constants.O_RDWR) ?? openSync(this.#path, CREATE, 0o600);
    try {
      this.#number = Math.max(0, ...slotsIn(this.#fd, this.#path).map(({ number }) => number));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(content: HeadContent): void {
    const numbers = this.#numbers;
    numbers[1] = ++this.#number;
    for (let i = 0; i < CONTENT.length; i++) numbers[CONTENT_AT + i] = content[CONTENT[i]];
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

/** Reads the head records of a world's file. @throws WrongFile if another file has their name */
export function headsOf(file: string): HeadOf {
  const slots = slotsOf(file + HEAD).sort((a, b) => b.number - a.number);
  return (opening = slots[0]?.opening) => slots.find((slot) => slot.opening === opening);
}

/** Whether a head record names commands or facts of a world. */
export function recordsContent(file: string): boolean {
  return slotsOf(file + HEAD).some(({ commands, facts }) => commands > 0 || facts > 0);
}

/** Whether a file of any name is a head record. */
export function isHeadRecord(path: string): boolean {
  try {
    return slotsOf(path).length > 0;
  } catch {
    return false;
  }
}

type Slot = Head & { readonly number: number };

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

function slotsOf(path: string): Slot[] {
  const fd = openExisting(path, constants.O_RDONLY);
  if (fd === undefined) return [];
  try {
    return slotsIn(fd, path);
  } finally {
    closeSync(fd);
  }
}

/** Returns undefined if there is no file. @throws WrongFile */
function openExisting(path: string, access: number): number | undefined {
  try {
    // Opening a pipe without O_NONBLOCK would wait for its other end.
    return openSync(path, access | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === 'ELOOP' ? noRecord(path) : error;
  }
}

/** Reads the whole records of an open file. @throws WrongFile if it is not a head record */
function slotsIn(fd: number, path: string): Slot[] {
  if (!fstatSync(fd).isFile()) throw noRecord(path);
  const bytes = Buffer.alloc(FILE_BYTES_MAX + 1);
  const found = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  const slots = Array.from({ length: SLOTS }, (_, i) => slotOf(found.subarray(i * SLOT_BYTES))).filter(
    (slot) => slot !== undefined,
  );
  // A power failure while the file was created can leave zeros.
  const isRecord = slots.length > 0 || found.every((byte) => byte === 0);
  if (isRecord && found.length <= FILE_BYTES_MAX) return slots;
  throw noRecord(path);
}

function noRecord(path: string): WrongFile {
  return new WrongFile(`${path} is not a head record of gprsim; move it away, or restore the head record`);
}

/** Returns undefined if the bytes are not a whole record. */
function slotOf(bytes: Buffer): Slot | undefined {
  if (bytes.length < RECORD_BYTES) return undefined;
  const record = bytes.subarray(0, RECORD_BYTES);
  const numberAt = (i: number) => record.readDoubleLE(i * 8);
  const [checksum, number, durable] = [0, 1, 2].map(numberAt);
  if (checksum !== checksumOf(record)) return undefined;
  const [opening, boot] = record.toString('utf8', TEXTS_AT).split('\n');
  const content = Object.fromEntries(CONTENT.map((key, i) => [key, numberAt(CONTENT_AT + i)]));
  return { number, opening, boot, durable: durable === 1, ...(content as unknown as Content) };
}

function checksumOf(record: Buffer): number {
  return crc32(record.subarray(8));
}
