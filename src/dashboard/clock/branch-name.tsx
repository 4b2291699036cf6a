// The number of the branch that the page shows, if the world has several. Its title is what made the branch.

import { useEffect } from 'preact/hooks';
import { following } from '../live/live.ts';
import { branch } from '../live/of-branch.ts';
import { may } from '../page/acting/acting.ts';
import { branches, renewBranches } from '../page/known-branches.ts';

export function BranchName() {
  useEffect(() => following(renewBranches), []);
  // Only Owners may list the branches.
  const isOne = may('listBranches') ? (branches.value?.length ?? 1) === 1 : branch.value === 1;
  if (branch.value === undefined || isOne) return null;
  const reason = branches.value?.find((row) => row.branch === branch.value)?.reason;
  return (
    <>
      {', '}
      <span title={reason} data-testid="branch">
        branch {branch.value}
      </span>
    </>
  );
}
