// The state of a snapshot as a file has it: what `serialize` of node:v8 makes of it, compressed. Most of it is tables with
// many equal words, which come to an eighth.

import { deserialize, serialize } from 'node:v8';
import type { Saved } from '../../sim/index.ts';

/** Of zstd's levels the one that takes less time than writing what it saves. */
const LEVEL = 1;

export function packState(state: Saved): Buffer {
  const { constants, zstdCompressSync } = zlib();
  return zstdCompressSync(serialize(state), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

/** Throws when the bytes are nothing of the kind. */
export function unpackState(packed: Buffer): Saved {
  return deserialize(zlib().zstdDecompressSync(packed)) as Saved;
}

/** Most processes have no use for it, and loading it takes time. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}
