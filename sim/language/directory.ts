// The directory: names of clusters, nodes, workspaces and GPRs, and their numbers in the engine. Names decide nothing.

import { numberOf, originOf } from '../base/numbers/ids.ts';
import type { Carried } from './carried.ts';
import type { WorkspaceRecord } from './resource-data.ts';
import type { Cluster, InstanceType } from './scenario.ts';
import type { PoolName } from './values.ts';

/** Names of GPRs that derive from their uids begin with it. */
const NUMBERED = 'request-';

/** A branch of the world, and the number of workspaces that had been created where it begins: 0 for the first branch. */
export interface Fork {
  readonly branch: number;
  readonly workspaces: number;
}

export const FIRST_BRANCH: readonly Fork[] = [{ branch: 1, workspaces: 0 }];

/** @param index number of nodes of this instance type that the cluster got before this one */
export function nodeName(cluster: string, instanceType: string, index: number): string {
  return `${cluster}-${instanceType}-${index}`;
}

/** The inverse of `nodeName`; undefined if no node of the cluster can have this name. */
export function readNodeName(
  cluster: string,
  name: string,
): { readonly instanceType: string; readonly index: number } | undefined {
  const end = name.lastIndexOf('-');
  const instanceType = name.slice(cluster.length + 1, end);
  const index = Number(name.slice(end + 1));
  const isName = Number.isInteger(index) && nodeName(cluster, instanceType, index) === name;
  return isName ? { instanceType, index } : undefined;
}

/** Workspaces that a workload created: `count` of them, with numbers from `first` on. */
interface WorkspaceRange {
  readonly first: number;
  readonly count: number;
  nameOf(offset: number): string;
  /** Returns −1 for a name that is not in the range. */
  offsetOf(name: string): number;
}

/** The members of a pool that determine its names. They never change. */
interface NamedPool {
  readonly cluster: number;
  readonly classes: readonly number[];
}

export class Directory {
  readonly clusters: readonly Cluster[];
  readonly instanceTypes: readonly InstanceType[];
  /** The engine's own list, which grows. */
  readonly #pools: readonly NamedPool[];
  /** pool → names, filled at first use. */
  readonly #poolNames: PoolName[] = [];

  readonly nodeNames: string[] = [];
  /** Cluster and instance type → its nodes, in the order of their names. */
  readonly #nodesOf: Map<string, number[]> = new Map();

  /** workspace → record, for declared workspaces and those that a command created. */
  readonly records: Map<number, WorkspaceRecord> = new Map();
  readonly #workspaceByName: Map<string, number> = new Map();
  readonly #ranges: WorkspaceRange[] = [];
  /** The branches of the world, the oldest first. */
  forks: readonly Fork[];
  readonly #allClusters: readonly string[];
  /** Number of workspaces at the start. All branches share these. */
  workspacesAtStart = 0;

  /** Names of templates, endpoints and the like, in order of first use. Facts contain the index. */
  readonly texts: string[] = [];
  readonly #textNumbers: Map<string, number> = new Map();

  /** uid → name that a client or a placement gave. */
  readonly gprNames: Map<number, string> = new Map();
  /** uid → what its request carried. */
  readonly gprCarried: Map<number, Carried> = new Map();
  /** Origin → the GPRs of a trace, by number. */
  readonly #traces: Map<number, readonly { readonly name?: string }[]> = new Map();

  constructor(
    clusters: readonly Cluster[],
    instanceTypes: readonly InstanceType[],
    pools: readonly NamedPool[],
    forks: readonly Fork[],
  ) {
    this.forks = forks;
    this.clusters = clusters;
    this.#allClusters = clusters.map(({ name }) => name);
    this.instanceTypes = instanceTypes;
    this.#pools = pools;
  }

  /** Returns the index of a text in `texts`; adds it at its first use. */
  textNumber(text: string): number {
    const known = this.#textNumbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.#textNumbers.set(text, number);
    return number;
  }

  cluster(name: string): number {
    return this.clusters.findIndex((cluster) => cluster.name === name);
  }

  /** Returns the index of an instance type, −1 if there is none or several. @param gpuModelName '' = any */
  instanceType(name: string, gpuModelName: string): number {
    const fits = this.instanceTypes.filter(
      (type) => type.instanceType === name && (gpuModelName === '' || type.gpuModelName === gpuModelName),
    );
    return fits.length === 1 ? this.instanceTypes.indexOf(fits[0]) : -1;
  }

