// Limits of the worlds beside the one at the root. Flags of `serve` and options of the library set them.

import type { WorldLimits } from '../../api/frame/operation/served-world.ts';
import { badUsage } from '../../arguments/command-failure.ts';
import { parseDuration } from '../../wire/time/durations.ts';

export const WORLDS_MAX = { default: 200, from: 0, to: 10_000 };
/** MB. */
export const WORLDS_MEMORY = { default: 1_000, from: 1, to: 1_000_000 };
export const WORLDS_IDLE = '30m';

const MB = 1_000_000;

export interface GivenLimits {
  readonly worldsMax?: number | undefined;
  readonly worldsMemory?: number | undefined;
  readonly worldsIdle?: string | undefined;
}

/** @throws CommandFailure */
export function worldLimits({
  worldsMax = WORLDS_MAX.default,
  worldsMemory = WORLDS_MEMORY.default,
  worldsIdle = WORLDS_IDLE,
}: GivenLimits): WorldLimits {
  const idle = parseDuration(worldsIdle);
  if (!idle.ok) throw badUsage(`--worlds-idle ${idle.why}`);
  return { count: worldsMax, memoryBytes: worldsMemory * MB, idleMs: idle.value };
}
