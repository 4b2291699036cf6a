// The contract of a placement policy, which chooses a GPR's nodes among those with room (step 3 of the cycle). Each policy
// has one file in this folder or below, and one line in `placement-policies.ts`.

/** The nodes of a pool with whole GPUs, as a policy reads them. */
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

/** A node as a score reads it. The object is valid during the call only. Thousandths: 1000 = a whole CPU or GPU. */
export interface NodeView {
  readonly gpuCount: number;
  readonly cpuMilli: number;
  readonly memoryMib: number;
  readonly cpuMilliLeft: number;
  readonly memoryMibLeft: number;
  /** Thousandths left of all GPUs together. */
  readonly gpuMilliLeft: number;
  /** GPRs on the node, with GPUs or without. */
  readonly gprs: number;
  /** Returns the thousandths left of a GPU, 0 … `gpuCount` − 1. */
  leftOf(gpu: number): number;
  /** Returns the number of GPRs with this number of whole GPUs on the node; 0 = GPRs with a share of a GPU. */
  gprsWith(gpus: number): number;
  /** Returns the mask of the GPUs that the GPR takes unless the policy chooses others: those with the least left. */
  fullestGpus(): number;
  /** Thousandths of GPUs left that the typical requests of the workload cannot use; 0 if the workload has none. */
  readonly fragmentation: number;
  /** As `fragmentation`, if the node had given the GPR these GPUs. @param gpus mask; each has enough left */
  fragmentationAfter(gpus: number): number;
}

/** What a GPR asks of each of its nodes. */
export interface NodeDemand {
  readonly gpus: number;
  /** Thousandths of each of these GPUs. */
  readonly gpuMilli: number;
  readonly cpuMilli: number;
  readonly memoryMib: number;
}

/** A policy has `choose`, `score`, both, or `draws`. A pool whose policy has no `choose` knows what each GPU has left. */
export interface PlacementPolicy {
  /** The name in scenarios and on the command line. */
  readonly name: string;
  /** The file of a policy of one's own, for errors. */
  readonly file?: string;
  /** What the policy does, for help texts. Continues a sentence that begins with the name. */
  readonly summary: string;
  /** Writes the slots of `nodes.wanted(demand)` nodes to `slots[at …)`, best first. The caller checks that the demand fits. */
  choose?(nodes: Nodes, demand: number, slots: Int32Array, at: number): void;
  /**
   * The nodes with room and the largest scores win; of equal ones, the lowest number. The score of a node must depend on the
   * arguments only: it is kept until the node changes.
   */
  score?(node: NodeView, asked: NodeDemand): number;
  /** Returns the mask of the GPUs that a GPR gets on a chosen node; without it, `fullestGpus`. */
  gpus?(node: NodeView, asked: NodeDemand): number;
  /** true: draws the nodes and GPUs, each of those with room with the same probability, and has no score. */
  readonly draws?: true;
}
