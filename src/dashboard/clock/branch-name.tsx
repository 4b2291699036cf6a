// The number of the branch that the page shows, if the world has several. Its title is what made the branch.

import { useEffect } from 'preact/hooks';
import type { BranchesAnswer } from '../../control/answers.ts';
import { following } from '../live/live.ts';
import { branch, OfBranch } from '../live/of-branch.ts';
import { may } from '../page/acting.ts';
import { read } from '../session/call.ts';

/** A deletion of another branch is no fact. So the list is read again after this time, or at most with this share of the time. */
const RENEW_MS = 3_000;
const READING_SHARE = 1 / 20;

const known = new OfBranch<BranchesAnswer>();
let isReading = false;
let restUntil = 0;

async function readBranches(): Promise<void> {
  const isKnown = known.shown.peek() !== undefined;
  if (isReading || !may('listBranches') || (isKnown && performance.now() < restUntil)) return;
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

export function BranchName() {
  useEffect(() => following(readBranches), []);
  const branches = known.shown.value?.branches;
  // Only Owners may list the branches.
  const isOne = may('listBranches') ? (branches?.length ?? 1) === 1 : branch.value === 1;
  if (branch.value === undefined || isOne) return null;
  const reason = branches?.find((row) => row.branch === branch.value)?.reason;
  return (
    <>
      {', '}
      <span title={reason} data-testid="branch">
        branch {branch.value}
      </span>
    </>
  );
}
