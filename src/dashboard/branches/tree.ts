// The branches as a tree, line by line.

import type { BranchesAnswer } from '../../api/sim/answers.ts';

type Branch = BranchesAnswer['branches'][number];

interface Line {
  readonly branch: Branch;
  /** Number of its ancestors in the list. */
  readonly depth: number;
}

/** Each branch after its parent, children by their numbers. A branch whose parent is not in the list is a root. */
export function treeOf(branches: readonly Branch[]): readonly Line[] {
  const numbers = new Set(branches.map(({ branch }) => branch));
  const children = new Map<number, Branch[]>();
  for (const branch of [...branches].sort((a, b) => b.branch - a.branch)) {
    const parent = branch.parent !== null && numbers.has(branch.parent) ? branch.parent : 0;
    children.set(parent, [...(children.get(parent) ?? []), branch]);
  }
  // A long chain of rewinds must not exhaust the stack.
  const lines: Line[] = [];
  const open = (children.get(0) ?? []).map((branch) => ({ branch, depth: 0 }));
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    lines.push(line);
    const { depth } = line;
    open.push(...(children.get(line.branch.branch) ?? []).map((branch) => ({ branch, depth: depth + 1 })));
  }
  return lines;
}
