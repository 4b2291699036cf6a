// The state of a snapshot as a file has it: serialized by node:v8 and compressed. Most of it is tables with many equal
// words, which shrink to an eighth.

import { deserialize, serialize } from 'node:v8';
import type { Saved } from '../../sim/index.ts';

/** Compressing at this level takes less time than writing the bytes that it saves. */
const LEVEL = 1;

export function packState(state: Saved): Buffer {
  const { constants, zstdCompressSync } = zlib();
  return zstdCompressSync(serialize(state), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

/** Throws if the bytes are no packed state. */
export function unpackState(packed: Buffer): Saved {
  return deserialize(zlib().zstdDecompressSync(packed)) as Saved;
}

/** Most processes have no use for it, and loading it takes time. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}
