/** The GPUs of a GPR: `8` on one node, `2x8` on two nodes. */
export function demandOf({
  nodeCount,
  gpusPerNode,
}: {
  readonly nodeCount: number;
  readonly gpusPerNode: number;
}): string {
  return nodeCount === 1 ? `${gpusPerNode}` : `${nodeCount}x${gpusPerNode}`;
}

/** ms from one instant to another, both ISO 8601. */
export function msBetween(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}
