// What the page makes of an answer about differences: sentences, and rows with shifts. Nothing here depends on signals or elements
// of the page.

import type { DifferencesAnswer } from '../../control/answers.ts';
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
