// Colors of workspaces and priority bands. They differ also under the common kinds of color blindness:
// P. Tol, "Colour Schemes" (2021), mostly of the schemes "bright" and "light"; priorities: steps of lightness of one hue.

import { signal } from '@preact/signals';

export type Coloring = 'workspace' | 'priority';

export const coloring = signal<Coloring>('workspace');

/** None is so dark or so light that it is lost on one of the two backgrounds. */
const WORKSPACES = [
  ...['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377'],
  ...['#ee8866', '#44bb99', '#bb99dd', '#999933', '#cc99aa', '#77aadd'],
] as const;

/** The color of what the user may not see, or of a merged bar. */
export const NEUTRAL = '#8a8f98';

const BANDS = [
  { from: 201, name: 'high (201–300)', color: '#2166ac' },
  { from: 101, name: 'medium (101–200)', color: '#67a9cf' },
  { from: 1, name: 'low (1–100)', color: '#b9d7e8' },
] as const;

const numbers = new Map<string, number>();

/** The color of a workspace: the first workspaces that the page shows get the colors that differ most. */
export function colorOfWorkspace(workspace: string | null): string {
  if (workspace === null) return NEUTRAL;
  const number = numbers.get(workspace) ?? numbers.size;
  numbers.set(workspace, number);
  return WORKSPACES[number % WORKSPACES.length];
}

export function bandOf(priority: number): (typeof BANDS)[number] {
  return BANDS.find(({ from }) => priority >= from) ?? BANDS[BANDS.length - 1];
}

export function colorOf({ workspace, priority }: { workspace: string | null; priority: number }): string {
  return coloring.value === 'workspace' ? colorOfWorkspace(workspace) : bandOf(priority).color;
}

/** What the colors mean, for a legend. */
export function legend(workspaces: readonly string[]): readonly { name: string; color: string }[] {
  if (coloring.value === 'priority') return BANDS;
  return workspaces.map((name) => ({ name, color: colorOfWorkspace(name) }));
}
