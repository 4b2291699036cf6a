// What the page makes of an answer about differences: a sentence, rows with shifts, and the two plans. Nothing here depends on
// signals or elements of the page.

import type { DifferencesAnswer, GanttAnswer } from '../../control/answers.ts';
import { counted, number, shortInstant, span } from '../text/spans.ts';

type Row = DifferencesAnswer['rows'][number];
export type Effect = Row['effect'];

/** Each effect as a verb, for one GPR and for several. `{end}`: the end of the comparison. */
const VERBS: Readonly<Record<Effect, readonly [one: string, several: string]>> = {
  later: ['starts later', 'start later'],
  notStarted: ['does not start before {end}', 'do not start before {end}'],
  earlier: ['starts earlier', 'start earlier'],
  started: ['starts before {end} after all', 'start before {end} after all'],
  new: ['is new', 'are new'],
  gone: ['is gone', 'are gone'],
  evicted: ['is evicted more often', 'are evicted more often'],
  requeued: ['is queued again more often', 'are queued again more often'],
  spared: ['is evicted or queued again less often', 'are evicted or queued again less often'],
  endsEarlier: ['ends earlier', 'end earlier'],
  endsLater: ['ends later', 'end later'],
  endsOtherwise: ['ends in another state', 'end in another state'],
};

/** What happens to a GPR of a row, without the end. */
export function effectWords(effect: Effect): string {
  return VERBS[effect][0].replace(' before {end}', '');
}

/** The answer in one sentence; with several workspaces, another one names the one that loses most. */
export function sentenceOf({ counts, at, until, rows, rowsTotal }: DifferencesAnswer): string {
  const end = shortInstant(until, at);
  const parts = (Object.keys(VERBS) as Effect[])
    .filter((effect) => counts[effect] > 0)
    .map((effect, i) => {
      const count = counts[effect];
      const what = i === 0 ? counted(count, 'GPR') : number(count);
      return `${what} ${VERBS[effect][count === 1 ? 0 : 1].replace('{end}', end)}`;
    });
  const [first, second] = sumsByWorkspace(rows.length < rowsTotal ? [] : rows);
  const loser = second && first!.worse > 0 ? ` ${first!.workspace} loses most.` : '';
  return parts.length === 0 ? `Nothing differs up to ${end}.` : `${parts.join(', ')}.${loser}`;
}

/** How far the start of a GPR moves, else its end, in ms: positive = later. undefined if neither can be compared. */
export function shiftMs({ without, with: changed }: Row): number | undefined {
  for (const member of ['startTime', 'endTime'] as const) {
    const [from, to] = [without?.[member] ?? null, changed?.[member] ?? null];
    if (from === null || to === null) {
      if (from !== to) return undefined;
      continue;
    }
    if (from !== to) return Date.parse(to) - Date.parse(from);
  }
  return undefined;
}

/** `10m later`; `ends 10m later` if the start is the same; '' */
export function shiftWords(row: Row): string {
  const ms = shiftMs(row);
  if (ms === undefined) return '';
  const isEnd = row.without?.startTime === row.with?.startTime;
  return `${isEnd ? 'ends ' : ''}${span(Math.abs(ms))} ${ms > 0 ? 'later' : 'earlier'}`;
}

const WORSE: readonly Effect[] = ['later', 'notStarted', 'evicted', 'requeued'];
const BETTER: readonly Effect[] = ['earlier', 'started', 'spared'];

/** How many GPRs of each workspace are worse off, better off, or differ in another way; and by how much their starts move in all. */
export function sumsByWorkspace(rows: readonly Row[]) {
  const sums = new Map<string, { worse: number; better: number; otherwise: number; shiftMs: number }>();
  for (const row of rows) {
    const sum = sums.get(row.workspace) ?? { worse: 0, better: 0, otherwise: 0, shiftMs: 0 };
    sums.set(row.workspace, sum);
    sum[WORSE.includes(row.effect) ? 'worse' : BETTER.includes(row.effect) ? 'better' : 'otherwise']++;
    if (row.effect === 'later' || row.effect === 'earlier') sum.shiftMs += shiftMs(row) ?? 0;
  }
  return [...sums]
    .map(([workspace, sum]) => ({ workspace, ...sum }))
    .sort((a, b) => b.worse - a.worse || b.shiftMs - a.shiftMs);
}

