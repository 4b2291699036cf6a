// The figures of pools, clusters and workspaces over the seeds of a variant.

import { CompensatedSum } from '../../../sim/index.ts';
import { PART_FIGURE_NAMES, type PartFigure, type PartFigures, type Parts } from '../figure-catalogue.ts';

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

/** The sums of a part over the runs that have figures of it, by index of the figure. */
class PartSums {
  readonly sums = PART_FIGURE_NAMES.map(() => new CompensatedSum());
  /** Whether a figure has no value in some of these runs. */
  readonly none = PART_FIGURE_NAMES.map(() => false);
  runs = 0;
}

/** The sums over the runs so far, by name of the part. */
class Sums {
  readonly #sums = new Map<string, PartSums>();

  add(part: PartFigures): void {
    const known = this.#sums.get(part.name) ?? new PartSums();
    if (known.runs === 0) this.#sums.set(part.name, known);
    known.runs += 1;
    for (let i = 0; i < PART_FIGURE_NAMES.length; i++) {
      const value = part[PART_FIGURE_NAMES[i]];
      if (value === null) known.none[i] = true;
      else known.sums[i].add(value);
    }
  }

  /** @param count number of all runs */
  means(count: number): PartFigures[] {
    return Array.from(this.#sums, ([name, { sums, none, runs }]) => {
      const ofNoRun = without(name);
      const means = PART_FIGURE_NAMES.map((figure, i) => {
        const isNone = none[i] || (runs < count && ofNoRun[figure] === null);
        return [figure, isNone ? null : sums[i].value / count];
      });
      return { name, ...(Object.fromEntries(means) as Omit<PartFigures, 'name'>) };
    });
  }
}

/** Figures that are 0 without GPRs; the others are null. */
const HAS_ZERO: readonly PartFigure[] = [
  'gprs',
  'started',
  'queueLengthMean',
  'queueLengthMax',
  'evictions',
  'gpuHours',
];

/** A part of which a run has no figures: a workspace without GPRs. */
export function without(name: string): PartFigures {
  const ofNone = PART_FIGURE_NAMES.map((figure) => [figure, HAS_ZERO.includes(figure) ? 0 : null]);
  return { name, ...(Object.fromEntries(ofNone) as Omit<PartFigures, 'name'>) };
}
