// The checksum of a snapshot. A restart does not validate the state, so a flipped bit on the disk would go unnoticed. A
// snapshot with a wrong or missing checksum is ignored.

import { crc32 } from './crc32.ts';

interface SnapshotRow {
  readonly version: number;
  readonly commands: number;
  readonly facts: number;
}

/** Returns the CRC-32 of a snapshot's row and bytes. The division into parts does not matter. */
export function checksumOf({ version, commands, facts }: SnapshotRow, parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), crc32(`${version} ${commands} ${facts}`));
}
