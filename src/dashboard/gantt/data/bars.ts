// The bars of a Gantt chart by row and start, so that a binary search finds those in a window.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { firstFrom } from '../../axis/search.ts';

export interface Bar {
  readonly row: number;
  readonly lane: number;
  readonly lanes: number;
  readonly fromMs: number;
  /** Infinity while the attempt runs. */
  readonly toMs: number;
  /** The latest end among the bars of the row up to this one. */
  readonly reachMs: number;
  /** −1 for a merged bar. */
  readonly gpr: number;
  readonly kind: 'past' | 'running' | 'planned';
  readonly end: GanttAnswer['bars']['end'][number];
  readonly count: number;
}

export class Bars {
  readonly size: number;
  /** Row → its bars by start. */
  readonly ofRow: readonly (readonly Bar[])[];

  constructor(columns: GanttAnswer['bars'], rows: number) {
    const ofRow: Bar[][] = Array.from({ length: rows }, () => []);
    const order = columns.row.map((_, i) => i).sort((a, b) => columns.fromMs[a] - columns.fromMs[b]);
    for (const i of order) {
      const row = columns.row[i];
      const toMs = columns.toMs[i] ?? Number.POSITIVE_INFINITY;
      ofRow[row].push({
        row,
        lane: columns.lane[i],
        lanes: columns.lanes[i],
        fromMs: columns.fromMs[i],
        toMs,
        reachMs: Math.max(toMs, ofRow[row].at(-1)?.reachMs ?? toMs),
        gpr: columns.gpr[i],
        kind: columns.planned[i] === 1 ? 'planned' : columns.toMs[i] === null ? 'running' : 'past',
        end: columns.end[i],
        count: columns.count[i],
      });
    }
    this.size = order.length;
    this.ofRow = ofRow;
  }

  /** The bars of a row among which all are that overlap a time; the first of them does. */
  between(row: number, fromMs: number, toMs: number): readonly Bar[] {
    const bars = this.ofRow[row];
    return bars.slice(
      firstFrom(bars.length, (i) => bars[i].reachMs > fromMs),
      firstFrom(bars.length, (i) => bars[i].fromMs >= toMs),
    );
  }
}
