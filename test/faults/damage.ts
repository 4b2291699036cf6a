// Damage to the files of a world: what a bad disk, a wrong copy or a person does to them.

import { SECTOR } from './disk-file.ts';
import type { Random } from './random.ts';
import { diskAt } from './recorded.ts';
import type { Operation } from './records.ts';
import { WORLD } from './small-world.ts';
import type { Files } from './trace.ts';

/** Byte of the header of a SQLite file, and its value if the file has no log. */
const WRITE_VERSION_AT = 18;
const WITHOUT_LOG = 1;

const DAMAGES = ['bit', 'bytes', 'zeros', 'moved', 'shorter', 'missing', 'older'] as const;

export interface Damaged {
  readonly files: Files;
  /** The damage. */
  readonly how: string;
  /** Whether no program could notice it: the only file is missing, or is an earlier copy. */
  readonly isHidden: boolean;
}

/** Returns the files with one damage. */
export function damage(files: Files, operations: readonly Operation[], random: Random): Damaged {
  const damaged: Map<string, Buffer> = new Map(
    [...files].map(([name, content]) => [name, Buffer.from(content)]),
  );
  const name = random.pick([...damaged.keys()]);
  const content = damaged.get(name)!;
  const kind = random.pick(DAMAGES);
  const at = random.int(0, Math.max(0, content.length - 1));
  const sector = at - (at % SECTOR);
  const how = `${kind} in ${name} at ${at} of ${content.length}`;
  switch (kind) {
    case 'bit':
      if (content.length > 0) content[at] ^= 1 << random.int(0, 7);
      break;
    case 'bytes':
      for (let i = at; i < Math.min(content.length, at + 16); i++) content[i] = random.int(0, 255);
      break;
    case 'zeros':
      content.fill(0, sector, Math.min(content.length, sector + SECTOR * random.pick([1, 8])));
      break;
    case 'moved': {
      const from = random.int(0, content.length);
      content.copy(content, sector, from - (from % SECTOR), from - (from % SECTOR) + SECTOR);
      break;
    }
    case 'shorter':
      damaged.set(name, content.subarray(0, at));
      break;
    case 'missing':
      damaged.delete(name);
      break;
    case 'older': {
      const before = random.int(0, operations.length);
      const older = diskAt(operations, before).died().get(name);
      if (older !== undefined) damaged.set(name, older);
      const how = `older ${name}, as after operation ${before}`;
      return { files: damaged, how, isHidden: files.size === 1 || isClosedCopy(name, older, damaged) };
    }
  }
  return { files: damaged, how, isHidden: kind === 'missing' && files.size === 1 };
}

/** Whether the file is an earlier copy from a time when it was closed: a user may have restored it. */
function isClosedCopy(name: string, older: Buffer | undefined, files: Files): boolean {
  const hasLog = (files.get(`${WORLD}-wal`)?.length ?? 0) > 0;
  return name === WORLD && !hasLog && older?.[WRITE_VERSION_AT] === WITHOUT_LOG;
}
