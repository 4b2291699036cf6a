// Draws which calls of a life fail.

import { STEPS_MAX } from './life.ts';
import type { Random } from './random.ts';
import { CALL_KINDS, type Call, type Fault } from './shim.ts';

/** Syncs fail most often, because a program can do least about them. */
export function drawFault(random: Random): Fault {
  const call = random.pick<Call>([...CALL_KINDS, 'write', 'sync', 'sync', 'sync', 'sync']);
  const isShort = call === 'write' && random.chance(40);
  const error = (call === 'write' || call === 'truncate') && random.chance(60) ? 'ENOSPC' : 'EIO';
  return { call, nth: random.int(1, 10), error, isShort, isSticky: random.chance(35) };
}

/** The first step creates the world, and calls fail only later. */
export function drawSteps(random: Random): { step: number; healStep: number } {
  const step = random.int(1, 12);
  return { step, healStep: random.chance(50) ? step + random.int(1, 5) : STEPS_MAX };
}

/** Draws syncs that fail until the process ends, or once. */
export function drawFailedSync(random: Random): Fault {
  return { call: 'sync', nth: random.int(1, 5), error: 'EIO', isShort: false, isSticky: random.chance(60) };
}
