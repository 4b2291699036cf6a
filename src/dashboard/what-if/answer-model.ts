// What the page makes of an answer about differences: sentences, rows with shifts, and the two plans. Nothing here depends on
// signals or elements of the page.

import type { DifferencesAnswer, GanttAnswer } from '../../control/answers.ts';
import { counted, number, span } from '../text/spans.ts';

type Row = DifferencesAnswer['rows'][number];
export type Effect = Row['effect'];

/** Each effect, of one GPR or as the name of a number of them. */
export const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  later: 'later start',
  notStarted: 'no start',
  earlier: 'earlier start',
  started: 'start after all',
  new: 'new',
  gone: 'gone',
  evicted: 'evicted more often',
  requeued: 'queued again more often',
  spared: 'evicted or queued again less often',
  endsEarlier: 'earlier end',
  endsLater: 'later end',
  endsOtherwise: 'another end state',
};

/** The effects that the headline counts, in its words. */
const MOVES: readonly (readonly [Effect, string])[] = [
  ['later', 'later'],
  ['earlier', 'earlier'],
  ['notStarted', 'not before the end'],
];

/** What differs in one sentence: the sum of the waits, and how many starts move. */
export function headlineOf({ waitMs, workspaces, counts }: DifferencesAnswer): string {
  if (workspaces.length === 0) return 'Nothing differs.';
  const moves = MOVES.filter(([effect]) => counts[effect] > 0).map(
    ([effect, words], i) => `${i === 0 ? counted(counts[effect], 'start') : number(counts[effect])} ${words}`,
  );
  return `GPRs wait ${waitWords(waitMs) || 'as long'} in total${moves.length > 0 ? ': ' : ''}${moves.join(', ')}.`;
}

/** The other effects with their numbers, and the workspace that loses most. */
export function othersOf({ counts, workspaces: [first, second] }: DifferencesAnswer): string {
  const others = (Object.keys(EFFECT_WORDS) as Effect[])
    .filter((effect) => counts[effect] > 0 && MOVES.every(([moved]) => moved !== effect))
    .map((effect) => `${EFFECT_WORDS[effect]}: ${number(counts[effect])}`);
  const loser = second && first!.waitMs > 0 ? [`${first!.workspace} loses most: ${span(first!.waitMs)}`] : [];
  return [...loser, ...others].join(' · ');
}

/** `10m longer`; '' if the wait is the same */
export function waitWords(ms: number): string {
  return ms === 0 ? '' : `${span(Math.abs(ms))} ${ms > 0 ? 'longer' : 'shorter'}`;
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
