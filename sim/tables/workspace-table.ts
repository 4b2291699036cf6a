// The table of workspaces: the next GPR of each, the provisioned one, and a status.

import { grown } from '../base/collections/columns.ts';
import { attachColumns, type Interleaved } from '../base/collections/interleaved.ts';
import { List } from '../base/collections/list.ts';
import { NONE } from './gprs/gpr-table.ts';

const COLUMNS = ['root', 'head', 'holds', 'status'] as const;
const RECORD = 4;

/** Low bits of a workspace's status. The bits above them count the GPRs that have not ended. */
export const WorkspaceBit = {
  /** Its deletion is under way. */
  going: 1,
  gone: 2,
  /** Has an entry in `Resources.policies`. */
  policed: 4,
  /** The placement of its candidate may move it. */
  headMayBurst: 8,
  /** Is in `WorkspaceTable.touched`. */
  touched: 16,
} as const;
const OPEN = 32;

/** Returns the index of a workspace in the columns of the table. */
export function recordOf(workspace: number): number {
  return Math.imul(workspace, RECORD);
}

// A field is `table.column[recordOf(workspace)]`. The fields of a workspace are side by side (interleaved.ts): the engine visits
// workspaces in no particular order, and each visit should cost one cache miss.
export class WorkspaceTable implements Interleaved {
  size = 0;
  capacity = 0;
  records: Int32Array = new Int32Array(0);
  /** Root of the pairing heap of its queued GPRs. */
  root: Int32Array = this.records;
  /** Its GPR in the head queue of a pool. */
  head: Int32Array = this.records;
  /** Its provisioned GPR, if the workspace limit is 1. */
  holds: Int32Array = this.records;
  status: Int32Array = this.records;
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
    this.records = grown(this.records, recordOf(capacity));
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

  /** Returns the number of GPRs that have not ended. */
  openOf(workspace: number): number {
    return this.status[recordOf(workspace)] >> 5;
  }

  /** @param more 1 or −1 */
  addOpen(workspace: number, more: number): void {
    this.status[recordOf(workspace)] += more * OPEN;
  }

  touch(workspace: number): void {
    const status = this.status[recordOf(workspace)];
    if ((status & WorkspaceBit.touched) !== 0) return;
    this.status[recordOf(workspace)] = status | WorkspaceBit.touched;
    this.touched.push(workspace);
  }
}
