// What the page makes of an answer about differences: sentences, and rows with shifts. Nothing here depends on signals or elements
// of the page.

import type { DifferencesAnswer } from '../../../api/sim/answers.ts';
import { counted, number, span } from '../../text/spans.ts';

type Row = DifferencesAnswer['rows'][number];
export type Effect = Row['effect'];

/** Effects of which the name is not enough. */
const WORDS: Readonly<Partial<Record<Effect, string>>> = {
  started: 'started after all',
  evicted: 'evicted more often',
  requeued: 'queued again more often',
  spared: 'evicted or queued again less often',
};

/** An effect, of one GPR or of a number of them: `ends earlier`. */
export function effectWords(effect: Effect): string {
  return WORDS[effect] ?? effect.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
}

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
  const others = (Object.keys(counts) as Effect[])
    .filter((effect) => counts[effect] > 0 && MOVES.every(([moved]) => moved !== effect))
    .map((effect) => `${effectWords(effect)}: ${number(counts[effect])}`);
  const loser = second && first!.waitMs > 0 ? [`${first!.workspace} loses most: ${span(first!.waitMs)}`] : [];
  return [...loser, ...others].join(' · ');
}

/** `10m longer`; '' if the wait is the same */
export function waitWords(ms: number): string {
  return ms === 0 ? '' : `${span(Math.abs(ms))} ${ms > 0 ? 'longer' : 'shorter'}`;
}

/** `10m later`; `ends 10m later` if the start is the same; '' */
export function shiftWords(row: Row): string {
  const { shiftMs: ms } = row;
  if (!ms) return '';
  const isEnd = row.without?.startTime === row.with?.startTime;
  return `${isEnd ? 'ends ' : ''}${span(Math.abs(ms))} ${ms > 0 ? 'later' : 'earlier'}`;
}

/** Rows in the order of the address, such as `shiftMs` or `-shiftMs`: those without a value are last. Another order is that of the answer. */
export function sorted(rows: readonly Row[], sort = ''): readonly Row[] {
  const by = sort.replace(/^-/, '');
  const sign = by === sort ? 1 : -1;
  const keyOf = (row: Row): string | number | null | undefined =>
    by === 'without' || by === 'with' ? row[by]?.startTime : row[by as 'gprName' | 'workspace' | 'shiftMs'];
  return rows
    .map((row) => ({ row, key: keyOf(row) ?? null }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    })
    .map(({ row }) => row);
}
