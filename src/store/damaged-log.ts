// Repairs a damaged write-ahead log. SQLite ignores everything after the first frame with a wrong checksum. Each frame stores
// its checksum, which covers the frames before it too. Therefore each frame can be judged by the stored checksum of the frame
// before it, and the frames after a damaged one are still usable.
// The format: "WAL-mode File Format" in SQLite's documentation.

import { added, differByOneBit, isSame, type Sum, unflipped } from './log-checksum.ts';

/** The header: magic number, version, size of a page, number of the checkpoint; then, at these places, salts and checksum. */
const HEADER_BYTES = 32;
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
const SALTS_AT = 16;
const HEADER_SUM_AT = 24;

/** The header of a frame: number of the page, number of pages; then, at these places, the log's salts and the checksum. */
const FRAME_HEADER_BYTES = 24;
/** Number of pages of the file after a commit; 0 in a frame that ends no commit. */
const PAGES_AT = 4;
const FRAME_SALTS_AT = 8;
const FRAME_SUM_AT = 16;

/** gprsim makes all files with SQLite's default size of a page. */
const PAGE_BYTES = 4096;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;

/** Larger logs are not repaired, because a repair takes several times as much memory. */
export const LOG_BYTES_MAX = 1 << 27;

export interface RepairedLog {
  readonly bytes: Buffer;
  /** Number of damaged places that are as before the damage. */
  readonly mended: number;
  /** Number of frames with other damage. */
  readonly damaged: number;
  /** Whether a commit follows a damaged place, so that the log was not just cut. */
  readonly isBroken: boolean;
}

/** Returns a log in which all checksums are right. */
export function repairedLog(log: Buffer): RepairedLog {
  if (log.length < HEADER_BYTES + FRAME_BYTES) return { bytes: log, mended: 0, damaged: 0, isBroken: false };
  const salts = saltsOf(log);
  const header = headerOf(log, salts);
  const isHeaderWhole = header.equals(log.subarray(0, HEADER_BYTES));
  const parts = [header];
  let mended = isHeaderWhole ? 0 : 1;
  let damaged = 0;
  let isBroken = false;
  /** The checksums of the log before it was damaged, and of the repaired log. */
  let original = firstSum(log, header);
  let sum = sumAt(header, HEADER_SUM_AT);
  for (let at = HEADER_BYTES; at + FRAME_BYTES <= log.length; at += FRAME_BYTES) {
    const hasSalts = saltsAt(log, at + FRAME_SALTS_AT).equals(salts);
    // Frames of an earlier use of the log follow the last frame.
    if (!hasSalts && !saltsAt(log, at + FRAME_BYTES + FRAME_SALTS_AT).equals(salts)) break;
    const frame = judged(log, at, original);
    if (frame.result === 'damaged') damaged++;
    else if (frame.result === 'mended' || !hasSalts) mended++;
    if (frame.result === 'whole' && mended + damaged > 0 && frame.covered.readUInt32BE(PAGES_AT) > 0)
      isBroken = true;
    original = frame.sum;
    // SQLite reads no frame after one without a page.
    if (frame.covered.readUInt32BE(0) === 0) continue;
    sum = added(sum, frame.covered);
    parts.push(frame.covered.subarray(0, FRAME_SALTS_AT), salts, bytesOf(sum));
    parts.push(frame.covered.subarray(FRAME_SALTS_AT));
  }
  return { bytes: Buffer.concat(parts), mended, damaged, isBroken };
}

/** Returns the salts of the header, or, if it is damaged, those that the first frames have. */
function saltsOf(log: Buffer): Buffer {
  const sum = added([0, 0], log.subarray(0, HEADER_SUM_AT));
  const isWhole = log.readUInt32BE(0) === MAGIC && isSame(sum, sumAt(log, HEADER_SUM_AT));
  if (isWhole) return saltsAt(log, SALTS_AT);
  const [first, second, third] = [0, 1, 2].map((frame) =>
    saltsAt(log, HEADER_BYTES + frame * FRAME_BYTES + FRAME_SALTS_AT),
  );
  return second.equals(third) ? second : first;
}

function headerOf(log: Buffer, salts: Buffer): Buffer {
  const header = Buffer.from(log.subarray(0, HEADER_BYTES));
  header.writeUInt32BE(MAGIC, 0);
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(PAGE_BYTES, 8);
  salts.copy(header, SALTS_AT);
  bytesOf(added([0, 0], header.subarray(0, HEADER_SUM_AT))).copy(header, HEADER_SUM_AT);
  return header;
}

/** Returns the checksum with which the first frame began: the stored one, or, if that is damaged, the right one. */
function firstSum(log: Buffer, header: Buffer): Sum {
  const stored = sumAt(log, HEADER_SUM_AT);
  const right = sumAt(header, HEADER_SUM_AT);
  const after = (before: Sum) => added(before, coveredBytes(log, HEADER_BYTES));
  return isSame(after(right), sumAt(log, HEADER_BYTES + FRAME_SUM_AT)) ? right : stored;
}

/** Returns the bytes of a frame that its checksum covers, mended if possible, and the checksum before the damage. */
function judged(log: Buffer, at: number, before: Sum) {
  const covered = coveredBytes(log, at);
  const stored = sumAt(log, at + FRAME_SUM_AT);
  const found = added(before, covered);
  if (isSame(found, stored)) return { result: 'whole', covered, sum: stored } as const;
  const isOnlySumDamaged = { result: 'mended', covered, sum: found } as const;
  if (isFollowed(log, at, found)) return isOnlySumDamaged;
  const mended = unflipped(covered, before, stored);
  if (mended !== undefined) return { result: 'mended', covered: mended, sum: stored } as const;
  if (differByOneBit(found, stored)) return isOnlySumDamaged;
  return { result: 'damaged', covered, sum: stored } as const;
}

/** Whether the frame after the one at `at` begins with this checksum. */
function isFollowed(log: Buffer, at: number, sum: Sum): boolean {
  const next = at + FRAME_BYTES;
  if (next + FRAME_BYTES > log.length) return false;
  return isSame(added(sum, coveredBytes(log, next)), sumAt(log, next + FRAME_SUM_AT));
}

function coveredBytes(log: Buffer, at: number): Buffer {
  const page = log.subarray(at + FRAME_HEADER_BYTES, at + FRAME_BYTES);
  return Buffer.concat([log.subarray(at, at + FRAME_SALTS_AT), page]);
}

function saltsAt(log: Buffer, at: number): Buffer {
  return log.subarray(at, at + 8);
}

function sumAt(bytes: Buffer, at: number): Sum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

function bytesOf([first, second]: Sum): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(first, 0);
  bytes.writeUInt32BE(second, 4);
  return bytes;
}
