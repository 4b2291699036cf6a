// Colors of workspaces and priority bands: what has one is in focus, everything else is neutral. The bands are steps of lightness of
// one hue.

import { computed, signal } from '@preact/signals';
import { COLORS, colorNumber, colorNumbers, NEUTRAL } from '../../looks/workspace-colors.ts';
import { priorityMax } from '../../wire/bounds.ts';
import { choiceInAddress } from '../address/state.ts';

export const coloring = choiceInAddress('color', ['workspace', 'priority']);

/** More colors than this cannot be kept apart at a glance. */
export const COLORED_MAX = 5;
export const OTHERS = 'other workspaces';

/** The names of all workspaces of the world, and of those with colors, a line each: a workspace that has a color always has the same. */
export const namedWorkspaces = signal('');
export const coloredWorkspaces = signal('');
const names = computed(() => coloredWorkspaces.value.split('\n').filter(Boolean).sort());
const numbers = computed(() => {
  const all = colorNumbers(namedWorkspaces.value.split('\n'));
  return new Map(names.value.map((name) => [name, all.get(name) ?? colorNumber(name)]));
});

const BANDS = [
  { from: 201, name: `high (201–${priorityMax})`, color: '#2166ac' },
  { from: 101, name: 'medium (101–200)', color: '#67a9cf' },
  { from: 1, name: 'low (1–100)', color: '#b9d7e8' },
] as const;

export function colorOfWorkspace(workspace: string | null): string {
  const number = workspace === null ? undefined : numbers.value.get(workspace);
  return number === undefined ? NEUTRAL : COLORS[number];
}

export function bandOf(priority: number): (typeof BANDS)[number] {
  return BANDS.find(({ from }) => priority >= from) ?? BANDS[BANDS.length - 1];
}

export function colorOf({ workspace, priority }: { workspace: string | null; priority: number }): string {
  return workspace === null || coloring.value === 'workspace'
    ? colorOfWorkspace(workspace)
    : bandOf(priority).color;
}

/** What the color of a GPR means. */
export function meaningOf({ workspace, priority }: { workspace: string | null; priority: number }): string {
  if (coloring.value === 'priority') return bandOf(priority).name;
  return workspace !== null && numbers.value.has(workspace) ? workspace : OTHERS;
}

/** All colors of the page with their meanings. */
export function legend(): readonly { name: string; color: string }[] {
  if (coloring.value === 'priority') return BANDS;
  const others = { name: OTHERS, color: NEUTRAL };
  return [...names.value.map((name) => ({ name, color: colorOfWorkspace(name) })), others];
}
