// What the figures of a scenario count, and which of them have no meaning there. Texts and tables leave those out; JSON and CSV
// have all.

import type { Scenario } from '../../sim/index.ts';
import { RUN_FIGURE_NAMES, RUN_FIGURES, type RunFigure } from '../wire/run-figures.ts';
import { type Unit, unitOf } from '../wire/text/unit.ts';

export interface Meaning {
  readonly unit: Unit;
  readonly without: ReadonlySet<RunFigure>;
}

export function meaningOf({ clusters, workload }: Pick<Scenario, 'clusters' | 'workload'>): Meaning {
  const unit = unitOf(clusters.flatMap(({ nodes }) => nodes.map(({ gpuModelName }) => gpuModelName)));
  const isTimeless =
    workload.length > 0 && workload.every((one) => one.kind === 'trace' && one.arrivals === 'shuffled');
  // Processors of a machine are interchangeable: free ones are never in the wrong place. GPRs of shuffled arrivals come one by
  // one, whatever their time in the log, and stay.
  const isMissing = { places: unit === 'processor', times: isTimeless };
  const without = RUN_FIGURE_NAMES.filter((figure) => {
    const { needs } = RUN_FIGURES[figure];
    return needs !== undefined && isMissing[needs];
  });
  return { unit, without: new Set(without) };
}

/** What is common to figures that are in one table. */
export function commonMeaning(a: Meaning | undefined, b: Meaning): Meaning {
  if (a === undefined) return b;
  return {
    unit: a.unit === b.unit ? a.unit : 'GPU',
    without: new Set([...a.without].filter((figure) => b.without.has(figure))),
  };
}

/** The meaning of waits, flows and slowdowns. */
export const hasTimes = ({ without }: Meaning): boolean => !without.has('waitMsMean');
