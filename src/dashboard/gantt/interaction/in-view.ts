// What the chart shows now, as entries of its legend.

import { visible } from '../../../looks/visible.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../../looks/wait-reasons.ts';
import { unreadOf } from '../../axis/time-window.ts';
import type { Bar } from '../data/bars.ts';
import { ENDS, hasMark, type Mark } from '../paint/ends.ts';
import { eachRectangle, type Lit, type Scene } from '../scene/scene.ts';
import { waitRectangles } from '../scene/wait-pieces.ts';

export interface Entry {
  readonly words: string;
  /** If it is more than the words. */
  readonly title?: string;
  /** Its icon: a mark, or an element with a class, and perhaps with a color. */
  readonly mark?: Mark | undefined;
  readonly look?: string;
  readonly color?: string;
  /** What stays in its full color beside it. */
  readonly lit?: Lit;
}

/** What the color of a GPR means. */
interface Meaning {
  readonly name: string;
  readonly color: string;
}

/** Marks, waits and stripes come first, then colors by the pixels that they cover. */
export function entriesOf(scene: Scene, meaningOf: (gpr: number) => Meaning): readonly Entry[] {
  const ends = new Set<Bar['end']>();
  const colors = new Map<string, { readonly color: string; readonly pixels: number }>();
  let isPlanned = false;
  eachRectangle(scene, (left, top, right, bottom, bar) => {
    if (hasMark(scene, bar, left, top, right, bottom)) ends.add(bar.end);
    if (bar.kind === 'planned') isPlanned = true;
    if (bar.gpr < 0) return;
    const { name, color } = meaningOf(bar.gpr);
    const pixels = (colors.get(name)?.pixels ?? 0) + (right - left) * (bottom - top);
    colors.set(name, { color, pixels });
  });
  const bars = (bar: Lit['bar']): Lit => ({ bar, reason: () => false });
  const { colored } = waitRectangles(scene, WAIT_REASONS.length);
  return [
    ...(Object.keys(ENDS) as Bar['end'][])
      .filter((end) => ends.has(end))
      .map((end) => ({ ...ENDS[end], lit: bars((bar) => bar.end === end) })),
    ...WAIT_REASONS.filter((_, number) => colored[number].length > 0).map((reason) => ({
      words: WAIT_WORDS[reason].words,
      title: WAIT_WORDS[reason].meaning,
      look: `wait ${reason}`,
      lit: { bar: () => false, reason: (number: number) => WAIT_REASONS[number] === reason },
    })),
    ...(isPlanned
      ? [{ words: 'planned', look: 'stripes', lit: bars(({ kind }) => kind === 'planned') }]
      : []),
    ...(unreadOf(scene).length > 0 ? [{ words: 'not read yet', look: 'stripes unread' }] : []),
    ...[...colors]
      .sort(([a, x], [b, y]) => y.pixels - x.pixels || (a < b ? -1 : 1))
      .map(([name, { color }]) => ({
        words: visible(name),
        look: 'dot',
        color,
        lit: bars(({ gpr }) => gpr >= 0 && meaningOf(gpr).name === name),
      })),
  ];
}

/**
 * How many entries fit into lines of a width, if the entry that counts the others must fit, too.
 * @param widths of the entries with the gap behind them @param more width of the entry that counts the others
 */
export function fitting(widths: readonly number[], more: number, width: number, lines: number): number {
  const linesOf = (count: number) => {
    const placed = count < widths.length ? [...widths.slice(0, count), more] : widths;
    let [line, used] = [1, 0];
    for (const each of placed) {
      if (used > 0 && used + each > width) [line, used] = [line + 1, 0];
      used += each;
    }
    return line;
  };
  let count = widths.length;
  while (count > 0 && linesOf(count) > lines) count--;
  return count;
}
