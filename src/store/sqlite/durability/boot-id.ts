// Identifies the start of the system: after a power failure, unsynced commits may be lost.

import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Two starts of a system are further apart; the clock and the uptime of one start agree better. */
const TOLERANCE_MS = 60_000;

export function bootId(): string {
  return systemBootId() ?? `boot ${Math.round((Date.now() - uptime() * 1000) / TOLERANCE_MS)}`;
}

/** Linux numbers its starts at random. */
function systemBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}
