// Small Gantt charts for tests.

import type { GanttAnswer } from '../../src/api/sim/answers.ts';
import { Bars } from '../../src/dashboard/gantt/data/bars.ts';
import { Rows } from '../../src/dashboard/gantt/data/row-places.ts';
import type { Scene } from '../../src/dashboard/gantt/scene/scene.ts';

export interface MadeBar {
  readonly row?: number;
  readonly lane?: number;
  readonly lanes?: number;
  readonly from: number;
  /** null: it runs. */
  readonly to: number | null;
  readonly gpr?: number;
  readonly planned?: boolean;
  /** Of a bar that ended. */
  readonly end?: GanttAnswer['bars']['end'][number];
}

export function columnsOf(bars: readonly MadeBar[]): GanttAnswer['bars'] {
  return {
    row: bars.map(({ row = 0 }) => row),
    lane: bars.map(({ lane = 0 }) => lane),
    lanes: bars.map(({ lanes = 1 }) => lanes),
    fromMs: bars.map(({ from }) => from),
    toMs: bars.map(({ to }) => to),
    gpr: bars.map(({ gpr }, i) => gpr ?? i),
    end: bars.map(({ to, end = 'complete' }) => (to === null ? 'running' : end)),
    planned: bars.map(({ planned = false }) => (planned ? 1 : 0)),
    count: bars.map(() => 1),
  };
}

/** A scene of 100 × 40 pixels over 100 ms; all of it is read, and now is 80. A row has 2 lanes and is 28 pixels high, with a gap of 2 below. */
export function sceneOf(bars: readonly MadeBar[], rows = 1, more: Partial<Scene> = {}): Scene {
  return {
    bars: new Bars(columnsOf(bars), rows),
    rows: new Rows(
      Array.from({ length: rows }, () => 2),
      30 * rows,
    ),
    window: { fromMs: 0, toMs: 100 },
    nowMs: 80,
    shownMs: 80,
    read: { fromMs: 0, toMs: 100 },
    width: 100,
    height: 40,
    scrolled: 0,
    ratio: 1,
    ...more,
  };
}
