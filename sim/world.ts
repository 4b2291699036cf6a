// What a world is made of, for the rooms that need more of it than the kernel's state.

import type { IdCipher } from './base/ids.ts';
import type { EndedGprs } from './followers/indexes/ended.ts';
import type { GprIndex } from './followers/indexes/gprs.ts';
import type { Invalidations } from './followers/invalidations.ts';
import type { Core } from './kernel/core.ts';
import type { Directory } from './language/directory.ts';
import type { Scenario } from './language/scenario.ts';
import type { Resources } from './tables/resources.ts';

export interface World {
  readonly scenario: Scenario;
  readonly core: Core;
  readonly resources: Resources;
  /** Names; a forecast shares them and changes none. */
  readonly directory: Directory;
  readonly ids: IdCipher;
  readonly invalidations: Invalidations;
  /** GPRs by uid and by workspace; those that have ended. A forecast asks neither. */
  readonly index: GprIndex;
  readonly ended: EndedGprs;
  /** true: a copy that is run ahead. Nobody reads its names and messages. */
  readonly isCopy: boolean;
}
