// Colors of workspaces and of variants, as classes of the style sheet.

import { COLORS, colorNumber } from '../../looks/workspace-colors.ts';
import { escaped } from './html.ts';

/** Of a variant. */
export function colorClass(index: number): string {
  return `c${index % COLORS.length}`;
}

/** Workspace → class of its color. In a report, those after the first with a color take the next free ones. */
export function workspaceClasses(names: readonly string[]): Map<string, string> {
  const used = new Set<number>();
  return new Map(
    names.map((name) => {
      const own = colorNumber(name);
      const steps = COLORS.findIndex((_, step) => !used.has((own + step) % COLORS.length));
      const color = (own + Math.max(0, steps)) % COLORS.length;
      used.add(color);
      return [name, `c${color}`];
    }),
  );
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
