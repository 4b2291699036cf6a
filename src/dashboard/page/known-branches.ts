// The branches of the world, which only Owners may list.

import { computed } from '@preact/signals';
import type { BranchesAnswer } from '../../api/sim/answers.ts';
import { branch, OfBranch } from '../live/of-branch.ts';
import { read } from '../session/server-call.ts';
import { may } from './acting/acting.ts';

/** A deletion of another branch is no fact. So the list is read again after this time, or at most with this share of the time. */
const RENEW_MS = 3_000;
const READING_SHARE = 1 / 20;

const known = new OfBranch<BranchesAnswer>();
/** undefined before they are read. */
export const branches = computed(() => known.shown.value?.branches);
let isReading = false;
let restUntil = 0;

export async function readBranches(isUrgent = false): Promise<void> {
  const isFresh = branches.peek() !== undefined && performance.now() < restUntil;
  if (isReading || !may('listBranches') || (isFresh && !isUrgent)) return;
  isReading = true;
  const startedAt = performance.now();
  try {
    const answer = await read<BranchesAnswer>('sim/branches');
    known.take(answer.branch, answer);
  } finally {
    const now = performance.now();
    isReading = false;
    restUntil = now + Math.max(RENEW_MS, (now - startedAt) / READING_SHARE);
  }
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
