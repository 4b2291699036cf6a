// Colors of workspaces and of variants, as classes of the style sheet.

import { COLORS, colorNumber, colorWord, hueOf } from '../../looks/workspace-colors.ts';
import { escaped } from './html.ts';

/** Of a variant. */
export function colorClass(index: number): string {
  return `c${index % COLORS.length}`;
}

/** Two hues that differ by fewer degrees look alike. */
const ALIKE_BELOW = 40;
/** Of many workspaces, this number of neighbors before one look unlike it. */
const NEIGHBORS = 2;

/**
 * Workspace → class of its color. In a report, a workspace whose color is used, or looks like that of another one, takes the next
 * color that looks like none before, else one that looks unlike its neighbors, else a free one. The word of a color in its name counts
 * more than a likeness.
 */
export function workspaceClasses(names: readonly string[]): Map<string, string> {
  const used: number[] = [];
  for (const name of names) {
    const own = colorNumber(name);
    const free = COLORS.map((_, step) => (own + step) % COLORS.length).filter(
      (color) => !used.includes(color),
    );
    const unlike = (others: readonly number[]) =>
      free.find((color) => others.every((other) => !areAlike(color, other)));
    const chosen =
      colorWord(name) === undefined ? (unlike(used) ?? unlike(used.slice(-NEIGHBORS))) : undefined;
    used.push(chosen ?? free[0] ?? own);
  }
  return new Map(names.map((name, i) => [name, `c${used[i]}`]));
}

function areAlike(color: number, other: number): boolean {
  const apart = Math.abs(hueOf(COLORS[color]) - hueOf(COLORS[other]));
  return Math.min(apart, 360 - apart) < ALIKE_BELOW;
}

const SHOWN_MAX = 24;

/** The colors of workspaces. */
export function legendOf(classes: ReadonlyMap<string, string>): string {
  const names = [...classes.keys()];
  const items = names
    .slice(0, SHOWN_MAX)
    .map((name) => `<li><span class="swatch ${classes.get(name)}"></span>${escaped(name)}</li>`);
  const more = names.length > SHOWN_MAX ? `<li>and ${names.length - SHOWN_MAX} more</li>` : '';
  return `<ul class="legend">${items.join('')}${more}</ul>`;
}
