// Limits of the worlds beside the one at the root. Flags of `serve` change them.

import type { WorldLimits } from '../../http/operation/worlds.ts';

export const WORLD_LIMITS: WorldLimits = { count: 200, memoryBytes: 1_000_000_000, idleMs: 1_800_000 };