/** Rows in the order of the address, such as `shift` or `-shift`: those without a value are last. Another order is that of the answer. */
export function sorted(rows: readonly Row[], sort = ''): readonly Row[] {
  const by = sort.replace(/^-/, '');
  const sign = by === sort ? 1 : -1;
  const keyOf = (row: Row): string | number | null | undefined => {
    if (by === 'gpr') return row.gprName;
    if (by === 'workspace' || by === 'effect') return row[by];
    if (by === 'shift') return shiftMs(row);
    return by === 'without' || by === 'with' ? row[by]?.startTime : null;
  };
  return rows
    .map((row) => ({ row, key: keyOf(row) ?? null }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    })
    .map(({ row }) => row);
}

/** The GPRs of which a bar differs between two charts: in its row, its start, its end, or how it ends. Ids. */
export function differingGprs({
  without,
  with: changed,
}: NonNullable<DifferencesAnswer['charts']>): Set<string> {
  const [before, after] = [barsByGpr(without), barsByGpr(changed)];
  return new Set(
    [...new Set([...before.keys(), ...after.keys()])].filter(
      (gprId) => before.get(gprId) !== after.get(gprId),
    ),
  );
}

/** GPR → its bars, as a text. */
function barsByGpr({ bars, rows, gprs }: GanttAnswer): Map<string, string> {
  const texts = new Map<string, string[]>();
  for (const [i, gpr] of bars.gpr.entries()) {
    const id = gpr < 0 ? null : gprs[gpr].gprId;
    if (id === null) continue;
    const text = [rows[bars.row[i]].name, bars.fromMs[i], bars.toMs[i], bars.end[i], bars.lanes[i]].join(' ');
    const known = texts.get(id);
    if (known === undefined) texts.set(id, [text]);
    else known.push(text);
  }
  return new Map([...texts].map(([id, list]) => [id, list.sort().join('\n')]));
}

const ROWS_MAX = 24;

/** The charts with the same rows: all if they are few, else the first ones in which a bar differs. */
export function alike(charts: NonNullable<DifferencesAnswer['charts']>): {
  readonly without: GanttAnswer;
  readonly with: GanttAnswer;
  /** Number of rows that are left out. */
  readonly left: number;
} {
  const { without, with: changed } = charts;
  const names = [...new Set([...without.rows, ...changed.rows].map(({ name }) => name))];
  const differing = differingGprs(charts);
  const touched = new Set(
    [without, changed].flatMap(({ bars, rows, gprs }) =>
      bars.gpr.flatMap((gpr, i) => {
        const id = gpr < 0 ? null : gprs[gpr].gprId;
        return id !== null && differing.has(id) ? [rows[bars.row[i]].name] : [];
      }),
    ),
  );
  const first = touched.size > 0 ? names.filter((name) => touched.has(name)) : names;
  const kept = names.length <= ROWS_MAX ? names : first.slice(0, ROWS_MAX);
  return {
    without: withRows(without, kept),
    with: withRows(changed, kept),
    left: Math.max(without.rowsTotal, changed.rowsTotal, names.length) - kept.length,
  };
}

/** The chart with the rows of these names, in their order. A row that it lacks is empty. */
function withRows(chart: GanttAnswer, names: readonly (string | null)[]): GanttAnswer {
  const rowOf = chart.rows.map(({ name }) => names.indexOf(name));
  const kept = chart.bars.row.flatMap((row, i) => (rowOf[row] >= 0 ? [i] : []));
  const of = <T>(column: readonly T[]) => kept.map((i) => column[i]);
  const { bars } = chart;
  return {
    ...chart,
    rows: names.map(
      (name) => chart.rows.find((row) => row.name === name) ?? { name, cluster: null, lanes: 1, down: [] },
    ),
    bars: {
      row: kept.map((i) => rowOf[bars.row[i]]),
      ...{ lane: of(bars.lane), lanes: of(bars.lanes), fromMs: of(bars.fromMs), toMs: of(bars.toMs) },
      ...{ gpr: of(bars.gpr), end: of(bars.end), planned: of(bars.planned), count: of(bars.count) },
    },
  };
}
