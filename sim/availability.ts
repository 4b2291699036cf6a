// When could a request start, pool by pool? Each pool is answered by a forecast with the request inserted, so that the
// answer is the start the request would have if it were created now and nothing else happened.

import type { Core } from './core.ts';
import { blindCopy, engineOf } from './forecast.ts';
import { NONE } from './gpr.ts';
import { create } from './lifecycle.ts';
import { NEVER } from './time.ts';

/** A request in the engine's terms; its pool is the question. */
export interface Prospect {
  readonly workspace: number;
  readonly priority: number;
  readonly exitMs: number;
  readonly flags: number;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  readonly dedicatedNodes: boolean;
  readonly evicts: boolean;
}

export interface ProspectStart {
  /** NEVER = cannot be foreseen. */
  readonly startMs: number;
  /** uids of the GPRs that the request itself evicts when it starts. */
  readonly victims: readonly number[];
}

/** No GPR has this uid. */
const PROSPECT_UID = 2 ** 48;

/** @param classes mask of the pool's classes that the request accepts */
export function prospectStart(core: Core, prospect: Prospect, pool: number, classes: number): ProspectStart {
  const copy = blindCopy(core);
  const engine = engineOf(copy);
  engine.openAt(copy.now);
  const demand = copy.demands.of(
    prospect.nodeCount,
    prospect.gpusPerNode,
    prospect.dedicatedNodes,
    prospect.evicts,
    classes,
  );
  const row = create(
    copy,
    PROSPECT_UID,
    prospect.workspace,
    pool,
    demand,
    prospect.priority,
    prospect.exitMs,
    NEVER,
    NEVER,
    0,
    prospect.flags,
    0,
  );
  const foreseen = new Float64Array(copy.gprs.capacity).fill(-1);
  foreseen[row] = NEVER;
  copy.foreseen = foreseen;
  copy.foreseenLeft = 1;
  copy.watched = row;
  engine.close();
  while (foreseen[row] === NEVER && copy.nextAt() < NEVER) engine.runTo(copy.nextAt());
  copy.watched = NONE;
  return { startMs: foreseen[row], victims: foreseen[row] === NEVER ? [] : copy.victims };
}
