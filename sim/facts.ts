// Facts: what happened, in order. The engine writes them as runs of integers into one buffer; whoever owns the engine
// takes them out between instants. A record is
//   [kind × 256 + number of words, instant in ms, the kind's words …]

import { FactHash } from './hash.ts';

/** Append only: the numbers are part of every recorded run and of the hash. */
export const FactKind = {
  /** uid, workspace, pool, priority, nodes, GPUs per node, exit ms, flags */
  gprCreated: 1,
  /** uid, workspace, pool, GPUs held, wait ms at the first start else −1, retries, node … */
  gprProvisioning: 2,
  /** uid, workspace */
  gprSuccessful: 3,
  /** uid, workspace, state, reason, culprit, ms since creation, ms Successful, cost in micro-units, GPUs held until now */
  gprEnded: 4,
  /** uid, workspace, reason, culprit, exit ms left */
  gprRequeued: 5,
  /** uid, workspace */
  gprRemoved: 6,
  /** uid, workspace, priority, flags, hash of the name */
  gprChanged: 7,
  /** uid, workspace, 1 idle | 0 busy */
  gprActivity: 8,
  /** uid, workspace, how often its promise has moved later, promised start ms or −1 */
  gprDelayed: 9,
  /** node, instant of repair or −1 */
  nodeDown: 10,
  /** node */
  nodeUp: 11,
  /** node, pool, GPUs, hash of the name */
  nodeAdded: 12,
  /** node */
  nodeRemoved: 13,
  /** workspace, hash of the name and clusters */
  workspaceCreated: 14,
  /** workspace */
  workspaceGoing: 15,
  /** workspace */
  workspaceGone: 16,
  /** uid, workspace, pool, step of the cycle, nodes needed, GPUs per node, nodes with room, victims that were not enough */
  headBlocked: 17,
  /** stream, number: a scripted command that was refused when its time came */
  scriptRefused: 18,
  /** uid, workspace, pool: a workload's GPR that its workspace's policy refused */
  arrivalRefused: 19,
  /** table (`RecordTable`), number of the name, workspace or −1, hash of the record */
  recordSet: 20,
  /** table, number of the name, workspace or −1 */
  recordRemoved: 21,
  /** uid, workspace, number of the name, cluster, uid of its GPR or −1, hash of what was asked for */
  endpointCreated: 22,
  /** uid, workspace, number of the name, status (`ENDPOINT_STATUSES`) */
  endpointStatus: 23,
  /** uid, workspace, number of the name */
  endpointRemoved: 24,
  /** uid, workspace, number of the name, decisions, hash of what was asked for */
  placementCreated: 25,
  /** uid, workspace, number of the name, hash of what it is now */
  placementChanged: 26,
  /** uid, workspace, number of the name, decision, cluster, phase (`PHASES`), step, uid of its GPR or −1 */
  placementPhase: 27,
  /** uid, workspace, number of the name, decision, step, 1 success | 0 failure, ms */
  placementStep: 28,
  /** uid, workspace, number of the name, decision, cluster left, cluster gone to, uid of the GPR left, uid of the new one */
  placementMoved: 29,
  /** uid, workspace, number of the name */
  placementRemoved: 30,
  /** number of the fault, hash of what was asked for */
  faultAdded: 31,
  /** number of the fault, uid of what it struck */
  faultStruck: 32,
  /** number of the fault */
  faultRemoved: 33,
} as const;

/** Records without a state of their own, as facts number them. */
export const RecordTable = { policy: 0, gprTemplate: 1, binding: 2, workloadTemplate: 3 } as const;

/** Why a GPR ended or was requeued. */
export const Reason = {
  none: 0,
  exitDuration: 1,
  runTime: 2,
  earlyRelease: 3,
  idleTimeOut: 4,
  /** culprit: node */
  nodeFailure: 5,
  /** culprit: uid of the evictor */
  eviction: 6,
  provisioningFailure: 7,
  workspaceDeleted: 8,
} as const;

export const HEADER_WORDS = 2;

/** A stretch of the log: whole records. */
export interface FactRun {
  /** Number of the first fact; facts count from 1. */
  readonly firstSeq: number;
  readonly count: number;
  readonly words: Float64Array;
}

export class FactLog {
  words: Float64Array = new Float64Array(4096);
  length = 0;
  /** Facts in the buffer, and facts ever. */
  pending = 0;
  seq = 0;
  /** A forecast tells nobody: its facts are neither kept nor hashed. */
  muted = false;
  /** Over the facts up to `hashed`, a place in the buffer: it sees many at a time, which is far cheaper than each by itself. */
  readonly hash: FactHash = new FactHash();
  hashed = 0;

  /** Begins a record of so many words, which the caller writes to `words` from the place that is returned. */
  begin(kind: number, atMs: number, count: number): number {
    const at = this.length;
    const end = at + HEADER_WORDS + count;
    if (end > this.words.length) this.#grow(end);
    this.words[at] = kind + count * 256;
    this.words[at + 1] = atMs;
    if (!this.muted) {
      this.length = end;
      this.seq++;
      this.pending++;
    }
    return at + HEADER_WORDS;
  }

  /** Lets the hash see every fact there is. */
  settleHash(): void {
    this.hash.mix(this.words, this.hashed, this.length);
    this.hashed = this.length;
  }

  /** The hash over all facts so far, 32 hex digits. */
  digest(): string {
    this.settleHash();
    return this.hash.digest();
  }

  /** The facts since they were last dropped; the words are the buffer itself, good until the next fact. */
  peek(): FactRun {
    const { seq, pending, words, length } = this;
    return { firstSeq: seq - pending + 1, count: pending, words: words.subarray(0, length) };
  }

  drop(): void {
    this.settleHash();
    this.length = 0;
    this.pending = 0;
    this.hashed = 0;
  }

  /** Hands over the facts since the last call; the words are a copy that the caller owns. */
  take(): FactRun {
    const run = this.peek();
    this.drop();
    return { ...run, words: run.words.slice() };
  }

  #grow(length: number): void {
    const words = new Float64Array(Math.max(this.words.length * 2, length));
    words.set(this.words);
    this.words = words;
  }
}

/** Writes a fact that is not of the hot path. */
export function noteFact(facts: FactLog, kind: number, atMs: number, words: readonly number[]): void {
  const at = facts.begin(kind, atMs, words.length);
  facts.words.set(words, at);
}

/** Calls `visit(kind, atMs, index of the first word, number of words, seq)` for each record of a run. */
export function eachFact(
  run: FactRun,
  visit: (kind: number, atMs: number, at: number, count: number, seq: number) => void,
): void {
  const words = run.words;
  let seq = run.firstSeq;
  for (let i = 0; i < words.length; ) {
    const header = words[i] | 0;
    const count = header >> 8;
    if (count < 0) throw new Error(`a run of facts that cannot be read, at word ${i}`);
    visit(header & 255, words[i + 1], i + HEADER_WORDS, count, seq++);
    i += HEADER_WORDS + count;
  }
}
