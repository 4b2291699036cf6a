// Finds the process that locks a file. Only Linux lists the locks of all processes.

import { readFileSync, statSync } from 'node:fs';

export function lockHolder(file: string): number | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    const wanted = `${hex(majorOf(dev))}:${hex(minorOf(dev))}:${ino}`;
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      // 1: POSIX  ADVISORY  WRITE 1234 08:01:5678 0 EOF
      const [, kind, , , holder, of] = line.trim().split(/\s+/);
      const id = Number(holder);
      if (kind === 'POSIX' && of === wanted && id > 0) return id;
    }
  } catch {
    // The list does not exist, or this process may not read it.
  }
  return undefined;
}

// Linux packs the two numbers of a device into one (makedev of glibc).

function majorOf(dev: bigint): bigint {
  return ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & 0xfffff000n);
}

function minorOf(dev: bigint): bigint {
  return (dev & 0xffn) | ((dev >> 12n) & 0xffffff00n);
}

function hex(number: bigint): string {
  return number.toString(16).padStart(2, '0');
}
