// Repairs the checksums of a damaged write-ahead log. SQLite ignores everything after the first frame with a wrong checksum.
// Each frame stores its checksum, which covers the frames before it too. Therefore each frame can be judged by the stored
// checksum of the frame before it, and the frames after a damaged one are still usable.
// The format: "WAL-mode File Format" in SQLite's documentation.

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit of the magic number: whether the checksums read big-endian words. */
const MAGIC = 0x377f0682;

type Sum = readonly [number, number];

export interface RepairedLog {
  readonly bytes: Buffer;
  /** Number of frames with a wrong checksum. */
  readonly damaged: number;
}

/** Returns a copy of a log in which all checksums are right, undefined if its header is damaged. */
export function repairedLog(log: Buffer): RepairedLog | undefined {
  if (log.length < HEADER_BYTES || (log.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) return undefined;
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  const pageBytes = log.readUInt32BE(8);
  if (pageBytes < 512 || pageBytes > 65_536) return undefined;
  const salts = log.subarray(16, 24);
  const bytes = Buffer.from(log);
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  let stored: Sum = [log.readUInt32BE(24), log.readUInt32BE(28)];
  let sum = stored;
  let damaged = 0;
  let at = HEADER_BYTES;
  for (; at + frameBytes <= log.length; at += frameBytes) {
    const isOfLog = log.subarray(at + 8, at + 16).equals(salts);
    // Frames of an earlier use of the log follow the last frame.
    if (!isOfLog && !followsOwn(log, at + frameBytes, salts)) break;
    const frame = [log.subarray(at, at + 8), log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes)];
    const expected = frame.reduce((before: Sum, part) => added(before, part, isBigEndian), stored);
    stored = [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)];
    if (!isOfLog || expected[0] !== stored[0] || expected[1] !== stored[1]) damaged++;
    sum = frame.reduce((before: Sum, part) => added(before, part, isBigEndian), sum);
    salts.copy(bytes, at + 8);
    bytes.writeUInt32BE(sum[0], at + 16);
    bytes.writeUInt32BE(sum[1], at + 20);
  }
  return { bytes: bytes.subarray(0, at), damaged };
}

function followsOwn(log: Buffer, at: number, salts: Buffer): boolean {
  return log.subarray(at + 8, at + 16).equals(salts);
}

/** Adds bytes, a multiple of eight, to a checksum. */
function added([first, second]: Sum, bytes: Buffer, isBigEndian: boolean): Sum {
  let s0 = first;
  let s1 = second;
  for (let at = 0; at < bytes.length; at += 8) {
    s0 = (s0 + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + s1) >>> 0;
    s1 = (s1 + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + s0) >>> 0;
  }
  return [s0, s1];
}
