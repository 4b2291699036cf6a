// What every operation works with: one world and the few things around it.

import type { World } from '../driver/world.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Timeline } from '../wire/timestamps.ts';
import type { Tokens } from './auth/tokens.ts';
import type { HttpFaults } from './http-faults.ts';

/** The part of a logger that the server needs. */
export interface Log {
  error(details: object, message: string): void;
}

export interface Service {
  readonly world: World;
  /** Of the scenario that is served now. */
  readonly timeline: Timeline;
  readonly tokens: Tokens;
  readonly metrics: Metrics;
  /** Faults of the interface that are to happen. */
  readonly httpFaults: HttpFaults;
  readonly log: Log;
  /** Real time, ms since 1970: keys and tokens live in it. */
  readonly wallNowMs: () => number;
}

/** The present simulated instant as ISO 8601 UTC. */
export function simTime(service: Service): string {
  return service.timeline.iso(service.world.nowMs());
}
