// A workspace's queued GPRs: a pairing heap by rank, linked through the GPRs' rows. The root is the workspace's candidate.

import { Field, type GprTable, NONE, Real } from './gpr-table.ts';

/** Adds a queued GPR to the pairing heap at `root`; returns the new root. */
export function enqueue(root: number, row: number, gprs: GprTable): number {
  const { ints } = gprs;
  ints[row + Field.queueChild] = NONE;
  ints[row + Field.queueNext] = NONE;
  ints[row + Field.queuePrevious] = NONE;
  return root === NONE ? row : meld(root, row, gprs);
}

/** Removes a GPR from the pairing heap at `root`; returns the new root. */
export function dequeue(root: number, row: number, gprs: GprTable): number {
  const { ints } = gprs;
  const rest = pairUp(ints[row + Field.queueChild], gprs);
  if (row === root) return rest;
  const previous = ints[row + Field.queuePrevious];
  const next = ints[row + Field.queueNext];
  if (ints[previous + Field.queueChild] === row) ints[previous + Field.queueChild] = next;
  else ints[previous + Field.queueNext] = next;
  if (next !== NONE) ints[next + Field.queuePrevious] = previous;
  return rest === NONE ? root : meld(root, rest, gprs);
}

/** Links two roots: the one with the higher rank becomes the first child of the other. Returns the other. */
function meld(a: number, b: number, gprs: GprTable): number {
  const { ints } = gprs;
  const top = isBefore(a, b, gprs) ? a : b;
  const under = top === a ? b : a;
  const child = ints[top + Field.queueChild];
  ints[under + Field.queueNext] = child;
  ints[under + Field.queuePrevious] = top;
  if (child !== NONE) ints[child + Field.queuePrevious] = under;
  ints[top + Field.queueChild] = under;
  ints[top + Field.queueNext] = NONE;
  ints[top + Field.queuePrevious] = NONE;
  return top;
}

/** Reports whether a's rank is lower. The priority decides mostly, and shares a cache line with the links. */
function isBefore(a: number, b: number, { ints, reals }: GprTable): boolean {
  const above = ints[a + Field.priority] - ints[b + Field.priority];
  return above === 0 ? reals[a + Real.rank] < reals[b + Real.rank] : above > 0;
}

/** Merges siblings in the two passes of a pairing heap: in pairs, then the pairs from last to first. Returns the root. */
function pairUp(first: number, gprs: GprTable): number {
  const { ints } = gprs;
  let pairs = NONE;
  for (let a = first; a !== NONE; ) {
    const b = ints[a + Field.queueNext];
    const rest = b === NONE ? NONE : ints[b + Field.queueNext];
    ints[a + Field.queueNext] = NONE;
    ints[a + Field.queuePrevious] = NONE;
    let pair = a;
    if (b !== NONE) {
      ints[b + Field.queueNext] = NONE;
      ints[b + Field.queuePrevious] = NONE;
      pair = meld(a, b, gprs);
    }
    // Until the second pass, `queueNext` of a pair links to the previous pair.
    ints[pair + Field.queueNext] = pairs;
    pairs = pair;
    a = rest;
  }
  let root = NONE;
  while (pairs !== NONE) {
    const next = ints[pairs + Field.queueNext];
    ints[pairs + Field.queueNext] = NONE;
    root = root === NONE ? pairs : meld(root, pairs, gprs);
    pairs = next;
  }
  return root;
}
