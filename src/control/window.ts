// The window of a chart in a request.

import type { ChartWindow, World } from '../driver/world.ts';
import { Failure } from '../http/failure.ts';
import { problem } from '../http/problems.ts';
import { requireCluster } from './cluster.ts';

interface Sent {
  /** ms since the scenario's start. */
  readonly from: number;
  readonly to?: number | undefined;
  readonly cluster?: string | undefined;
}

/** @throws Failure `invalid` if the cluster is unknown, or the window ends before it begins */
export function windowOf({ from, to, cluster }: Sent, world: World): ChartWindow {
  requireCluster(cluster ?? '', world);
  if (to !== undefined && to < from) {
    throw new Failure('invalid', {}, [problem('to', `must be at least ${from}, the value of "from"`)]);
  }
  return { fromMs: from, toMs: to, cluster };
}
