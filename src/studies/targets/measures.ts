// The measures that a target can name, and where the figures of a run have them.

import { sumOf } from '../../../sim/index.ts';
import type { Figures } from '../figures.ts';
import type { PartFigures } from '../part-figures.ts';

type Kind = 'time' | 'share' | 'number';

/** The members of the figures that have a statistic; undefined where there is none. */
interface Places {
  readonly ofRun?: (figures: Figures) => number | null;
  readonly ofPart?: (figures: PartFigures) => number | null;
}

interface Measure {
  readonly kind: Kind;
  /** Whether a GPR that never starts makes it no worse. */
  readonly ignoresUnstarted?: true;
  /** By statistic; '' for the measure by its name alone. */
  readonly statistics: Readonly<Record<string, Places>>;
}

/** The queues of all pools: a GPR waits in one pool at a time. */
const allQueues = ({ parts }: Figures) => sumOf(parts.pools.map((pool) => pool.queueLengthMean));
/** A GPR that a burst moved here can have started without having been created here. */
const startedShare = (gprs: number, started: number) => (gprs === 0 ? null : Math.min(1, started / gprs));
const utilization: Places = { ofRun: (run) => run.utilization, ofPart: (part) => part.utilization };
const single = (kind: Kind, places: Places): Measure => ({ kind, statistics: { '': places } });

export const MEASURES: Readonly<Record<string, Measure>> = {
  wait: {
    kind: 'time',
    ignoresUnstarted: true,
    statistics: {
      mean: { ofRun: (run) => run.waitMsMean, ofPart: (part) => part.waitMsMean },
      p50: { ofRun: (run) => run.waitMsP50, ofPart: (part) => part.waitMsP50 },
      p95: { ofRun: (run) => run.waitMsP95, ofPart: (part) => part.waitMsP95 },
      p99: { ofRun: (run) => run.waitMsP99, ofPart: (part) => part.waitMsP99 },
      max: { ofRun: (run) => run.waitMsMax },
    },
  },
  flow: {
    kind: 'time',
    ignoresUnstarted: true,
    statistics: { mean: { ofRun: (run) => run.flowMsMean } },
  },
  queue: {
    kind: 'number',
    // Under the queue policy refuse, nothing waits.
    ignoresUnstarted: true,
    statistics: {
      mean: { ofRun: allQueues, ofPart: (part) => part.queueLengthMean },
      max: { ofPart: (part) => part.queueLengthMax },
    },
  },
  utilization: { kind: 'share', statistics: { '': utilization, mean: utilization } },
  load: single('share', { ofPart: (part) => part.offeredLoad }),
  evictions: {
    ...single('number', { ofRun: (run) => run.evictions, ofPart: (part) => part.evictions }),
    ignoresUnstarted: true,
  },
  fragmentation: single('share', { ofRun: (run) => run.fragmentation }),
  slowdown: {
    kind: 'number',
    ignoresUnstarted: true,
    statistics: {
      mean: { ofRun: (run) => run.boundedSlowdownMean },
      max: { ofRun: (run) => run.boundedSlowdownMax },
    },
  },
  started: single('share', {
    ofRun: ({ gprs, placed }) => startedShare(gprs, placed),
    ofPart: ({ gprs, started }) => startedShare(gprs, started),
  }),
  allocated: single('share', { ofRun: (run) => run.allocatedAtEnd }),
  completed: single('number', { ofRun: (run) => run.completed }),
  failed: single('number', { ofRun: (run) => run.failed }),
  waiting: single('number', { ofRun: (run) => run.waiting }),
  makespan: { ...single('time', { ofRun: (run) => run.simMs }), ignoresUnstarted: true },
};

export const STATISTICS: readonly string[] = ['mean', 'p50', 'p95', 'p99', 'max'];

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
