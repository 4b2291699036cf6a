// Rules for workspaces that requests and scenario files share.

/** Clusters that a workspace may have; the list operation shows it as `maxClusters`. */
export const workspaceClustersMax = 16;

/** What is wrong with the clusters of a workspace, each counted once; the rest of a sentence. */
export function tooManyClusters(count: number): string {
  return `must name at most ${workspaceClustersMax} clusters, but names ${count}`;
}

/** The names in their order, each once. */
export function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
