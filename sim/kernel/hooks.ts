// Callbacks from the kernel to the resources and to forecasts, which the kernel does not import. A caller that wants a
// callback sets the bit named with it; where no bit is set, the callback costs one comparison.

export interface Hooks {
  /** A GPR with `Flag.watched` became Successful, was requeued, or ended. */
  changed(row: number): void;
  /** A queued GPR with one of the bits `REMOVED_FLAGS` is about to be removed. */
  removed(row: number): void;
  /** A queued GPR with one of the bits `REMOVED_FLAGS` is about to fail, because it does not fit. */
  refused(row: number): void;
  /** A GPR with one of the bits `STARTED_FLAGS` got its nodes. */
  started(row: number): void;
  /** A GPR with `Flag.queried` (a forecast query is about it) is about to evict these rows. */
  evicts(row: number, victims: readonly number[]): void;
  /** In a cycle: the candidate (first queued GPR, NONE = none) of a workspace changed; the old or new one has `Flag.mayBurst`. */
  candidate(workspace: number, row: number): void;
  /** `Call.strikes`: the provisioning delay of a GPR is over. Returns whether an injected fault makes it fail. */
  strikes(row: number): boolean;
  /** `Call.cycled`: a cycle is over. Returns whether another round must follow in the same instant. */
  cycled(): boolean;
  /** `Call.instantOver`: the last round of an instant is closed. */
  instantOver(): void;
}

/** Bits of `Core.calls`: the hooks of the whole world that are to be called. */
export const Call = { strikes: 1, cycled: 2, instantOver: 4 } as const;

export const NO_HOOKS: Hooks = {
  changed() {},
  removed() {},
  refused() {},
  started() {},
  evicts() {},
  candidate() {},
  strikes: () => false,
  cycled: () => false,
  instantOver() {},
};
