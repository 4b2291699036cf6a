// Colors of workspaces and priority bands. They differ also under the common kinds of color blindness:
// P. Tol, "Colour Schemes" (2021), mostly of the schemes "bright" and "light", for the first twelve workspaces; priorities:
// steps of lightness of one hue.

import { signal } from '@preact/signals';
import { workspacePlaces } from '../live/workspaces.ts';

export type Coloring = 'workspace' | 'priority';

export const coloring = signal<Coloring>('workspace');

/** None is so dark or so light that it is lost on one of the two backgrounds. The first ones differ most. */
const WORKSPACES: readonly string[] = [
  ...['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377'],
  ...['#ee8866', '#44bb99', '#bb99dd', '#999933', '#cc99aa', '#77aadd'],
  ...['#3355cc', '#bb3333', '#77cc55', '#aa7700', '#3399aa', '#dd55bb'],
  ...['#8855cc', '#aaaa99', '#227766', '#995544', '#6666aa', '#dd9933'],
];

/** The color of what the user may not see, or of a merged bar. */
export const NEUTRAL = '#8a8f98';

const BANDS = [
  { from: 201, name: 'high (201–300)', color: '#2166ac' },
  { from: 101, name: 'medium (101–200)', color: '#67a9cf' },
  { from: 1, name: 'low (1–100)', color: '#b9d7e8' },
] as const;

/** The color of a workspace: by its place in the list of workspaces, so that each user sees the same colors. */
export function colorOfWorkspace(workspace: string | null): string {
  if (workspace === null) return NEUTRAL;
  const place = workspacePlaces.value.get(workspace) ?? sumOf(workspace);
  return WORKSPACES[place % WORKSPACES.length];
}

/** For a workspace that the list does not have: those that a workload creates. */
function sumOf(name: string): number {
  let sum = 0;
  for (let i = 0; i < name.length; i++) sum = (31 * sum + name.charCodeAt(i)) % 65_521;
  return sum;
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
