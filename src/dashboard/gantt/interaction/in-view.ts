// What the chart shows now: the entries of its legend, and which bars and waits belong to an entry.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { WAIT_REASONS } from '../../../looks/wait-reasons.ts';
import { unreadOf } from '../../axis/time-window.ts';
import type { Bar } from '../data/bars.ts';
import { eachRectangle, type Lit, type Scene } from '../scene/scene.ts';
import { waitRectangles } from '../scene/wait-pieces.ts';

type End = GanttAnswer['bars']['end'][number];

/** The marks at the ends of bars, in the order of the legend. */
export interface Marks {
  readonly ends: readonly End[];
  readonly has: (scene: Scene, bar: Bar, x0: number, y0: number, x1: number, y1: number) => boolean;
}

/** `color`: a workspace or a range of priorities; `name`: its words. `reason`: its position in `WAIT_REASONS`. */
export type Entry =
  | { readonly kind: 'mark'; readonly end: End }
  | { readonly kind: 'wait'; readonly reason: number }
  | { readonly kind: 'planned' | 'unread' }
  | { readonly kind: 'color'; readonly name: string };

/** @param nameOf GPR → what its color means. Marks, waits and stripes come first, then colors by the pixels that they cover */
export function entriesOf(scene: Scene, marks: Marks, nameOf: (gpr: number) => string): readonly Entry[] {
  const ends = new Set<End>();
  const pixels = new Map<string, number>();
  let isPlanned = false;
  eachRectangle(scene, (left, top, right, bottom, bar) => {
    if (marks.has(scene, bar, left, top, right, bottom)) ends.add(bar.end);
    if (bar.kind === 'planned') isPlanned = true;
    if (bar.gpr < 0) return;
    const name = nameOf(bar.gpr);
    pixels.set(name, (pixels.get(name) ?? 0) + (right - left) * (bottom - top));
  });
  const { colored } = waitRectangles(scene, WAIT_REASONS.length);
  const colors = [...pixels].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return [
    ...marks.ends.filter((end) => ends.has(end)).map((end) => ({ kind: 'mark', end }) as const),
    ...colored.flatMap((list, reason) => (list.length === 0 ? [] : [{ kind: 'wait', reason } as const])),
    ...(isPlanned ? [{ kind: 'planned' } as const] : []),
    ...(unreadOf(scene).length > 0 ? [{ kind: 'unread' } as const] : []),
    ...colors.map(([name]) => ({ kind: 'color', name }) as const),
  ];
}

/** What stays in its full color beside an entry. */
export function litBy(entry: Entry, nameOf: (gpr: number) => string): Lit | undefined {
  const none = () => false;
  switch (entry.kind) {
    case 'mark':
      return { bar: ({ end }) => end === entry.end, reason: none };
    case 'wait':
      return { bar: none, reason: (reason) => reason === entry.reason };
    case 'planned':
      return { bar: ({ kind }) => kind === 'planned', reason: none };
    case 'color':
      return { bar: ({ gpr }) => gpr >= 0 && nameOf(gpr) === entry.name, reason: none };
    default:
      return undefined;
  }
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
