// When could a request start, pool by pool? Each pool is answered by a forecast with the request inserted, so that the
// answer is the start the request would have if it were created now and nothing else happened. Auto selection takes the
// first of these answers.

import type { CreateGpr } from './commands.ts';
import type { Core } from './core.ts';
import { poolNames } from './fact-view.ts';
import { blindCopy, engineOf } from './forecast.ts';
import { indexOf, NONE } from './gpr.ts';
import { create } from './lifecycle.ts';
import { type Candidate, flagsOf } from './request.ts';
import { NEVER } from './time.ts';

export interface Prospect {
  readonly pool: number;
  /** NEVER = cannot be foreseen. */
  readonly startMs: number;
  /** uids of the GPRs that the request itself evicts when it starts. */
  readonly victims: readonly number[];
}

/** No GPR has this uid. */
const PROSPECT_UID = 2 ** 48;

/**
 * The starts of a request in its candidates, in order of start, cluster, instance type.
 * @param request with its flags filled in
 */
export function prospects(
  core: Core,
  workspace: number,
  request: CreateGpr,
  candidates: readonly Candidate[],
): Prospect[] {
  const named = candidates.map((candidate) => ({
    prospect: prospectOf(core, workspace, request, candidate),
    ...poolNames(core.directory, candidate.pool),
  }));
  named.sort(
    (a, b) =>
      order(a.prospect.startMs, b.prospect.startMs) ||
      order(a.cluster, b.cluster) ||
      order(a.instanceType, b.instanceType) ||
      a.prospect.pool - b.prospect.pool,
  );
  return named.map(({ prospect }) => prospect);
}

/** The start of a request in one pool. */
function prospectOf(
  core: Core,
  workspace: number,
  request: CreateGpr,
  { pool, classes }: Candidate,
): Prospect {
  const copy = blindCopy(core);
  const engine = engineOf(copy);
  engine.openAt(copy.now);
  const { nodeCount, gpusPerNode, dedicatedNodes, enableEviction } = request;
  const row = create(
    copy,
    PROSPECT_UID,
    workspace,
    pool,
    copy.demands.of(nodeCount, gpusPerNode, dedicatedNodes, enableEviction === true, classes),
    request.priority,
    request.exitMs,
    NEVER,
    NEVER,
    0,
    flagsOf(request),
    0,
  );
  const foreseen = new Float64Array(copy.gprs.capacity).fill(-1);
  foreseen[indexOf(row)] = NEVER;
  copy.foreseen = foreseen;
  copy.foreseenLeft = 1;
  copy.watched = row;
  engine.close();
  while (foreseen[indexOf(row)] === NEVER && copy.nextAt() < NEVER) engine.runTo(copy.nextAt());
  copy.watched = NONE;
  return {
    pool,
    startMs: foreseen[indexOf(row)],
    victims: foreseen[indexOf(row)] === NEVER ? [] : copy.victims,
  };
}

function order<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
