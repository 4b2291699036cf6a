// What the figures of a scenario count, and which of them have no meaning there. Texts and tables leave those out; JSON and CSV
// have all.

import type { Scenario } from '../../sim/index.ts';
import { type Unit, unitOf } from '../wire/text/unit.ts';
import type { Figures } from './figures.ts';

export interface Meaning {
  readonly unit: Unit;
  readonly without: ReadonlySet<keyof Figures>;
}

/** Processors of a machine are interchangeable: free ones are never in the wrong place. */
const OF_PLACES = ['fragmentation'] as const;
/** GPRs of shuffled arrivals come one by one, whatever their time in the log, and stay. */
const OF_TIME = [
  ...(['waitMsMean', 'waitMsP50', 'waitMsP95', 'waitMsP99', 'waitMsMax', 'flowMsMean'] as const),
  ...([
    'boundedSlowdownMean',
    'boundedSlowdownMax',
    'completed',
    'timedOut',
    'evictions',
    'requeues',
  ] as const),
  ...(['estimateErrorMsMean', 'simMs'] as const),
] as const;

export function meaningOf({ clusters, workload }: Pick<Scenario, 'clusters' | 'workload'>): Meaning {
  const unit = unitOf(clusters.flatMap(({ nodes }) => nodes.map(({ gpuModelName }) => gpuModelName)));
  const isTimeless =
    workload.length > 0 && workload.every((one) => one.kind === 'trace' && one.arrivals === 'shuffled');
  const without: readonly (keyof Figures)[] = [
    ...(unit === 'processor' ? OF_PLACES : []),
    ...(isTimeless ? OF_TIME : []),
  ];
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
