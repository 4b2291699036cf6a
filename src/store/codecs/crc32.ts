type Crc32 = (data: string | Uint8Array, before?: number) => number;

let known: Crc32 | undefined;

/** Returns the CRC-32 of the data, or of all data so far. @param before the CRC-32 of the data before */
export function crc32(data: string | Uint8Array, before = 0): number {
  // Load node:zlib at the first use: loading takes time, and some processes do not need it.
  known ??= process.getBuiltinModule('node:zlib').crc32;
  return known(data, before);
}
