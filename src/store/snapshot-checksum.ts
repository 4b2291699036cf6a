// A snapshot is believed without looking into it: a bit that turned over on the disk would be gone on from. So it has a
// checksum beside it; of one that has another, or none since an earlier version stored it, no use is made.

/** What a snapshot's row says of it. */
interface SnapshotRow {
  readonly version: number;
  readonly commands: number;
  readonly facts: number;
}

/** Over what its row says and its bytes, in whatever parts they come. */
export function checksumOf({ version, commands, facts }: SnapshotRow, parts: readonly Buffer[]): number {
  // Most processes have no use for it, and loading it takes time.
  const { crc32 } = process.getBuiltinModule('node:zlib');
  return parts.reduce((sum, part) => crc32(part, sum), crc32(`${version} ${commands} ${facts}`));
}
