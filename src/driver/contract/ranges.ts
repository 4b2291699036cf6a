// Questions about a range of time, and their answers: charts, attempts, totals, means.

import type {
  AttemptViews,
  GanttQuery,
  NamedAttemptsQuery,
  NamedTotals,
  NamedTotalsQuery,
  SeriesColumns,
  SeriesQuery,
} from '../../../sim/index.ts';
import type { Charted } from '../charted.ts';

/** The window ends at the present instant if `toMs` is undefined. `cluster`: a name, undefined = all. */
export interface ChartWindow {
  readonly fromMs: number;
  readonly toMs: number | undefined;
  readonly cluster: string | undefined;
}

export interface GanttRequest extends ChartWindow, Pick<GanttQuery, 'pixels' | 'rows' | 'range' | 'waits'> {
  /** The name of the only node or workspace, according to `rows`; undefined = all. */
  readonly only?: string | undefined;
}

export interface AttemptsRequest
  extends ChartWindow,
    Pick<NamedAttemptsQuery, 'order' | 'isDescending' | 'offset' | 'limit' | 'sees'> {
  /** Names; undefined = all. */
  readonly node: string | undefined;
  readonly workspace: string | undefined;
  readonly gprId: string | undefined;
}

export interface AttemptsAnswer extends Charted, AttemptViews {
  /** The name of the GPR of each attempt, null for a GPR that was deleted or that the forecast makes. */
  readonly gprNames: readonly (string | null)[];
}

/** What the charts of a comparison show. `cluster`: a name, undefined = all. */
export interface ChartsWanted extends Pick<GanttQuery, 'pixels' | 'rows'> {
  readonly cluster: string | undefined;
}

export interface SeriesRequest extends ChartWindow, Pick<SeriesQuery, 'points'> {}

export interface TotalsRequest extends ChartWindow, Pick<NamedTotalsQuery, 'subject' | 'page'> {}

export interface TotalsAnswer extends Charted, NamedTotals {
  readonly toMs: number;
}

export interface SeriesChart extends Charted, SeriesColumns {
  readonly toMs: number;
}
