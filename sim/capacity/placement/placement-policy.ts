// The contract of a placement policy, which chooses a GPR's nodes among those with room (step 3 of the cycle). Each policy
// has one file in this folder and one line in `placement-policies.ts`.

/** The nodes of a pool, as a policy reads them. */
export interface Nodes {
  /** Returns the number of nodes of a demand. */
  wanted(demand: number): number;
  /** Returns the GPUs per node of a demand: each node must have at least these free. */
  gpusOf(demand: number): number;
  /** GPUs of the largest node. */
  readonly gpusMax: number;
  /** Returns the lowest slot above `after` whose node has `low … high` free GPUs and fits the demand, −1 if there is none. */
  next(demand: number, low: number, high: number, after: number): number;
  /** Writes to `slots[at … end)` the slots of nodes with `level` free GPUs that fit the demand, in order. Returns the new end. */
  writeLevel(demand: number, level: number, slots: Int32Array, at: number, end: number): number;
}

export interface PlacementPolicy {
  /** The name in scenarios and on the command line. */
  readonly name: string;
  /** What the policy does, for help texts. Continues a sentence that begins with the name. */
  readonly summary: string;
  /** Writes the slots of `nodes.wanted(demand)` nodes to `slots[at …)`, best first. The caller checks that the demand fits. */
  choose(nodes: Nodes, demand: number, slots: Int32Array, at: number): void;
}
