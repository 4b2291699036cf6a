// The Gantt chart of a run: a row for each node, its GPUs one below the other. Bars of one color are one path; the inline
// script finds the bar under the pointer in the lines of CSV below the chart.

import type { GanttView } from '../../../sim/index.ts';
import type { Unit } from '../../wire/text/unit.ts';
import { coordinate, svgOf } from '../page/html.ts';
import { type Columns, pieceOf } from '../page/packed-csv.ts';
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
  readonly unit: Unit;
  /** By workspace: the class of its color. */
  readonly classes: ReadonlyMap<string, string>;
}

/** Rows beyond this number are left out. */
export const ROWS_MAX = 400;
const PLOT_HEIGHT = 640;
const LANE_MAX = 7;
const LANE_MIN = 1;
const LABEL_HEIGHT = 11;
const TOP = 6;
/** Units of the plot per unit of the picture, horizontally: whole numbers take less room, and a zoom shows more. */
const UNITS = 20;
const PLOT_UNITS = PLOT_WIDTH * UNITS;
const unitsOf = (x: number) => Math.round((x - LEFT) * UNITS);

interface Rows {
  readonly laneHeight: number;
  /** Row → y of its top. */
  readonly tops: readonly number[];
  readonly bottom: number;
}

export function ganttOf({ label, axis, gantt, endMs, unit, classes }: GanttChart): string {
  const rows = rowsOf(gantt);
  const { tops, bottom, laneHeight } = rows;
  const count = tops.length;
  const frames = gantt.rows.slice(0, count).map(({ lanes, down }, row) => {
    const height = lanes * laneHeight;
    const free = `<rect class="free" x="0" y="${coordinate(tops[row])}" width="${PLOT_UNITS}" height="${coordinate(height)}"/>`;
    const downs = down.map(({ fromMs, toMs }) => {
      const from = unitsOf(xOfTime(axis, Math.max(axis.fromMs, fromMs)));
      const to = unitsOf(xOfTime(axis, Math.min(toMs ?? endMs, endMs)));
      return `M${from} ${coordinate(tops[row])}H${to}v${coordinate(height)}H${from}Z`;
    });
    return { free, down: downs.join('') };
  });
  const { strokes, evicted } = barsOf({ axis, gantt, endMs, classes }, rows);
  const paths = strokes.map(
    ({ kind, height, path }) =>
      `<path class="bars ${kind}" stroke-width="${coordinate(height)}" d="M0 0${path.join('')}"/>`,
  );
  const plot = [
    ...frames.map(({ free }) => free),
    `<path class="down" d="${frames.map(({ down }) => down).join('')}"/>`,
    ...paths,
    `<path class="evicted" d="${evicted.join('')}"/>`,
  ].join('\n');
  const box = `x="${LEFT}" y="${TOP}" width="${PLOT_WIDTH}" height="${coordinate(bottom - TOP)}"`;
  const inner = `<svg class="plot" ${box} viewBox="0 ${TOP} ${PLOT_UNITS} ${coordinate(bottom - TOP)}" preserveAspectRatio="none">${plot}</svg>`;
  const attributes = [
    ' class="gantt"',
    `data-from="${axis.timeline.epochMs(axis.fromMs)}"`,
    `data-to="${axis.timeline.epochMs(axis.toMs)}"`,
    `data-tops="${tops.map(coordinate).join(' ')}"`,
    `data-unit="${unit}"`,
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

/** Bars of one class and one height: their strokes are one path, each of them relative to the one before. */
interface Strokes {
  readonly kind: string;
  readonly height: number;
  readonly path: string[];
  x: number;
  y: number;
}

/** Paths by class and height, and the right edges of evicted bars. */
function barsOf(
  { axis, gantt, endMs, classes }: Pick<GanttChart, 'axis' | 'gantt' | 'endMs' | 'classes'>,
  { tops, laneHeight }: Rows,
) {
  const strokes = new Map<string, Strokes>();
  const evicted: string[] = [];
  const { bars, gprs } = gantt;
  const split = laneHeight >= 3 ? 0.6 : 0;
  for (const bar of byRow(gantt)) {
    const row = bars.row[bar];
    if (row >= tops.length) continue;
    const from = unitsOf(xOfTime(axis, Math.max(bars.fromMs[bar], axis.fromMs)));
    const to = unitsOf(xOfTime(axis, Math.min(bars.toMs[bar] ?? endMs, endMs)));
    const gpr = bars.gpr[bar];
    const kind = gpr < 0 ? 'merged' : classes.get(gprs[gpr].workspace)!;
    const top = tops[row] + bars.lane[bar] * laneHeight;
    const height = bars.lanes[bar] * laneHeight - split;
    // A gap between two bars of one color, unless they are narrow.
    const width = Math.max(0.4 * UNITS, to - from > 2.5 * UNITS ? to - from - 0.6 * UNITS : to - from);
    const key = `${kind} ${height}`;
    const stroke = strokes.get(key) ?? { kind, height, path: [], x: 0, y: 0 };
    strokes.set(key, stroke);
    const y = top + height / 2;
    stroke.path.push(`m${from - stroke.x} ${coordinate(y - stroke.y)}h${width}`);
    stroke.x = from + width;
    stroke.y = y;
    if (bars.end[bar] === 'evicted')
      evicted.push(`M${Math.min(to, unitsOf(RIGHT_EDGE))} ${coordinate(top)}v${coordinate(height)}`);
  }
  return { strokes: [...strokes.values()], evicted };
}

/** The bars row by row, so that most are right of the one before. */
function byRow({ bars }: GanttView): number[] {
  const { row, lane, fromMs } = bars;
  return [...row.keys()].sort((a, b) => row[a] - row[b] || lane[a] - lane[b] || fromMs[a] - fromMs[b]);
}

/** A line for each bar. `to` is empty while the attempt runs; a merged bar has no GPR. */
export function ganttColumns({ axis: { timeline }, gantt }: Pick<GanttChart, 'axis' | 'gantt'>): Columns {
  const { bars, gprs, rows } = gantt;
  const ofRow = rows.map(({ name, cluster }, row) => pieceOf(row, name, cluster));
  const ofGpr = gprs.map(({ gprId, workspace, priority }) => pieceOf(gprId, workspace, priority));
  const none = pieceOf('', '', '');
  const epochMs = (ms: number | null) => (ms === null ? null : timeline.epochMs(ms));
  return [
    { head: 'row,node,cluster', texts: bars.row.map((row) => ofRow[row]) },
    { head: 'firstGpu', numbers: bars.lane, digits: 0 },
    { head: 'gpus', numbers: bars.lanes, digits: 0 },
    { head: 'from', instants: bars.fromMs.map(epochMs) },
    { head: 'to', instants: bars.toMs.map(epochMs) },
    { head: 'gprId,workspace,priority', texts: bars.gpr.map((gpr) => (gpr < 0 ? none : ofGpr[gpr])) },
    { head: 'end', texts: bars.end.map((end) => pieceOf(end)) },
    { head: 'attempts', numbers: bars.count, digits: 0 },
  ];
}

/** The workspaces of the bars of charts, by name. */
export function workspacesOf(charts: readonly GanttView[]): string[] {
  return [...new Set(charts.flatMap(({ gprs }) => gprs.map(({ workspace }) => workspace)))].sort();
}
