// A made-up Gantt answer for measurements: every lane of every row is held by one bar after the other,
// and each has waited, for one or two reasons.

import type { GanttAnswer } from '../../../src/api/sim/answers.ts';
import type { WaitColumns } from '../../../src/dashboard/gantt/data/wait-lanes.ts';
import { WAIT_REASONS } from '../../../src/looks/wait-reasons.ts';

const LANES = 8;
const GPRS = 1000;
const ENDS = ['complete', 'complete', 'complete', 'released', 'evicted', 'node-failure'] as const;

/** @param bars how many in all @param rows nodes with 8 GPUs @param spanMs the time that the bars fill */
export function madeUp(
  bars: number,
  rows: number,
  spanMs: number,
): GanttAnswer & { readonly waits: WaitColumns } {
  const draw = drawsFrom(1);
  const perRow = Math.ceil(bars / rows);
  const length = (2 * spanMs * LANES) / (perRow + LANES);
  const columns: Record<
    'row' | 'lane' | 'lanes' | 'fromMs' | 'toMs' | 'gpr' | 'planned' | 'count',
    number[]
  > = {
    row: [],
    lane: [],
    lanes: [],
    fromMs: [],
    toMs: [],
    gpr: [],
    planned: [],
    count: [],
  };
  const waits: Record<'row' | 'lane' | 'gpr' | 'fromMs' | 'toMs', number[]> & {
    reason: WaitColumns['reason'][number][];
  } = { row: [], lane: [], gpr: [], fromMs: [], toMs: [], reason: [] };
  const wait = (row: number, lane: number, gpr: number, fromMs: number, toMs: number) => {
    waits.row.push(row);
    waits.lane.push(lane);
    waits.gpr.push(gpr);
    waits.fromMs.push(fromMs);
    waits.toMs.push(toMs);
    waits.reason.push(WAIT_REASONS[Math.floor(draw() * WAIT_REASONS.length)]);
  };
  const end: GanttAnswer['bars']['end'][number][] = [];
  for (let row = 0; row < rows; row++) {
    const freeAt = Array.from({ length: LANES }, () => draw() * length);
    for (let i = 0; i < perRow && end.length < bars; i++) {
      const lane = freeAt.indexOf(Math.min(...freeAt));
      const fromMs = freeAt[lane];
      freeAt[lane] += draw() * length;
      columns.row.push(row);
      columns.lane.push(lane);
      columns.lanes.push(1);
      columns.fromMs.push(fromMs);
      columns.toMs.push(freeAt[lane]);
      const gpr = Math.floor(draw() * GPRS);
      columns.gpr.push(gpr);
      const beganMs = Math.max(0, fromMs - draw() * 2 * length);
      const changedMs = beganMs + draw() * (fromMs - beganMs);
      if (draw() < 0.5) wait(row, lane, gpr, beganMs, changedMs);
      wait(row, lane, gpr, changedMs, fromMs);
      columns.planned.push(fromMs > spanMs * 0.9 ? 1 : 0);
      columns.count.push(1);
      end.push(ENDS[Math.floor(draw() * ENDS.length)]);
    }
  }
  return {
    branch: 1,
    seq: 1,
    nowMs: spanMs * 0.9,
    fromMs: 0,
    toMs: spanMs,
    rowsTotal: rows,
    rows: Array.from({ length: rows }, (_, i) => ({
      name: `node-${i}`,
      cluster: 'c',
      lanes: LANES,
      down: [],
    })),
    bars: { ...columns, end },
    waits,
    gprs: Array.from({ length: GPRS }, (_, i) => ({
      gprId: `gpr-${i}`,
      gprName: `request-${i}`,
      workspace: `team-${i % 12}`,
      priority: 1 + (i % 300),
    })),
  };
}

/** Numbers from 0 to 1 that are the same in each run (Lehmer's generator). */
function drawsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
