// Why recorded estimates change: the invalidations since the last recording, by component. The components are those of a past
// recording (forecast/timeline/partition.ts): their forecasts hold until an invalidation touches them. Every change of an estimate
// therefore has a cause. Snapshots contain this state, and reads do not change it.

import { firstFrom } from '../base/collections/columns.ts';

const NO_COMPONENT = -1;

/** A division of the pools into components. */
export interface Components {
  readonly count: number;
  /** Pool → component. */
  readonly componentOf: Int32Array;
  /** The workspaces with waiting or provisioned GPRs, ascending, and their components. Empty if workspaces have no limit. */
  readonly workspaces: Int32Array;
  readonly componentOfWorkspace: Int32Array;
}

const NO_NUMBERS = new Int32Array(0);
const NO_COMPONENTS: Components = {
  count: 0,
  componentOf: NO_NUMBERS,
  workspaces: NO_NUMBERS,
  componentOfWorkspace: NO_NUMBERS,
};

export class Causes {
  /** Bits of `EstimateBit` by component. Empty before the first recording. */
  bits: Int32Array = NO_NUMBERS;
  /** As in `Components`. Pools that were added later have no component, and no GPR with a recorded estimate. */
  componentOf: Int32Array = NO_NUMBERS;
  workspaces: Int32Array = NO_NUMBERS;
  componentOfWorkspace: Int32Array = NO_NUMBERS;

  /** Whether there are components, and no invalidation has touched any. */
  get isQuiet(): boolean {
    return this.bits.length > 0 && this.bits.every((bits) => bits === 0);
  }

  everywhere(cause: number): void {
    for (let component = 0; component < this.bits.length; component++) this.bits[component] |= cause;
  }

  inPool(pool: number, cause: number): void {
    const component = this.componentOf[pool] ?? NO_COMPONENT;
    if (component !== NO_COMPONENT) this.bits[component] |= cause;
  }

  inWorkspace(workspace: number, cause: number): void {
    const place = firstFrom(this.workspaces, this.workspaces.length, workspace);
    if (this.workspaces[place] === workspace) this.bits[this.componentOfWorkspace[place]] |= cause;
  }

  /** The causes since the last recording, for a GPR of this pool that it recorded. */
  of(pool: number): number {
    return this.bits[this.componentOf[pool]];
  }

  /** Begins after a recording. @param components of this instant; left out if no GPR has a recorded estimate */
  restart(components: Components = NO_COMPONENTS): void {
    this.bits = new Int32Array(components.count);
    this.componentOf = components.componentOf;
    this.workspaces = components.workspaces;
    this.componentOfWorkspace = components.componentOfWorkspace;
  }
}
