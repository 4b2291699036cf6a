// What the world of a scenario takes, estimated before anything is built, and how much it may take.

import { fieldPath, type PathKey, type Problem } from './field-problems.ts';

/** Of a scenario that a client sends. Its check takes some 100 ms, in which the server answers no one else; its world is built in steps. */
export const CLIENT_BYTES = 20_000_000;
/** Of a scenario file of the user: beyond, Node runs out of memory. Stored scenarios have no bound. */
export const OWN_BYTES = 2_000_000_000;

/**
 * Bytes of memory, measured. What takes more than 5 ns for each byte of memory counts a byte for each 5 ns of checks and building.
 * A product such as `entryPool` counts each pair.
 */
const BYTES = {
  node: 300,
  /** A node group is at most one pool. */
  pool: 9_000,
  poolType: 5,
  workspace: 2_000,
  workspaceMade: 16,
  entry: 6_000,
  entryPool: 100,
  namePool: 20,
  weightPool: 15,
  job: 200,
  step: 2_500,
  stepPool: 5,
  recordedGpr: 1_000,
} as const;

/** A scenario file, or a stored scenario. */
interface Sized {
  readonly instanceTypes: readonly unknown[];
  readonly clusters: readonly { readonly nodes: readonly { readonly count: number }[] }[];
  readonly workspaces: readonly unknown[];
  readonly workload: readonly SizedEntry[];
}

interface SizedEntry {
  readonly kind: string;
  readonly workspaces?: number | readonly string[] | undefined;
  readonly pools?: object | undefined;
  readonly jobs?: readonly unknown[] | null | undefined;
  readonly steps?: readonly unknown[] | undefined;
  readonly gprs?: readonly unknown[] | undefined;
}

/** Bytes of a node. */
export const NODE_BYTES = BYTES.node;

/** The number of nodes of all clusters. */
export function nodesOf(clusters: Sized['clusters']): number {
  return clusters.reduce((sum, { nodes }) => sum + nodes.reduce((more, { count }) => more + count, 0), 0);
}

interface Part {
  readonly path: readonly PathKey[];
  readonly bytes: number;
}

/** The parts of a scenario that are too large: without the largest of them, the others fit. @param most bytes */
export function budgetProblems(scenario: Sized, most: number): Problem[] {
  const parts = partsOf(scenario).sort((a, b) => b.bytes - a.bytes);
  const total = bytesOf(scenario);
  const problems: Problem[] = [];
  let left = total;
  for (const { path, bytes } of parts) {
    if (left <= most) break;
    left -= bytes;
    const message = `must be smaller: it takes ${mb(bytes)} of about ${mb(total)} of memory; a world may take ${mb(most)} at its start`;
    problems.push({ path: fieldPath(path), message });
  }
  return problems;
}

/** About the memory of a world at its start. */
export function bytesOf(scenario: Sized): number {
  return partsOf(scenario).reduce((sum, { bytes }) => sum + bytes, 0);
}

function partsOf({ instanceTypes, clusters, workspaces, workload }: Sized): Part[] {
  const pools = clusters.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const nodes = nodesOf(clusters);
  const clustersBytes = nodes * BYTES.node + pools * (BYTES.pool + instanceTypes.length * BYTES.poolType);
  return [
    { path: ['clusters'], bytes: clustersBytes },
    { path: ['workspaces'], bytes: workspaces.length * BYTES.workspace },
    ...workload.flatMap((entry, w) => partsOfEntry(['workload', w], entry, pools)),
  ];
}

function partsOfEntry(
  path: readonly PathKey[],
  { workspaces = 0, pools: weighted, jobs, steps, gprs }: SizedEntry,
  pools: number,
): Part[] {
  const isMade = typeof workspaces === 'number';
  const named = isMade ? 0 : workspaces.length;
  const weights = Array.isArray(weighted) ? weighted.length : 0;
  const stepBytes = BYTES.step + pools * BYTES.stepPool;
  return [
    { path, bytes: BYTES.entry + pools * BYTES.entryPool },
    {
      path: [...path, 'workspaces'],
      bytes: isMade ? workspaces * BYTES.workspaceMade : named * (BYTES.workspace + pools * BYTES.namePool),
    },
    { path: [...path, 'pools'], bytes: weights * pools * BYTES.weightPool },
    { path: [...path, 'jobs'], bytes: (jobs?.length ?? 0) * BYTES.job },
    { path: [...path, 'steps'], bytes: (steps?.length ?? 0) * stepBytes },
    { path: [...path, 'gprs'], bytes: (gprs?.length ?? 0) * BYTES.recordedGpr },
  ];
}

function mb(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
