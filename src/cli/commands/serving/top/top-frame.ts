// Draws a frame of `top`: lines of text for a terminal of a given size. This file does no output.

import type { GprPage, WorldState } from '../../../../api/sim/answers.ts';
import { policyName } from '../../../../looks/policy-names.ts';
import { NONE, spanOrNone } from '../../../../looks/span.ts';
import { visible } from '../../../../looks/visible.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../../../looks/wait-reasons.ts';
import { inUnit, type Unit, unitOfClusters } from '../../../../wire/text/unit.ts';
import { demandOf, msBetween } from '../../../support/output/cells.ts';
import { GAP, linesOf, naturalWidths } from '../../../support/output/text-table.ts';
import { paceOf } from '../clock.ts';
import { clusterLines, workspaceColor } from './clusters.ts';
import { fitted, type Paint } from './repaint.ts';
import type { Size } from './screen.ts';

export interface View {
  /** The name of the server. */
  readonly source: string;
  readonly state: WorldState;
  readonly queue: GprPage;
  /** The place of the selected GPR in the queue, and how many are above the first visible one. */
  readonly selected: number;
  readonly scroll: number;
  readonly isHelpOpen: boolean;
  /** The last error or the action in progress; '' = none. */
  readonly notice: string;
}

/** Lines around the clusters and the queue: clock, counts, title of the queue, header, notice, keys. */
const FRAME_LINES = 6;
/** The clusters take at most this share of the other lines. */
const CLUSTERS_SHARE = 0.6;

const KEYS = 'q quit  space pause/run  s step  + - speed  j jump 1h  ↑↓ select  ? help';

const help = [
  'space       pause the clock, or let it run',
  's           run to the next event',
  '+ -         run faster, run slower',
  'j           jump by one hour',
  '↑ ↓         select the GPR above or below; the last line but one has its id',
  '            and why it waits',
  'page ↑ ↓    select a GPR a page above or below',
  'home end    select the first or the last GPR of the queue',
  '?           open or close this help',
  'q, Ctrl-C   quit',
  '',
  'Each character between | and | is a GPU: # busy, ~ idle, p in preparation,',
  '· free, x on a node that is down. In large clusters, a character is a node,',
  'and a digit gives how many tenths of its GPUs are allocated (# = all).',
  'Only an Owner key can change the clock.',
];

/** The frame, with at most `rows` lines of `columns` visible characters. */
export function draw(view: View, { columns, rows }: Size, paint: Paint): string[] {
  const cut = (text: string) => fitted(text, columns);
  const head = [paint('bold', cut(clockLine(view))), cut(countsLine(view))];
  const foot = [paint('yellow', cut(view.notice || whyOf(view))), paint('dim', cut(KEYS))];
  const room = Math.max(0, rows - head.length - foot.length);
  const body = view.isHelpOpen
    ? help.map((line) => cut(inUnit(line, unitOfClusters(view.state.clusters))))
    : bodyLines(view, { columns, rows }, paint);
  const shown = body.slice(0, room);
  const blank = Array.from({ length: room - shown.length }, () => '');
  return [...head, ...shown, ...blank, ...foot].slice(0, rows);
}

function bodyLines(view: View, { columns, rows }: Size, paint: Paint): string[] {
  const linesMax = Math.max(1, Math.floor((rows - FRAME_LINES) * CLUSTERS_SHARE));
  const clusters = clusterLines(view.state, { columns, linesMax }, paint);
  const { queue, scroll, selected } = view;
  const { scheduler } = view.state;
  const order = scheduler.order === 'priority' ? '' : ` by ${policyName(scheduler.order)}`;
  const title = `Queue: ${queue.total} GPRs${reasonsOf(view.state)}, ${scheduler.queue}${order}`;
  const left = Math.max(0, rows - FRAME_LINES - clusters.length);
  const [header, ...lines] = queueLines(queue, unitOfClusters(view.state.clusters), columns, paint);
  const visible = lines
    .slice(scroll, scroll + left)
    .map(({ text, painted }, i) =>
      scroll + i === selected ? paint('inverse', text.padEnd(columns)) : painted,
    );
  const range = queue.total > visible.length ? `, ${scroll + 1}–${scroll + visible.length} shown` : '';
  return [...clusters, paint('bold', fitted(title + range, columns)), paint('dim', header.text), ...visible];
}

