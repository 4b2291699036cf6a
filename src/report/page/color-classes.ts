// Colors of workspaces and of variants, as classes of the style sheet.

import { COLORS, colorNumber } from '../../looks/workspace-colors.ts';
import { legend } from './html.ts';

/** Of a variant. */
export function colorClass(index: number): string {
  return `c${index % COLORS.length}`;
}

/** Workspace → class of its color. In a report, a workspace whose color is used takes the next free one. */
export function workspaceClasses(names: readonly string[]): Map<string, string> {
  const used: number[] = [];
  for (const name of names) {
    const own = colorNumber(name);
    const colors = COLORS.map((_, step) => (own + step) % COLORS.length);
    used.push(colors.find((color) => !used.includes(color)) ?? own);
  }
  return new Map(names.map((name, i) => [name, `c${used[i]}`]));
}

const SHOWN_MAX = 24;

/** The colors of workspaces. */
export function legendOf(classes: ReadonlyMap<string, string>): string {
  const names = [...classes.keys()];
  const items = names.slice(0, SHOWN_MAX).map((name) => [classes.get(name)!, name] as const);
  const more = names.length > SHOWN_MAX ? `<li>and ${names.length - SHOWN_MAX} more</li>` : '';
  return legend(items, more);
}
