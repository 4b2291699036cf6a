// What a world is made of, for the rooms that need more of it than the engine's state.

import type { Core } from './core.ts';
import type { Directory } from './directory.ts';
import type { IdCipher } from './ids.ts';
import type { Scenario } from './scenario.ts';
import type { Stream, StreamTable } from './workload/arrivals.ts';

export interface WorldParts {
  readonly scenario: Scenario;
  readonly core: Core;
  readonly directory: Directory;
  readonly ids: IdCipher;
  readonly streams: readonly Stream[];
  readonly streamTable: StreamTable;
}
