// Waiting: each workspace's queued GPRs, and which of them is its candidate.
// Order of a queue: higher priority first, then earlier creation (GprTable.rank, lower first).

import { type GprTable, NONE } from './gpr.ts';
import { attachColumns, type Interleaved } from './interleaved.ts';

/** Numbers in the order they came, taken out all at once. */
export class List {
  count = 0;
  list: Int32Array = new Int32Array(16);

  push(value: number): void {
    if (this.count === this.list.length) {
      const list = new Int32Array(this.count * 2);
      list.set(this.list);
      this.list = list;
    }
    this.list[this.count++] = value;
  }
}

const COLUMNS = ['root', 'head', 'holds', 'firstGpr', 'lastGpr', 'gprs', 'going', 'isTouched'] as const;

/** Where the fields of a workspace lie in the columns of the table. */
export function recordOf(workspace: number): number {
  return workspace * COLUMNS.length;
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
  /** First and last of its GPRs in memory, in creation order. */
  firstGpr: Int32Array = this.records;
  lastGpr: Int32Array = this.records;
  gprs: Int32Array = this.records;
  /** 1: deletion is under way; 2: gone. */
  going: Int32Array = this.records;
  isTouched: Int32Array = this.records;
  /** Workspaces whose candidate may have changed since the last cycle. */
  readonly touched: List = new List();

  add(): number {
    if (this.size === this.capacity) this.reserve(Math.max(16, this.capacity * 2));
    const workspace = this.size++;
    this.root[recordOf(workspace)] = NONE;
    this.head[recordOf(workspace)] = NONE;
    this.holds[recordOf(workspace)] = NONE;
    this.firstGpr[recordOf(workspace)] = NONE;
    this.lastGpr[recordOf(workspace)] = NONE;
    return workspace;
  }

  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    const records = new Int32Array(recordOf(capacity));
    records.set(this.records);
    this.attach(records);
    this.capacity = capacity;
  }

  attach(records: Int32Array): void {
    this.records = records;
    attachColumns(this, records, COLUMNS);
  }

  touch(workspace: number): void {
    if (this.isTouched[recordOf(workspace)] === 1) return;
    this.isTouched[recordOf(workspace)] = 1;
    this.touched.push(workspace);
  }

  /** Appends a new GPR to the workspace's list. */
  addGpr(workspace: number, row: number, gprs: GprTable): void {
    const last = this.lastGpr[recordOf(workspace)];
    gprs.siblingPrevious[row] = last;
    gprs.siblingNext[row] = NONE;
    if (last === NONE) this.firstGpr[recordOf(workspace)] = row;
    else gprs.siblingNext[last] = row;
    this.lastGpr[recordOf(workspace)] = row;
    this.gprs[recordOf(workspace)]++;
  }

  removeGpr(workspace: number, row: number, gprs: GprTable): void {
    const next = gprs.siblingNext[row];
    const previous = gprs.siblingPrevious[row];
    if (previous === NONE) this.firstGpr[recordOf(workspace)] = next;
    else gprs.siblingNext[previous] = next;
    if (next === NONE) this.lastGpr[recordOf(workspace)] = previous;
    else gprs.siblingPrevious[next] = previous;
    this.gprs[recordOf(workspace)]--;
  }
}

/** Adds a queued GPR to the pairing heap at `root`; returns the new root. */
export function enqueue(root: number, row: number, gprs: GprTable): number {
  gprs.queueChild[row] = NONE;
  gprs.queueNext[row] = NONE;
  gprs.queuePrevious[row] = NONE;
  return root === NONE ? row : meld(root, row, gprs);
}

/** Takes a GPR out of the pairing heap at `root`; returns the new root. */
export function dequeue(root: number, row: number, gprs: GprTable): number {
  const { queueChild, queueNext, queuePrevious } = gprs;
  const rest = pairUp(queueChild[row], gprs);
  if (row === root) return rest;
  const previous = queuePrevious[row];
  const next = queueNext[row];
  if (queueChild[previous] === row) queueChild[previous] = next;
  else queueNext[previous] = next;
  if (next !== NONE) queuePrevious[next] = previous;
  return rest === NONE ? root : meld(root, rest, gprs);
}

/** Links two roots: the later one becomes the first child of the other. */
function meld(a: number, b: number, gprs: GprTable): number {
  const { queueChild, queueNext, queuePrevious, rank } = gprs;
  const top = rank[a] < rank[b] ? a : b;
  const under = top === a ? b : a;
  const child = queueChild[top];
  queueNext[under] = child;
  queuePrevious[under] = top;
  if (child !== NONE) queuePrevious[child] = under;
  queueChild[top] = under;
  queueNext[top] = NONE;
  queuePrevious[top] = NONE;
  return top;
}

/** The two passes of a pairing heap's pop: meld siblings in pairs, then the pairs from last to first. */
function pairUp(first: number, gprs: GprTable): number {
  const { queueNext, queuePrevious } = gprs;
  let pairs = NONE;
  for (let a = first; a !== NONE; ) {
    const b = queueNext[a];
    const rest = b === NONE ? NONE : queueNext[b];
    queueNext[a] = NONE;
    queuePrevious[a] = NONE;
    let pair = a;
    if (b !== NONE) {
      queueNext[b] = NONE;
      queuePrevious[b] = NONE;
      pair = meld(a, b, gprs);
    }
    // Pairs are chained backwards by their `next` link until the second pass.
    queueNext[pair] = pairs;
    pairs = pair;
    a = rest;
  }
  let root = NONE;
  while (pairs !== NONE) {
    const next = queueNext[pairs];
    queueNext[pairs] = NONE;
    root = root === NONE ? pairs : meld(root, pairs, gprs);
    pairs = next;
  }
  return root;
}
