// The state of a snapshot in a file: serialized by node:v8 and compressed, to about an eighth.

import { deserialize, serialize } from 'node:v8';
import type { Saved } from '../../../sim/index.ts';

/** Compressing at this level takes less time than writing the bytes that it saves. */
const LEVEL = 1;

/** A state that would expand to more than this number of times its size is stored uncompressed. */
const EXPANSION_MAX = 64;
const EXPANDED_MIN_BYTES = 1 << 16;
/** Rounded up. */
const NUMBER_BYTES = 8;
/** Larger states are not stored. */
const STATE_BYTES_MAX = 2 ** 30;

/** How serialized and compressed bytes begin. */
const SERIALIZED = 0xff;

/** Returns undefined if the state is too large. */
export function packState(state: Saved): Buffer | undefined {
  const bytes = serialize(state);
  if (bytes.length > STATE_BYTES_MAX) return undefined;
  const { constants, zstdCompressSync } = zlib();
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  return bytes.length > expandedMax(packed) ? bytes : packed;
}

/** Takes memory in proportion to the packed bytes. @throws Error if the bytes are not a packed state */
export function unpackState(packed: Buffer): Saved {
  const isPlain = packed[0] === SERIALIZED;
  const bytes = isPlain
    ? packed
    : zlib().zstdDecompressSync(packed, { maxOutputLength: expandedMax(packed) });
  return deserialize(bytes) as Saved;
}

/** About the size of a serialized state. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length + NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  let bytes = NUMBER_BYTES;
  if (value instanceof Map) for (const [key, item] of value) bytes += bytesOf(key) + bytesOf(item);
  else if (Array.isArray(value)) for (const item of value) bytes += bytesOf(item);
  else for (const [name, item] of Object.entries(value)) bytes += name.length + bytesOf(item);
  return bytes;
}

function expandedMax(packed: Buffer): number {
  return Math.min(STATE_BYTES_MAX, Math.max(EXPANDED_MIN_BYTES, EXPANSION_MAX * packed.length));
}

/** Loads node:zlib at the first use: loading takes time, and most processes do not need it. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}
