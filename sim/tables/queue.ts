// Waiting: each workspace's queued GPRs, and which of them is its candidate.
// Order of a queue: higher priority first, then earlier creation (GprTable.rank, lower first).

import { attachColumns, type Interleaved } from '../base/interleaved.ts';
import { List } from '../base/list.ts';
import { Field, type GprTable, NONE, Real } from './gpr.ts';

const COLUMNS = ['root', 'head', 'holds', 'open', 'status', 'isTouched'] as const;
const RECORD = 6;

/** Bits of a workspace's status. */
export const WorkspaceBit = {
  /** Its deletion is under way. */
  going: 1,
  gone: 2,
  /** It has a policy of its own. */
  policed: 4,
  /** Its candidate is a GPR that its placement may move. */
  placedHead: 8,
} as const;

/** Where the fields of a workspace lie in the columns of the table. */
export function recordOf(workspace: number): number {
  return Math.imul(workspace, RECORD);
}

/**
 * Workspaces are named by their number, as in facts; the fields of one lie side by side (interleaved.ts), because
 * workspaces come in no order and each visit should miss once: `table.column[recordOf(workspace)]`.
 */
export class WorkspaceTable implements Interleaved {
  size = 0;
  capacity = 0;
  records: Int32Array = new Int32Array(0);
  /** Root of the pairing heap of its queued GPRs. */
  root: Int32Array = this.records;
  /** The GPR of it that stands in a pool's head queue. */
  head: Int32Array = this.records;
  /** Its provisioned GPR (with a workspace limit of 1). */
  holds: Int32Array = this.records;
  /** GPRs that have not ended. */
  open: Int32Array = this.records;
  status: Int32Array = this.records;
  isTouched: Int32Array = this.records;
  /** Workspaces whose candidate may have changed since the last cycle. */
  readonly touched: List = new List();

  add(): number {
    if (this.size === this.capacity) this.reserve(Math.max(16, this.capacity * 2));
    const workspace = this.size++;
    this.root[recordOf(workspace)] = NONE;
    this.head[recordOf(workspace)] = NONE;
    this.holds[recordOf(workspace)] = NONE;
    return workspace;
  }

  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    const records = new Int32Array(recordOf(capacity));
    records.set(this.records);
    this.records = records;
    this.attach();
    this.capacity = capacity;
  }

  tables(): readonly string[] {
    return ['records'];
  }

  attach(): void {
    attachColumns(this, this.records, COLUMNS);
  }

  has(workspace: number, bits: number): boolean {
    return (this.status[recordOf(workspace)] & bits) !== 0;
  }

  setBit(workspace: number, bit: number, isSet: boolean): void {
    if (isSet) this.status[recordOf(workspace)] |= bit;
    else this.status[recordOf(workspace)] &= ~bit;
  }

  touch(workspace: number): void {
    if (this.isTouched[recordOf(workspace)] === 1) return;
    this.isTouched[recordOf(workspace)] = 1;
    this.touched.push(workspace);
  }
}

/** Adds a queued GPR to the pairing heap at `root`; returns the new root. */
export function enqueue(root: number, row: number, gprs: GprTable): number {
  const { ints } = gprs;
  ints[row + Field.queueChild] = NONE;
  ints[row + Field.queueNext] = NONE;
  ints[row + Field.queuePrevious] = NONE;
  return root === NONE ? row : meld(root, row, gprs);
}

/** Takes a GPR out of the pairing heap at `root`; returns the new root. */
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

/** Links two roots: the later one becomes the first child of the other. */
function meld(a: number, b: number, gprs: GprTable): number {
  const { ints, reals } = gprs;
  const top = reals[a + Real.rank] < reals[b + Real.rank] ? a : b;
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

/** The two passes of a pairing heap's pop: meld siblings in pairs, then the pairs from last to first. */
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
    // Pairs are chained backwards by their `next` link until the second pass.
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
