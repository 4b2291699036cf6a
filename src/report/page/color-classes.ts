// Colors of workspaces and of variants, as classes of the style sheet.

import { COLORS, colorNumber } from '../../looks/workspace-colors.ts';
import { escaped } from './html.ts';

/** Of a variant. */
export function colorClass(index: number): string {
  return `c${index % COLORS.length}`;
}

export function workspaceClass(workspace: string): string {
  return `c${colorNumber(workspace)}`;
}

const SHOWN_MAX = 24;

/** The colors of workspaces. */
export function legendOf(names: readonly string[]): string {
  const items = names
    .slice(0, SHOWN_MAX)
    .map((name) => `<li><span class="swatch ${workspaceClass(name)}"></span>${escaped(name)}</li>`);
  const more = names.length > SHOWN_MAX ? `<li>and ${names.length - SHOWN_MAX} more</li>` : '';
  return `<ul class="legend">${items.join('')}${more}</ul>`;
}