/** How many GPRs wait for each reason. */
function reasonsOf({ waits }: WorldState): string {
  const counts = WAIT_REASONS.filter((reason) => waits[reason] > 0).map(
    (reason) => `${waits[reason]} ${WAIT_WORDS[reason].words}`,
  );
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`;
}

/** The selected GPR, with its id and why it waits; '' without one. */
function whyOf({ queue, selected }: View): string {
  const gpr = queue.gprs[selected];
  return gpr === undefined ? '' : `${gpr.gprId ?? NONE}: ${gpr.why}`;
}

/** The view with a GPR of the queue selected, if there is one, and in view. */
export function withSelection(view: View, size: Size): View {
  const last = view.queue.gprs.length - 1;
  const selected = Math.max(0, Math.min(view.selected, last));
  const page = pageLength(view, size);
  const scroll = Math.max(Math.min(view.scroll, selected, last + 1 - page), selected + 1 - page, 0);
  return { ...view, selected, scroll };
}

/** Number of queued GPRs that are visible at once. */
export function pageLength({ state }: View, { columns, rows }: Size): number {
  const linesMax = Math.max(1, Math.floor((rows - FRAME_LINES) * CLUSTERS_SHARE));
  const clusters = clusterLines(state, { columns, linesMax }, (_, text) => text);
  return Math.max(1, rows - FRAME_LINES - clusters.length);
}

function clockLine({ state, source }: View): string {
  const { clock, scenario, arrivalRate } = state;
  const since = spanOrNone(msBetween(scenario.start, clock.now));
  const now = clock.now.replace('T', ' ').replace(/\.[0-9]+Z$/, ' UTC');
  const branch = state.branch === 1 ? '' : `branch ${state.branch}  `;
  const load = arrivalRate === 1 ? '' : `load ${arrivalRate}  `;
  return `${now}  +${since}  ${branch}${paceOf(clock)}  ${load}${scenario.name} ${placeOf(source)}`;
}

/** The world comes first, because a narrow terminal cuts the end. */
function placeOf(source: string): string {
  const [, server, world] = /^(.*)\/worlds\/([^/]+)$/.exec(source) ?? [];
  return world === undefined ? `at ${source}` : `in world ${world} at ${server}`;
}

function countsLine({ state: { counts, clusters } }: View): string {
  const allocated = clusters.reduce((sum, cluster) => sum + cluster.allocatedGpus, 0);
  // As on the page, GPUs of nodes that are down do not count.
  const gpus = clusters.reduce((sum, { availableGpus }) => sum + availableGpus, allocated);
  const share = gpus === 0 ? '' : ` (${Math.round((100 * allocated) / gpus)} %)`;
  return [
    `${inUnit('GPUs', unitOfClusters(clusters))} ${allocated}/${gpus}${share}`,
    ...(['Queued', 'Provisioning', 'Successful'] as const).map((name) => `${name} ${counts[name]}`),
  ].join('  ');
}

const columnNames = ['GPR', 'workspace', 'priority', 'GPUs', 'wait', 'starts in', 'why', 'cluster'];
/** Positions of columns whose cells are shortened to this length. */
const least = { 0: 20, 1: 12 };

interface Line {
  readonly text: string;
  /** With the workspace in the color that it has among the GPUs. */
  readonly painted: string;
}

/** The header, and a line for each GPR. Cells of the last column are cut by the terminal. */
function queueLines({ gprs, now }: GprPage, unit: Unit, columns: number, paint: Paint): readonly Line[] {
  const rows = [
    columnNames.map((name) => inUnit(name, unit)),
    ...gprs.map((gpr) => [
      gpr.gprName ?? NONE,
      gpr.workspace ?? NONE,
      `${gpr.priority}`,
      demandOf(gpr),
      spanOrNone(msBetween(gpr.createdAt, now)),
      gpr.estimatedStartTime === '' ? NONE : spanOrNone(msBetween(now, gpr.estimatedStartTime)),
      gpr.waitReason === null ? NONE : WAIT_WORDS[gpr.waitReason].words,
      gpr.cluster,
    ]),
  ].map((row) => row.map(visible));
  const widths = naturalWidths(rows);
  for (const [i, most] of Object.entries(least)) widths[Number(i)] = Math.min(widths[Number(i)], most);
  const from = widths[0] + GAP.length;
  const to = from + widths[1];
  return linesOf(rows, widths, { right: [2, 3, 4, 5], least }).map((line, i) => {
    const text = fitted(line, columns);
    const color = i === 0 ? undefined : workspaceColor(gprs[i - 1].workspace);
    const isWhole = color !== undefined && to < text.length;
    const painted = isWhole
      ? text.slice(0, from) + paint(color, text.slice(from, to)) + text.slice(to)
      : text;
    return { text, painted };
  });
}
