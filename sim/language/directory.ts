// Names at the simulator's door: the engine counts, the outside names. Names never decide anything.

import { numberOf } from '../base/ids.ts';
import type { PoolName } from './resource-data.ts';
import type { Cluster, InstanceType } from './scenario.ts';

/** `<cluster>-<instance type>-<index>`, the index counting the cluster's nodes from 0 in the order they were added. */
export function nodeName(cluster: string, instanceType: string, index: number): string {
  return `${cluster}-${instanceType}-${index}`;
}

export interface WorkspaceRecord {
  readonly name: string;
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly username: string;
  readonly email: string;
}

/** Workspaces that a workload made for itself: `count` of them from `first` on. */
interface WorkspaceRange {
  readonly first: number;
  readonly count: number;
  nameOf(offset: number): string;
  /** Offset of a name, −1 when it is none of these. */
  offsetOf(name: string): number;
}

/** What a pool's names follow from: its cluster and its instance types. Neither ever changes. */
interface NamedPool {
  readonly cluster: number;
  readonly classes: readonly number[];
}

export class Directory {
  readonly clusters: readonly Cluster[];
  readonly instanceTypes: readonly InstanceType[];
  /** Shared with the engine's state. */
  readonly #pools: readonly NamedPool[];
  /** pool → names, from their first use on. */
  readonly #poolNames: PoolName[] = [];

  /** node → name, and nodes ever added to a cluster. */
  readonly nodeNames: string[] = [];
  readonly nodesAdded: number[];
  readonly #nodeByName: Map<string, number> = new Map();

  /** workspace → record, for declared and created ones. */
  readonly records: Map<number, WorkspaceRecord> = new Map();
  readonly #workspaceByName: Map<string, number> = new Map();
  readonly #ranges: WorkspaceRange[] = [];
  readonly #branch: number;
  readonly #allClusters: readonly string[];
  /** Workspaces there were at the start: every branch shares them. */
  workspacesAtStart = 0;

  /** Texts by which facts name templates, endpoints and the like, in the order they were first used. */
  readonly texts: string[] = [];
  readonly #textNumbers: Map<string, number> = new Map();

  /** uid → name, for GPRs whose name cannot be derived. */
  readonly gprNames: Map<number, string> = new Map();

  constructor(
    clusters: readonly Cluster[],
    instanceTypes: readonly InstanceType[],
    pools: readonly NamedPool[],
    branch: number,
  ) {
    this.#branch = branch;
    this.clusters = clusters;
    this.#allClusters = clusters.map(({ name }) => name);
    this.instanceTypes = instanceTypes;
    this.#pools = pools;
    this.nodesAdded = clusters.map(() => 0);
  }

  /** The number of a text, given out at its first use. */
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

  /** Cluster, instance type and model of a pool; a pool of several types names them all. */
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

  /** Names the next node of a cluster, which the engine knows as `node`. */
  nextNodeName(cluster: number, instanceType: string): string {
    return nodeName(this.clusters[cluster].name, instanceType, this.nodesAdded[cluster]);
  }

  addNode(node: number, cluster: number, name: string): void {
    this.nodesAdded[cluster]++;
    this.nodeNames[node] = name;
    this.#nodeByName.set(`${cluster}/${name}`, node);
  }

  /** A node by its cluster and name, −1 if there is none. */
  node(cluster: number, name: string): number {
    return this.#nodeByName.get(`${cluster}/${name}`) ?? -1;
  }

  addWorkspace(workspace: number, record: WorkspaceRecord): void {
    this.records.set(workspace, record);
    this.#workspaceByName.set(record.name, workspace);
  }

  addWorkspaces(range: WorkspaceRange): void {
    this.#ranges.push(range);
  }

  /** The newest workspace of a name, −1 if there never was one. */
  workspace(name: string): number {
    const known = this.#workspaceByName.get(name);
    if (known !== undefined) return known;
    for (const range of this.#ranges) {
      const offset = range.offsetOf(name);
      if (offset >= 0) return range.first + offset;
    }
    return -1;
  }

  /** Clusters of a workspace by name; workspaces of a workload may use all. */
  clustersOf(workspace: number): readonly string[] {
    return this.records.get(workspace)?.clusters ?? this.#allClusters;
  }

  /** A number that no other creation has, of this name or another, in this branch or another. */
  creationOf(workspace: number): number {
    return workspace < this.workspacesAtStart ? workspace : this.#branch * 2 ** 32 + workspace;
  }

  /** A GPR's name; those of a generated workload are numbered. */
  gprName(uid: number): string {
    return this.gprNames.get(uid) ?? `request-${numberOf(uid) + 1}`;
  }

  workspaceName(workspace: number): string {
    const record = this.records.get(workspace);
    if (record !== undefined) return record.name;
    const range = this.#ranges.find(({ first, count }) => workspace >= first && workspace < first + count);
    return range === undefined ? '' : range.nameOf(workspace - range.first);
  }
}

/** Workspaces `<prefix>-<number>`, numbers counting from 1. */
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

/** One workspace a name, in order. */
export function namedWorkspaces(first: number, names: readonly string[]): WorkspaceRange {
  const offsets = new Map(names.map((name, offset) => [name, offset]));
  return {
    first,
    count: names.length,
    nameOf: (offset) => names[offset],
    offsetOf: (name) => offsets.get(name) ?? -1,
  };
}
