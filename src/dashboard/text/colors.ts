// Colors of workspaces and priority bands. The bands are steps of lightness of one hue.

import { computed, signal } from '@preact/signals';
import { COLORS, colorNumber, colorNumbers, NEUTRAL } from '../../looks/workspace-colors.ts';
import { priorityMax } from '../../wire/bounds.ts';
import { choiceInAddress } from '../address/state.ts';

export const coloring = choiceInAddress('color', ['workspace', 'priority']);

/** The names of the workspaces of the world, a line each. */
export const namedWorkspaces = signal('');
const numbers = computed(() => colorNumbers(namedWorkspaces.value.split('\n')));

const BANDS = [
  { from: 201, name: `high (201–${priorityMax})`, color: '#2166ac' },
  { from: 101, name: 'medium (101–200)', color: '#67a9cf' },
  { from: 1, name: 'low (1–100)', color: '#b9d7e8' },
] as const;

export function colorOfWorkspace(workspace: string | null): string {
  return workspace === null ? NEUTRAL : COLORS[numbers.value.get(workspace) ?? colorNumber(workspace)];
}

export function bandOf(priority: number): (typeof BANDS)[number] {
  return BANDS.find(({ from }) => priority >= from) ?? BANDS[BANDS.length - 1];
}

export function colorOf({ workspace, priority }: { workspace: string | null; priority: number }): string {
  return workspace === null || coloring.value === 'workspace'
    ? colorOfWorkspace(workspace)
    : bandOf(priority).color;
}

/** What the colors mean, for a legend. */
export function legend(workspaces: readonly string[]): readonly { name: string; color: string }[] {
  if (coloring.value === 'priority') return BANDS;
  return workspaces.map((name) => ({ name, color: colorOfWorkspace(name) }));
}
