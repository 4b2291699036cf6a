// Placement: which of the nodes with room a GPR gets (step 3 of the cycle). One file a policy behind this contract, and
// one line in `policies.ts`.

/** The nodes of a pool, as a policy sees them. */
export interface Nodes {
  /** Distinct nodes that a demand asks for, and the fewest GPUs that any of them must have free. */
  wanted(demand: number): number;
  gpusOf(demand: number): number;
  /** The most GPUs that a node has. */
  readonly gpusMax: number;
  /** The lowest slot above `after` of a node with `low … high` GPUs free that a demand accepts and fits; −1 = none. */
  next(demand: number, low: number, high: number, after: number): number;
  /** Writes the slots of such nodes with so many GPUs free to `slots[at … end)`, lowest first; returns where it has come to. */
  writeLevel(demand: number, level: number, slots: Int32Array, at: number, end: number): number;
}

export interface PlacementPolicy {
  /** As scenarios and command lines spell it. */
  readonly name: string;
  /** What it does, as the rest of a sentence that begins with its name. */
  readonly summary: string;
  /**
   * Writes the slots of `nodes.wanted(demand)` nodes to `slots[at …)`, best first. The caller has seen that so many have room.
   */
  choose(nodes: Nodes, demand: number, slots: Int32Array, at: number): void;
}
