// The state of a snapshot in a file: serialized by node:v8 and compressed, to about an eighth.

import { deserialize, serialize } from 'node:v8';
import type { Saved } from '../../sim/index.ts';

/** Compressing at this level takes less time than writing the bytes that it saves. */
const LEVEL = 1;

export function packState(state: Saved): Buffer {
  const { constants, zstdCompressSync } = zlib();
  return zstdCompressSync(serialize(state), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

/** @throws Error if the bytes are not a packed state */
export function unpackState(packed: Buffer): Saved {
  return deserialize(zlib().zstdDecompressSync(packed)) as Saved;
}

/** Loads node:zlib at the first use: loading takes time, and most processes do not need it. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}
