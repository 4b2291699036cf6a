// Colors of workspaces and of variants, as classes of the style sheet.

import { escaped } from './html.ts';

/** P. Tol, "Colour Schemes" (2021): they differ also under the common kinds of color blindness. */
export const COLORS: readonly string[] = [
  ...['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377'],
  ...['#ee8866', '#44bb99', '#bb99dd', '#999933', '#cc99aa', '#77aadd'],
];

export function colorClass(index: number): string {
  return `c${index % COLORS.length}`;
}

const SHOWN_MAX = 24;

/** @param names in the order of their colors */
export function legendOf(names: readonly string[]): string {
  const items = names
    .slice(0, SHOWN_MAX)
    .map((name, i) => `<li><span class="swatch ${colorClass(i)}"></span>${escaped(name)}</li>`);
  const more =
    names.length > SHOWN_MAX ? `<li>and ${names.length - SHOWN_MAX} more, with the same colors</li>` : '';
  return `<ul class="legend">${items.join('')}${more}</ul>`;
}
