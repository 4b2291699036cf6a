// The figures of pools, clusters and workspaces over the seeds of a variant.

import type { PartFigures, Parts } from '../part-figures.ts';

export interface VariantParts {
  /** Of the variant; '' if there is one. */
  readonly name: string;
  readonly parts: Parts;
}

/** The mean of each figure over some runs, null if a run has no value for it. */
export function partMeans(runs: readonly Parts[]): Parts {
  const meansOf = (kind: keyof Parts) => {
    const byRun = runs.map((parts) => new Map(parts[kind].map((part) => [part.name, part])));
    const names = new Set(runs.flatMap((parts) => parts[kind].map(({ name }) => name)));
    return Array.from(names, (name) => meanOf(byRun.map((ofRun) => ofRun.get(name) ?? without(name))));
  };
  return { pools: meansOf('pools'), clusters: meansOf('clusters'), workspaces: meansOf('workspaces') };
}

function meanOf(runs: readonly PartFigures[]): PartFigures {
  const mean = (figure: Exclude<keyof PartFigures, 'name'>) => {
    const values = runs.map((run) => run[figure]);
    return values.includes(null)
      ? null
      : values.reduce((sum: number, value) => sum + value!, 0) / values.length;
  };
  return {
    name: runs[0].name,
    gprs: mean('gprs')!,
    started: mean('started')!,
    waitMsMean: mean('waitMsMean'),
    waitMsP50: mean('waitMsP50'),
    waitMsP95: mean('waitMsP95'),
    waitMsP99: mean('waitMsP99'),
    utilization: mean('utilization'),
    queueLengthMean: mean('queueLengthMean')!,
    queueLengthMax: mean('queueLengthMax')!,
    evictions: mean('evictions')!,
    gpuHours: mean('gpuHours')!,
    offeredLoad: mean('offeredLoad'),
  };
}

/** A part of which a run has no figures: a workspace without GPRs. */
export function without(name: string): PartFigures {
  return {
    ...{ name, gprs: 0, started: 0, evictions: 0, gpuHours: 0, queueLengthMean: 0, queueLengthMax: 0 },
    ...{ waitMsMean: null, waitMsP50: null, waitMsP95: null, waitMsP99: null },
    ...{ utilization: null, offeredLoad: null },
  };
}
