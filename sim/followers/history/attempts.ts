// The attempts of all GPRs in columns, in the order of their starts, with the lanes of GPUs that each holds (node-lanes.ts).

import { firstFrom } from '../../base/collections/columns.ts';
import { growColumns } from '../../base/collections/saved-fields.ts';
import { State } from '../../facts/numbered.ts';

const FIRST_CAPACITY = 256;

/** Runs of lanes that attempts hold. */
class Holds {
  size = 0;
  #capacity = FIRST_CAPACITY;
  node = new Int32Array(FIRST_CAPACITY);
  lane = new Uint16Array(FIRST_CAPACITY);
  lanes = new Uint16Array(FIRST_CAPACITY);
  /** Thousandths of each lane. */
  gpuMilli = new Uint16Array(FIRST_CAPACITY);

  add(node: number, lane: number, lanes: number, gpuMilli: number): void {
    if (this.size === this.#capacity) this.#capacity = growColumns(this, this.#capacity);
    const at = this.size++;
    this.node[at] = node;
    this.lane[at] = lane;
    this.lanes[at] = lanes;
    this.gpuMilli[at] = gpuMilli;
  }
}

export class Attempts {
  size = 0;
  #capacity = FIRST_CAPACITY;
  uid = new Float64Array(FIRST_CAPACITY);
  workspace = new Int32Array(FIRST_CAPACITY);
  /** At the start. */
  priority = new Uint16Array(FIRST_CAPACITY);
  /** 1 = the first attempt of its GPR. */
  isFirst = new Uint8Array(FIRST_CAPACITY);
  /** When the wait before the start began: at the creation or the requeue of the GPR. */
  waitedSinceMs = new Float64Array(FIRST_CAPACITY);
  /** The latest span of the wait before the start (waits/wait-spans.ts), −1 = none. */
  span = new Int32Array(FIRST_CAPACITY);
  /** Number of GPRs that were evicted for its start. */
  evicted = new Uint32Array(FIRST_CAPACITY);
  startMs = new Float64Array(FIRST_CAPACITY);
  /** When the GPR became Successful, and when the attempt ended; −1 = not yet, or never. */
  readyMs = new Float64Array(FIRST_CAPACITY);
  endMs = new Float64Array(FIRST_CAPACITY);
  /** Number of the fact that ended the attempt; 0 while it lasts. */
  endSeq = new Float64Array(FIRST_CAPACITY);
  /** `State` of the GPR after the attempt (queued = requeued); `none` while it lasts. `Reason`, and culprit as in the facts. */
  state = new Uint8Array(FIRST_CAPACITY);
  reason = new Uint8Array(FIRST_CAPACITY);
  culprit = new Float64Array(FIRST_CAPACITY);
  /** Index in `holds` of its first run of lanes; those of the next attempt follow. */
  firstHold = new Int32Array(FIRST_CAPACITY);
  readonly holds: Holds = new Holds();

  /** Adds an attempt that has begun. Returns its number; the caller adds to `holds`. */
  add(
    uid: number,
    workspace: number,
    priority: number,
    isFirst: boolean,
    waitedSinceMs: number,
    startMs: number,
  ): number {
    if (this.size === this.#capacity) this.#capacity = growColumns(this, this.#capacity);
    const attempt = this.size++;
    this.uid[attempt] = uid;
    this.workspace[attempt] = workspace;
    this.priority[attempt] = priority;
    this.isFirst[attempt] = isFirst ? 1 : 0;
    this.waitedSinceMs[attempt] = waitedSinceMs;
    this.startMs[attempt] = startMs;
    this.span[attempt] = -1;
    this.readyMs[attempt] = -1;
    this.endMs[attempt] = -1;
    this.firstHold[attempt] = this.holds.size;
    return attempt;
  }

  end(attempt: number, endMs: number, endSeq: number, state: number, reason: number, culprit: number): void {
    this.endMs[attempt] = endMs;
    this.endSeq[attempt] = endSeq;
    this.state[attempt] = state;
    this.reason[attempt] = reason;
    this.culprit[attempt] = culprit;
  }

  /** The GPR of an attempt; its priority is that at the start. */
  gpr(attempt: number): { readonly uid: number; readonly workspace: number; readonly priority: number } {
    return {
      uid: this.uid[attempt],
      workspace: this.workspace[attempt],
      priority: this.priority[attempt],
    };
  }

  isRunning(attempt: number): boolean {
    return this.state[attempt] === State.none;
  }

  /** Index in `holds` after the last run of lanes of an attempt. */
  endOfHolds(attempt: number): number {
    return attempt + 1 < this.size ? this.firstHold[attempt + 1] : this.holds.size;
  }

  /** Number of the first attempt that starts at or after an instant. */
  firstFrom(atMs: number): number {
    return firstFrom(this.startMs, this.size, atMs);
  }

  /** Copies attempt `attempt` of `others`, with its lanes. Returns its number here. */
  addFrom(others: Attempts, attempt: number): number {
    const added = this.add(
      others.uid[attempt],
      others.workspace[attempt],
      others.priority[attempt],
      others.isFirst[attempt] === 1,
      others.waitedSinceMs[attempt],
      others.startMs[attempt],
    );
    this.readyMs[added] = others.readyMs[attempt];
    this.evicted[added] = others.evicted[attempt];
    const { node, lane, lanes, gpuMilli } = others.holds;
    for (let at = others.firstHold[attempt]; at < others.endOfHolds(attempt); at++) {
      this.holds.add(node[at], lane[at], lanes[at], gpuMilli[at]);
    }
    return added;
  }
}
