// The figures of pools, clusters and workspaces over the seeds of a variant.

import { CompensatedSum } from '../../../sim/index.ts';
import type { PartFigures, Parts } from '../part-figures.ts';

export interface VariantParts {
  /** Of the variant; '' if there is one. */
  readonly name: string;
  readonly parts: Parts;
}

const KINDS = ['pools', 'clusters', 'workspaces'] as const;

/** The mean of each figure over some runs, null if a run has no value for it. */
export class PartMeans {
  readonly #sums = { pools: new Sums(), clusters: new Sums(), workspaces: new Sums() };
  #count = 0;

  /** Adds a run. */
  add(parts: Parts): void {
    this.#count += 1;
    for (const kind of KINDS) for (const part of parts[kind]) this.#sums[kind].add(part);
  }

  means(): Parts {
    const [pools, clusters, workspaces] = KINDS.map((kind) => this.#sums[kind].means(this.#count));
    return { pools, clusters, workspaces };
  }
}

type Figure = Exclude<keyof PartFigures, 'name'>;

/** The sums of a part over the runs that have figures of it. */
interface PartSums {
  readonly sums: Map<Figure, CompensatedSum>;
  /** Figures without a value in some of these runs. */
  readonly none: Set<Figure>;
  runs: number;
}

/** The sums over the runs so far, by name of the part. */
class Sums {
  readonly #sums = new Map<string, PartSums>();

  add(part: PartFigures): void {
    const { name, ...figures } = part;
    const known = this.#sums.get(name) ?? { sums: new Map(), none: new Set(), runs: 0 };
    if (known.runs === 0) this.#sums.set(name, known);
    known.runs += 1;
    for (const [figure, value] of Object.entries(figures) as [Figure, number | null][]) {
      const sum = known.sums.get(figure) ?? new CompensatedSum();
      known.sums.set(figure, sum);
      if (value === null) known.none.add(figure);
      else sum.add(value);
    }
  }

  /** @param count number of all runs */
  means(count: number): PartFigures[] {
    return Array.from(this.#sums, ([name, { sums, none, runs }]) => {
      const ofNoRun = without(name);
      const mean = (figure: Figure) => {
        const isNone = none.has(figure) || (runs < count && ofNoRun[figure] === null);
        return isNone ? null : sums.get(figure)!.value / count;
      };
      return {
        name,
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
    });
  }
}

/** A part of which a run has no figures: a workspace without GPRs. */
export function without(name: string): PartFigures {
  return {
    ...{ name, gprs: 0, started: 0, evictions: 0, gpuHours: 0, queueLengthMean: 0, queueLengthMax: 0 },
    ...{ waitMsMean: null, waitMsP50: null, waitMsP95: null, waitMsP99: null },
    ...{ utilization: null, offeredLoad: null },
  };
}