  /** Returns the names of a pool. For a pool of several instance types, `|` joins these. */
  poolNames(pool: number): PoolName {
    const known = this.#poolNames[pool];
    if (known !== undefined) return known;
    const { cluster, classes } = this.#pools[pool];
    const types = classes.map((type) => this.instanceTypes[type]);
    this.#poolNames[pool] = {
      cluster: this.clusters[cluster].name,
      instanceType: types.map((type) => type.instanceType).join('|'),
      gpuModelName: [...new Set(types.map((type) => type.gpuModelName))].join('|'),
    };
    return this.#poolNames[pool];
  }

  /** The name of the next node of an instance type. Nodes of other types do not change it. @param type index of the type */
  nextNodeName(cluster: number, type: number): string {
    const { instanceType } = this.instanceTypes[type];
    const number = this.#nodesOf.get(`${cluster}/${instanceType}`)?.length ?? 0;
    return nodeName(this.clusters[cluster].name, instanceType, number);
  }

  addNode(node: number, cluster: number, type: number, name: string): void {
    const key = `${cluster}/${this.instanceTypes[type].instanceType}`;
    const nodes = this.#nodesOf.get(key);
    if (nodes === undefined) this.#nodesOf.set(key, [node]);
    else nodes.push(node);
    this.nodeNames[node] = name;
  }

  /** Returns the number of a node, −1 if there is no such cluster or it has no node of this name. */
  node(cluster: string, name: string): number {
    const named = readNodeName(cluster, name);
    if (named === undefined) return -1;
    return this.#nodesOf.get(`${this.cluster(cluster)}/${named.instanceType}`)?.[named.index] ?? -1;
  }

  addWorkspace(workspace: number, record: WorkspaceRecord): void {
    this.records.set(workspace, record);
    this.#workspaceByName.set(record.name, workspace);
  }

  addWorkspaces(range: WorkspaceRange): void {
    this.#ranges.push(range);
  }

  /** Returns the newest workspace of a name, −1 if there never was one. */
  workspace(name: string): number {
    const known = this.#workspaceByName.get(name);
    if (known !== undefined) return known;
    for (const range of this.#ranges) {
      const offset = range.offsetOf(name);
      if (offset >= 0) return range.first + offset;
    }
    return -1;
  }

  /** Returns the clusters of a workspace. Workspaces of a workload may use all clusters. */
  clustersOf(workspace: number): readonly string[] {
    return this.records.get(workspace)?.clusters ?? this.#allClusters;
  }

  /** Returns a number that is unique to this creation of a workspace, over all names and branches. */
  creationOf(workspace: number): number {
    if (workspace < this.workspacesAtStart) return workspace;
    const { branch } = this.forks.findLast(({ workspaces }) => workspaces <= workspace)!;
    return branch * 2 ** 32 + workspace;
  }

  /** @param gprs by number */
  addTrace(origin: number, gprs: readonly { readonly name?: string }[]): void {
    this.#traces.set(origin, gprs);
  }

  /** Returns the name of a GPR in its trace; undefined if it has none there. */
  tracedName(uid: number): string | undefined {
    return this.#traces.get(originOf(uid))?.[numberOf(uid)]?.name;
  }

  /** Keeps what a request gave to its GPR. */
  give(uid: number, name: string, carried: Carried | undefined): void {
    this.gprNames.set(uid, name);
    if (carried !== undefined) this.gprCarried.set(uid, carried);
  }

  /** Returns the name that a client, a placement or a trace gave to a GPR; undefined if its name is its number. */
  givenName(uid: number): string | undefined {
    return this.gprNames.get(uid) ?? this.tracedName(uid);
  }

  /** Returns a GPR's name. GPRs of a generated workload have numbers as names. */
  gprName(uid: number): string {
    return this.givenName(uid) ?? `${NUMBERED}${numberOf(uid) + 1}`;
  }

  workspaceName(workspace: number): string {
    const record = this.records.get(workspace);
    if (record !== undefined) return record.name;
    const range = this.#ranges.find(({ first, count }) => workspace >= first && workspace < first + count);
    return range === undefined ? '' : range.nameOf(workspace - range.first);
  }
}

/** Returns a function that reports whether a GPR without a given name has this name, which then has its number. */
export function isNumberedName(name: string): (uid: number) => boolean {
  const number = name.startsWith(NUMBERED) ? Number(name.slice(NUMBERED.length)) : 0;
  const isExact = name === `${NUMBERED}${number}`;
  return (uid) => isExact && numberOf(uid) + 1 === number;
}

/** Workspaces `<prefix>-1`, `<prefix>-2` … */
export function numberedWorkspaces(first: number, count: number, prefix: string): WorkspaceRange {
  return {
    first,
    count,
    nameOf: (offset) => `${prefix}-${offset + 1}`,
    offsetOf(name) {
      if (!name.startsWith(`${prefix}-`)) return -1;
      const digits = name.slice(prefix.length + 1);
      const number = /^[1-9][0-9]{0,9}$/.test(digits) ? Number(digits) : 0;
      return number >= 1 && number <= count ? number - 1 : -1;
    },
  };
}

export function namedWorkspaces(first: number, names: readonly string[]): WorkspaceRange {
  const offsets = new Map(names.map((name, offset) => [name, offset]));
  return {
    first,
    count: names.length,
    nameOf: (offset) => names[offset],
    offsetOf: (name) => offsets.get(name) ?? -1,
  };
}
