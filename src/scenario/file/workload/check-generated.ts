// Checks a generated entry: its names are known, and some pool is large enough for each demand.

import type { PathKey } from '../../fields/field-problems.ts';
import { listOf, type Note, noteRepeats, noteUnknown } from '../../fields/notes.ts';
import type { Pool } from '../file-pools.ts';
import type { ScenarioFile } from '../scenario-file.ts';
import type { FileJob, GeneratedEntry } from './generated-entry.ts';

interface Surroundings {
  readonly file: ScenarioFile;
  /** The pools that the scenario has. */
  readonly pools: readonly Pool[];
  /** Its pools as written, before a study changed their sizes. */
  readonly writtenPools: readonly Pool[];
}

/** The pools that GPRs of an entry may choose. */
function poolsFor(
  { cluster, instanceType, pools: weighted }: GeneratedEntry,
  pools: readonly Pool[],
): Pool[] {
  if (weighted !== undefined) return pools.filter((pool) => weighted.some((wanted) => isMeant(pool, wanted)));
  return pools.filter(
    (pool) =>
      (cluster === undefined || pool.cluster === cluster) &&
      (instanceType === undefined || pool.instanceType === instanceType),
  );
}

function isMeant(
  pool: Pool,
  { cluster, instanceType, gpuModelName }: NonNullable<GeneratedEntry['pools']>[number],
): boolean {
  if (pool.cluster !== cluster || pool.instanceType !== instanceType) return false;
  return gpuModelName === undefined || pool.gpuModelName === gpuModelName;
}

/** The pools that an entry names, each with its weight. */
export function weightedPools({ pools: weighted }: GeneratedEntry, pools: readonly Pool[]) {
  return weighted?.map((wanted) => {
    const { cluster, instanceType, gpuModelName } = pools.find((pool) => isMeant(pool, wanted))!;
    return { cluster, instanceType, gpuModelName, weight: wanted.weight };
  });
}

export function checkGenerated(
  note: Note,
  path: readonly PathKey[],
  { file, pools, writtenPools }: Surroundings,
  entry: GeneratedEntry,
): void {
  if (!checkPools(note, path, pools, entry)) return;
  const own = poolsFor(entry, pools);
  // A drawn demand is cut to the size of the drawn pool, so each value needs only one pool that is large enough.
  const most = mostOf([...own, ...poolsFor(entry, writtenPools)]);
  noteTooLarge(note, most, [
    ...(entry.gpus ?? []).map((gpus, g) => ({ path: [...path, 'gpus', g], gpus })),
    ...(entry.nodes ?? []).map((nodes, n) => ({ path: [...path, 'nodes', n], nodes })),
    ...(entry.jobs ?? []).flatMap((job, j) => demandsOf([...path, 'jobs', j], job)),
  ]);
  checkWorkspaces(note, path, file, own, entry);
}

/** The GPUs of the largest node and the nodes of the largest pool for an entry. */
export type Most = ReturnType<typeof mostOf>;

function mostOf(pools: readonly Pool[]) {
  return {
    gpus: pools.reduce((most, pool) => Math.max(most, pool.gpuCount), 0),
    nodes: pools.reduce((most, pool) => Math.max(most, pool.nodes), 0),
  };
}

/** The largest demand of an entry. */
export function largestFor(
  entry: GeneratedEntry,
  pools: readonly Pool[],
  writtenPools: readonly Pool[],
): Most {
  return mostOf([...poolsFor(entry, pools), ...poolsFor(entry, writtenPools)]);
}

interface DemandAt {
  readonly path: readonly PathKey[];
  readonly gpus?: number;
  readonly nodes?: number;
}

/** The demands of a job, each with its path. */
export function demandsOf(path: readonly PathKey[], { gpus, nodes }: FileJob): DemandAt[] {
  return [
    { path: [...path, 'gpus'], gpus },
    { path: [...path, 'nodes'], nodes },
  ];
}

