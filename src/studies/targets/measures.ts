// The measures that a target can name, and where the figures of a run have them.

import { sumOf } from '../../../sim/index.ts';
import { type FigureKind, RUN_FIGURE_NAMES, RUN_FIGURES } from '../../wire/run-figures.ts';
import { type Figures, PART_FIGURE_NAMES, PART_FIGURES, type PartFigures } from '../figure-catalogue.ts';

/** Where the figures have a statistic; undefined where there is none. */
interface Places {
  readonly ofRun?: (figures: Figures) => number | null;
  readonly ofPart?: (figures: PartFigures) => number | null;
}

interface Measure {
  readonly kind: FigureKind;
  /** Whether a GPR that never starts makes it no worse. */
  readonly ignoresUnstarted: boolean;
  /** By statistic; '' for the measure by its name alone. */
  readonly statistics: Readonly<Record<string, Places>>;
}

/** Under the queue policy refuse, nothing waits. */
const IGNORING_UNSTARTED = ['wait', 'flow', 'queue', 'evictions', 'slowdown', 'makespan'];

/** The queues of all pools: a GPR waits in one pool at a time. */
const allQueues = ({ parts }: Figures) => sumOf(parts.pools.map((pool) => pool.queueLengthMean));
/** A GPR that a burst moved here can have started without having been created here. */
const startedShare = (gprs: number, started: number) => (gprs === 0 ? null : Math.min(1, started / gprs));

const measures: Record<string, Measure & { statistics: Record<string, Places> }> = {};

/** @param target such as `p95(wait)` or `evictions` */
function add(target: string, kind: FigureKind, places: Places): void {
  const [, statistic = '', measure] = /^(?:(.*)\()?(.*?)\)?$/.exec(target)!;
  measures[measure] ??= { kind, ignoresUnstarted: IGNORING_UNSTARTED.includes(measure), statistics: {} };
  const { statistics } = measures[measure];
  statistics[statistic] = { ...statistics[statistic], ...places };
}

for (const name of RUN_FIGURE_NAMES) {
  const { target, kind } = RUN_FIGURES[name];
  if (target !== undefined) add(target, kind, { ofRun: (run) => run[name] });
}
for (const name of PART_FIGURE_NAMES) {
  const { target, kind } = PART_FIGURES[name];
  if (target !== undefined) add(target, kind, { ofPart: (part) => part[name] });
}
add('mean(queue)', 'number', { ofRun: allQueues });
add('mean(utilization)', 'share', measures.utilization.statistics['']);
add('started', 'share', {
  ofRun: ({ gprs, placed }) => startedShare(gprs, placed),
  ofPart: ({ gprs, started }) => startedShare(gprs, started),
});

export const MEASURES: Readonly<Record<string, Measure>> = measures;

export const STATISTICS: readonly string[] = [
  ...new Set(Object.values(MEASURES).flatMap(({ statistics }) => Object.keys(statistics))),
].filter((statistic) => statistic !== '');

/** How a target writes a statistic of a measure: `p95(wait)`, `evictions`. */
export function spelled(statistic: string, measure: string): string {
  return statistic === '' ? measure : `${statistic}(${measure})`;
}

/** All figures that a target can name, of whole runs or of parts. */
export function figureNames(of: 'ofRun' | 'ofPart'): string[] {
  return Object.entries(MEASURES).flatMap(([measure, { statistics }]) =>
    Object.entries(statistics).flatMap(([statistic, places]) =>
      places[of] === undefined ? [] : [spelled(statistic, measure)],
    ),
  );
}
