// What the kernel calls when something beside it looks after a GPR, a workspace or the world. The kernel knows no resource:
// resources set the bits that ask for these calls, and where no bit is set the kernel pays one comparison.

export interface Hooks {
  /** A GPR with `Flag.watched` is Successful, requeued or ended. */
  changed(row: number): void;
  /** A GPR with one of the bits `REMOVED_FLAGS` is about to leave memory by DELETE. */
  removed(row: number): void;
  /** A GPR with one of the bits `STARTED_FLAGS` has its nodes. */
  started(row: number): void;
  /** A GPR with `Flag.asked` is about to evict these rows. */
  evicts(row: number, victims: readonly number[]): void;
  /** At the cycle: the candidate of a workspace is another (NONE = it has none), and the one before or the new one has `Flag.mayBurst`. */
  candidate(workspace: number, row: number): void;
  /** `Call.strikes`: whether the provisioning of a GPR fails although it has come to its end. */
  strikes(row: number): boolean;
  /** `Call.cycled`: a cycle is over. Returns whether another round must follow in the same instant. */
  cycled(): boolean;
  /** `Call.instantOver`: the last round of an instant is closed. */
  instantOver(): void;
}

/** Bits of `Core.calls`: hooks of the whole world that somebody needs. */
export const Call = { strikes: 1, cycled: 2, instantOver: 4 } as const;

/** Nothing is beside the kernel. */
export const NO_HOOKS: Hooks = {
  changed() {},
  removed() {},
  started() {},
  evicts() {},
  candidate() {},
  strikes: () => false,
  cycled: () => false,
  instantOver() {},
};
