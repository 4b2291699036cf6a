// How many queued GPRs may have estimates without a delay. This file imports nothing, because the dashboard has it, too.

/** With more queued GPRs, a reading with estimates may take seconds. */
export const ESTIMATED_AT_ONCE_MAX = 500;
