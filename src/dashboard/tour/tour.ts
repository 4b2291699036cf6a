// The guided tour: where it is, and the branches that it makes. One of them has the day from which the scenes are taken; from it,
// each step makes one that begins before its scene. The end switches back, and deletes both.

import { signal } from '@preact/signals';
import type { BranchesAnswer, ClockAnswer, FactPage } from '../../control/answers.ts';
import { show, startMs } from '../axis/shown.ts';
import { advanced } from '../clock/moves.ts';
import { world } from '../live/live.ts';
import { shownBranch } from '../live/of-branch.ts';
import { acting, may } from '../page/acting/acting.ts';
import { call, read } from '../session/call.ts';
import { placeOf } from '../session/kept.ts';
import { isoOf } from '../text/spans.ts';
import { SCENE_KINDS, type Scene, scenesOf, TOPICS } from './scenes.ts';

/** Where the browser keeps the tour: it can be ended after the page was closed in its middle. */
const STORED = placeOf('tour');
/** The scenario for which the texts are written. */
const SCENARIO = 'demo';
/** How far the tour looks for its scenes, in steps: a week at most. */
const LOOK_BY = '12h';
const LOOKS_MAX = 14;
const FACTS_MAX = 10_000;
/** A step begins this long before its scene. */
const BEFORE_MS = 60_000;
/** The chart shows this much before and after the scene. */
const AROUND_MS = 600_000;

interface MadeBranch {
  readonly branch: number;
  /** Another world at the same address may have a branch with this number, but not with this beginning. */
  readonly at: string;
}

export interface Tour {
  readonly home: number;
  readonly wasRunning: boolean;
  readonly base: MadeBranch;
  readonly made: MadeBranch | null;
  readonly scenes: readonly Scene[];
  readonly step: number;
  /** Whether the scene of the step has happened. */
  readonly hasHappened: boolean;
}

export const tour = signal<Tour | undefined>(stored());
export const isBusy = signal(false);

export function isOffered(): boolean {
  return world.value?.scenario.name === SCENARIO && may('rewindWorld');
}

function stored(): Tour | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(next: Tour | undefined): void {
  tour.value = next;
  if (next === undefined) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, JSON.stringify(next));
}

/** Runs the moves of a step; of two, only the first one. */
async function moving(move: () => Promise<void>, done = ''): Promise<void> {
  if (isBusy.peek()) return;
  isBusy.value = true;
  await acting(move, done);
  isBusy.value = false;
}

const rewind = async (to: string): Promise<MadeBranch> => {
  const { branch } = await call<ClockAnswer>('POST', 'sim/rewind', { to });
  return { branch, at: to };
};
const switchTo = (branch: number) => call<ClockAnswer>('POST', `sim/branches/${branch}/switch`, {});
const remove = (branch: number) => call('DELETE', `sim/branches/${branch}`);

export function begin(): Promise<void> {
  return moving(async () => {
    const { mode } = await read<ClockAnswer>('sim/clock');
    const { branch: home, now } = await call<ClockAnswer>('PUT', 'sim/clock', { mode: 'paused' });
    const base = await rewind(now);
    const begun = { home, wasRunning: mode === 'running', base, made: null, step: 0, hasHappened: false };
    keep({ ...begun, scenes: [] });
    const scenes = await lookedFor();
    keep({ ...begun, scenes });
    await enter(0);
  });
}

/** Runs the branch of the day until it has all scenes, or long enough. */
async function lookedFor(): Promise<readonly Scene[]> {
  for (let looks = 0; ; looks++) {
    const { facts } = await read<FactPage>('sim/facts', { kind: SCENE_KINDS.join(','), last: FACTS_MAX });
    const found = scenesOf(facts);
    if (found.length === TOPICS.length || looks === LOOKS_MAX) return found;
    await call('POST', 'sim/clock/advance', { by: LOOK_BY });
  }
}

/** Makes the branch of a step, which begins before its scene, instead of the one of the step before. */
async function enter(step: number): Promise<void> {
  const known = tour.peek()!;
  const { base, made, scenes } = known;
  const { branch } = await read<ClockAnswer>('sim/clock');
  if (branch !== base.branch) await switchTo(base.branch);
  if (made !== null) await remove(made.branch);
  keep({ ...known, made: null });
  const atMs = Date.parse(scenes[step].at);
  const before = isoOf(Math.max(startMs.peek(), atMs - BEFORE_MS));
  keep({ ...known, made: await rewind(before), step, hasHappened: false });
  // A change of the branch leaves the window of before.
  await shownBranch(tour.peek()!.made!.branch);
  const middle = atMs - startMs.peek();
  show({ fromMs: middle - AROUND_MS, toMs: middle + AROUND_MS });
}

export function goToStep(step: number): Promise<void> {
  return moving(() => enter(step));
}

/** Advances the clock to the scene. */
export function letHappen(): Promise<void> {
  return moving(async () => {
    const known = tour.peek()!;
    const { at } = known.scenes[known.step];
    await advanced({ to: at });
    keep({ ...known, hasHappened: true });
  });
}

/** Switches back to the branch of before, and deletes those that the tour has made. */
export function end(): Promise<void> {
  return moving(async () => {
    const { home, wasRunning, base, made } = tour.peek()!;
    const { branch, branches } = await read<BranchesAnswer>('sim/branches');
    const own = [made, base].filter((one) => one !== null && isThere(one, branches)) as MadeBranch[];
    if (own.some((one) => one.branch === branch)) {
      await switchTo(home);
      if (wasRunning) await call('PUT', 'sim/clock', { mode: 'running' });
    }
    keep(undefined);
    for (const one of own) await remove(one.branch);
  }, 'The tour has ended.');
}

/** Forgets a tour of another world. */
export async function checkStored(): Promise<void> {
  const known = tour.peek();
  if (known === undefined || !isOffered() || isBusy.peek()) return;
  const { branches } = await read<BranchesAnswer>('sim/branches');
  if (tour.peek() === known && !isThere(known.base, branches)) keep(undefined);
}

function isThere({ branch, at }: MadeBranch, branches: BranchesAnswer['branches']): boolean {
  return branches.some((one) => one.branch === branch && one.at === at);
}
