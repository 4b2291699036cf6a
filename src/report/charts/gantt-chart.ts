// The Gantt chart of a run: a row for each node, its GPUs one below the other. Bars of one color are one path; the inline
// script finds the bar under the pointer in the lines of CSV below the chart.

import type { GanttView } from '../../../sim/index.ts';
import { workspaceClass } from '../page/color-classes.ts';
import { coordinate, svgOf } from '../page/html.ts';
import {
  LEFT,
  PLOT_WIDTH,
  RIGHT_EDGE,
  TIME_AXIS_HEIGHT,
  type TimeAxis,
  timeAxis,
  WIDTH,
  xOfTime,
} from './axes.ts';
import { rowLabel } from './wait-curves.ts';

interface GanttChart {
  readonly label: string;
  readonly axis: TimeAxis;
  readonly gantt: GanttView;
  /** Where the run ends, ms. */
  readonly endMs: number;
}

/** Rows beyond this number are left out. */
export const ROWS_MAX = 400;
const PLOT_HEIGHT = 640;
const LANE_MAX = 7;
const LANE_MIN = 1;
const LABEL_HEIGHT = 11;
const TOP = 6;

interface Rows {
  readonly laneHeight: number;
  /** Row → y of its top. */
  readonly tops: readonly number[];
  readonly bottom: number;
}

export function ganttOf({ label, axis, gantt, endMs }: GanttChart): string {
  const rows = rowsOf(gantt);
  const { tops, bottom, laneHeight } = rows;
  const count = tops.length;
  const frames = gantt.rows.slice(0, count).map(({ lanes, down }, row) => {
    const height = lanes * laneHeight;
    const free = `<rect class="free" x="${LEFT}" y="${coordinate(tops[row])}" width="${PLOT_WIDTH}" height="${coordinate(height)}"/>`;
    const downs = down.map(({ fromMs, toMs }) => {
      const from = xOfTime(axis, Math.max(axis.fromMs, fromMs));
      const to = xOfTime(axis, Math.min(toMs ?? endMs, endMs));
      return `M${coordinate(from)} ${coordinate(tops[row])}H${coordinate(to)}v${coordinate(height)}H${coordinate(from)}Z`;
    });
    return { free, down: downs.join('') };
  });
  const { fills, evicted } = barsOf({ label, axis, gantt, endMs }, rows);
  const paths = [...fills].map(([kind, d]) => `<path class="${kind}" d="${d.join('')}"/>`);
  const plot = [
    ...frames.map(({ free }) => free),
    `<path class="down" d="${frames.map(({ down }) => down).join('')}"/>`,
    ...paths,
    `<path class="evicted" d="${evicted.join('')}"/>`,
  ].join('\n');
  const box = `x="${LEFT}" y="${TOP}" width="${PLOT_WIDTH}" height="${coordinate(bottom - TOP)}"`;
  const inner = `<svg class="plot" ${box} viewBox="${LEFT} ${TOP} ${PLOT_WIDTH} ${coordinate(bottom - TOP)}" preserveAspectRatio="none">${plot}</svg>`;
  const attributes = [
    ' class="gantt"',
    `data-from="${axis.timeline.epochMs(axis.fromMs)}"`,
    `data-to="${axis.timeline.epochMs(axis.toMs)}"`,
    `data-tops="${tops.map(coordinate).join(' ')}"`,
    `data-lane="${coordinate(laneHeight)}"`,
  ].join(' ');
  const content = `${labelsOf(gantt, rows)}${timeAxis(axis, TOP, bottom)}${inner}`;
  return svgOf(label, WIDTH, bottom + TIME_AXIS_HEIGHT, content, attributes);
}

function rowsOf({ rows }: GanttView): Rows {
  const shown = rows.slice(0, ROWS_MAX);
  const lanes = shown.reduce((sum, row) => sum + row.lanes, 0);
  const laneHeight = Math.max(LANE_MIN, Math.min(LANE_MAX, Math.floor((2 * PLOT_HEIGHT) / lanes) / 2));
  const gap = laneHeight >= 3 ? 4 : laneHeight > LANE_MIN ? 2 : 1;
  const tops: number[] = [];
  let bottom = TOP;
  for (const row of shown) {
    tops.push(bottom);
    bottom += row.lanes * laneHeight + gap;
  }
  return { laneHeight, tops, bottom };
}

/** Labels of all rows for which there is room. */
function labelsOf({ rows }: GanttView, { tops, laneHeight }: Rows): string {
  let free = Number.NEGATIVE_INFINITY;
  return tops
    .map((top, row) => {
      const middle = top + (rows[row].lanes * laneHeight) / 2;
      if (middle - LABEL_HEIGHT / 2 < free) return '';
      free = middle + LABEL_HEIGHT / 2;
      return rowLabel(rows[row].name, middle + 4);
    })
    .join('');
}

/** Paths by class, and the right edges of evicted bars. */
function barsOf({ axis, gantt, endMs }: GanttChart, { tops, laneHeight }: Rows) {
  const fills = new Map<string, string[]>();
  const evicted: string[] = [];
  const { bars, gprs } = gantt;
  const split = laneHeight >= 3 ? 0.6 : 0;
  bars.row.forEach((row, bar) => {
    if (row >= tops.length) return;
    const from = xOfTime(axis, Math.max(bars.fromMs[bar], axis.fromMs));
    const to = xOfTime(axis, Math.min(bars.toMs[bar] ?? endMs, endMs));
    const gpr = bars.gpr[bar];
    const kind = gpr < 0 ? 'merged' : workspaceClass(gprs[gpr].workspace);
    const top = tops[row] + bars.lane[bar] * laneHeight;
    const height = bars.lanes[bar] * laneHeight - split;
    // A gap between two bars of one color, unless they are narrow.
    const width = Math.max(0.4, to - from > 2.5 ? to - from - 0.6 : to - from);
    const path = fills.get(kind) ?? [];
    fills.set(kind, path);
    path.push(
      `M${coordinate(from)} ${coordinate(top)}h${coordinate(width)}v${coordinate(height)}h-${coordinate(width)}z`,
    );
    if (bars.end[bar] === 'evicted')
      evicted.push(`M${coordinate(Math.min(to, RIGHT_EDGE))} ${coordinate(top)}v${coordinate(height)}`);
  });
  return { fills, evicted };
}

export const GANTT_COLUMNS: readonly string[] = [
  ...['row', 'node', 'cluster', 'firstGpu', 'gpus', 'from', 'to', 'gprId', 'workspace', 'priority', 'end'],
  'attempts',
];

/** A line for each bar. `to` is empty while the attempt runs; a merged bar has no GPR. */
export function ganttLines({ axis: { timeline }, gantt }: Pick<GanttChart, 'axis' | 'gantt'>): unknown[][] {
  const { bars, gprs, rows } = gantt;
  return bars.row.map((row, bar) => {
    const gpr = bars.gpr[bar] < 0 ? undefined : gprs[bars.gpr[bar]];
    const { name, cluster } = rows[row];
    return [
      ...[row, name, cluster, bars.lane[bar], bars.lanes[bar]],
      ...[timeline.iso(bars.fromMs[bar]), timeline.isoOrEmpty(bars.toMs[bar])],
      ...[gpr?.gprId, gpr?.workspace, gpr?.priority, bars.end[bar], bars.count[bar]],
    ];
  });
}

/** The workspaces of the bars of charts, by name. */
export function workspacesOf(charts: readonly GanttView[]): string[] {
  return [...new Set(charts.flatMap(({ gprs }) => gprs.map(({ workspace }) => workspace)))].sort();
}
