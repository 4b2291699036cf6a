/** The largest number of clusters of a workspace. The list operation shows it as `maxClusters`. */
export const workspaceClustersMax = 16;

/** The error for too many distinct clusters. It continues a sentence that begins with the name of the field. */
export function tooManyClusters(count: number): string {
  return `must name at most ${workspaceClustersMax} clusters, but names ${count}`;
}

export function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