export function noteTooLarge(note: Note, most: Most, demands: readonly DemandAt[]): void {
  for (const { path, gpus = 0, nodes = 0 } of demands) {
    if (gpus > most.gpus)
      note(path, `must be at most ${most.gpus}, the number of GPUs of the largest node, but is ${gpus}`);
    if (nodes > most.nodes)
      note(path, `must be at most ${most.nodes}, the number of nodes of the largest pool, but is ${nodes}`);
  }
}

/** Checks the names of clusters and instance types; returns whether all are right. */
function checkPools(
  note: Note,
  path: readonly PathKey[],
  pools: readonly Pool[],
  entry: GeneratedEntry,
): boolean {
  let isRight = true;
  const refuse = (at: readonly PathKey[], message: string) => {
    isRight = false;
    note([...path, ...at], message);
  };
  const isKnown = (at: readonly PathKey[], name: string, known: readonly string[]) => {
    if (noteUnknown(note, [...path, ...at], name, new Set(known))) isRight = false;
    else return true;
    return false;
  };
  const clusters = pools.map(({ cluster }) => cluster);
  const typesIn = (cluster: string | undefined) =>
    pools
      .filter((pool) => cluster === undefined || pool.cluster === cluster)
      .map((pool) => pool.instanceType);
  const { cluster, instanceType, pools: weighted } = entry;
  if (weighted === undefined) {
    const isThere = cluster === undefined || isKnown(['cluster'], cluster, clusters);
    if (instanceType !== undefined)
      isKnown(['instanceType'], instanceType, typesIn(isThere ? cluster : undefined));
    return isRight;
  }
  const named = new Map<Pool, number>();
  weighted.forEach((wanted, p) => {
    const at = ['pools', p];
    if (!isKnown([...at, 'cluster'], wanted.cluster, clusters)) return;
    if (!isKnown([...at, 'instanceType'], wanted.instanceType, typesIn(wanted.cluster))) return;
    const meant = pools.filter((pool) => isMeant(pool, wanted));
    const models = pools
      .filter((pool) => isMeant(pool, { ...wanted, gpuModelName: undefined }))
      .map((pool) => pool.gpuModelName);
    if (meant.length === 0) isKnown([...at, 'gpuModelName'], wanted.gpuModelName!, models);
    else if (meant.length > 1)
      refuse(at, `must have a gpuModelName, because ${wanted.instanceType} exists with ${listOf(models)}`);
    else if (named.has(meant[0]))
      refuse(at, `must be another pool, because [${named.get(meant[0])}] is the same`);
    else named.set(meant[0], p);
  });
  return isRight;
}

/** Each workspace must have a pool that its GPRs can choose. */
function checkWorkspaces(
  note: Note,
  path: readonly PathKey[],
  file: ScenarioFile,
  own: readonly Pool[],
  { workspaces, cluster, instanceType, pools }: GeneratedEntry,
): void {
  if (typeof workspaces === 'number') {
    if (own.length === 0) note(path, 'needs a cluster with nodes, but no cluster has any');
    return;
  }
  noteRepeats(note, [...path, 'workspaces'], workspaces);
  const withPools = new Set(own.map((pool) => pool.cluster));
  const isFree = (cluster ?? instanceType ?? pools) === undefined;
  const clustersOf = new Map(file.workspaces.map((workspace) => [workspace.name, workspace.clusters]));
  const names = new Set(clustersOf.keys());
  workspaces.forEach((name, n) => {
    const at = [...path, 'workspaces', n];
    if (noteUnknown(note, at, name, names)) return;
    const clusters = clustersOf.get(name)!;
    if (clusters.some((one) => withPools.has(one))) return;
    if (isFree) note(at, `must be a workspace whose clusters have nodes, but ${listOf(clusters)} has none`);
    else
      note(
        at,
        `must be a workspace of ${listOf(withPools)}, where the pools of the entry are, but has ${listOf(clusters)}`,
      );
  });
}
