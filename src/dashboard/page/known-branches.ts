// The branches of the world, which only Owners may list.

import { computed } from '@preact/signals';
import type { BranchesAnswer } from '../../api/sim/answers.ts';
import { Calm } from '../live/calm.ts';
import { branch, OfBranch } from '../live/of-branch.ts';
import { read } from '../session/server-call.ts';
import { may } from './acting/acting.ts';

/** Branches seldom change. */
const RENEW_MS = 3_000;
const READING_SHARE = 1 / 20;

const known = new OfBranch<BranchesAnswer>();
/** undefined before they are read. */
export const branches = computed(() => known.shown.value?.branches);
const calm = new Calm({ share: READING_SHARE, pauseMs: RENEW_MS });

export async function readBranches(): Promise<void> {
  if (!may('listBranches')) return;
  const answer = await read<BranchesAnswer>('sim/branches');
  known.take(answer.branch, answer);
}

/** Reads the branches, unless they are known or the last ones suffice. */
export async function renewBranches(): Promise<void> {
  await calm.read(String(branch.peek()), async () => {
    await readBranches();
    return true;
  });
}

/** Whether an instant of a branch is one of the present branch, too: before both have parted. */
export function isShared(at: string, of: number): boolean {
  if (of === branch.value) return true;
  const [own, others] = [lineOf(branch.value), lineOf(of)];
  return [...others].some(([one, untilMs]) => Date.parse(at) <= Math.min(untilMs, own.get(one) ?? NaN));
}

/** A branch and those from which it descends, each with the instant up to which they have the same history. */
function lineOf(of: number | undefined): ReadonlyMap<number, number> {
  const line = new Map<number, number>();
  const find = (number: number | null | undefined) => branches.value?.find((one) => one.branch === number);
  let untilMs = Infinity;
  for (let one = find(of); one !== undefined; one = find(one.parent)) {
    line.set(one.branch, untilMs);
    untilMs = Math.min(untilMs, Date.parse(one.at));
  }
  return line;
}
