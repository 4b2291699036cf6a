// The speeds that viewers offer. This file imports nothing, because the dashboard has it, too.

/** Simulated seconds per real second. */
export const SPEEDS: readonly number[] = [1, 10, 60, 600, 3600, 10_000];
