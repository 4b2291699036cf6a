// Reads a world as plain objects. Each view is made on request.

import { NEVER } from '../base/numbers/time.ts';
import { REASON_NAMES, Reason, STATE_NAMES, State } from '../facts/numbered.ts';
import { runningCostMicro } from '../kernel/gprs/lifecycle.ts';
import type { PoolName } from '../language/resource-data.ts';
import type {
  Allocation,
  ClusterView,
  GprView,
  KeptGpr,
  LeavingGpr,
  NodeView,
  PoolView,
  WorkspaceView,
} from '../language/views.ts';
import { Flag, GprTable, ROW } from '../tables/gprs/gpr-table.ts';
import { NodeState } from '../tables/pools/node-table.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import { findGpr, type World } from '../world.ts';
import { keep, putBack } from './kept.ts';

/** Selects nodes: of a cluster, '' = of all; at most `limit` from the node `offset` on. */
export interface NodesWanted {
  readonly cluster: string;
  readonly offset: number;
  readonly limit: number;
}

export interface NodePage {
  /** Number of nodes without an offset and a limit. */
  readonly total: number;
  readonly nodes: NodeView[];
}

export class Views {
  readonly #world: World;
  /** One row, into which a GPR that has left memory is put for reading. */
  readonly #read: GprTable = new GprTable();
  #words: Float64Array = new Float64Array(64);

  constructor(world: World) {
    this.#world = world;
    this.#read.add();
  }

  gpr(gprId: string): GprView | undefined {
    const found = findGpr(this.#world, this.#world.ids.uid(gprId));
    return found && this.#gprOf(found.gprs, found.row);
  }

  /** Creation number of a GPR's workspace; undefined for a GPR that is not in memory. */
  workspaceCreationOf(gprId: string): number | undefined {
    const { ids, directory } = this.#world;
    const found = findGpr(this.#world, ids.uid(gprId));
    return found && directory.creationOf(found.gprs.workspace[found.row]);
  }

  /** @param row of a waiting or provisioned GPR */
  gprOfRow(row: number): GprView {
    return this.#gprOf(this.#world.core.gprs, row);
  }

  /** @param row of the table of ended GPRs */
  endedGpr(row: number): GprView {
    return this.#gprOf(this.#world.ended.table, row);
  }

  /** The record of an ended GPR that leaves memory; the next call overwrites its words. @param row of the table of ended GPRs */
  keep(row: number): LeavingGpr {
    const { core, directory, ended } = this.#world;
    const { table } = ended;
    const { words, count } = keep(core, table, row, this.#words);
    this.#words = words;
    const name = directory.gprNames.get(table.uid[row]);
    return { words, count, name, state: STATE_NAMES[table.state[row]] };
  }

  /** The view of a GPR that has left memory; undefined if its record is invalid in this world. */
  keptGpr({ words, count, name }: KeptGpr, gprId: string): GprView | undefined {
    const { core, directory, ids } = this.#world;
    const held = putBack(core, words, count, this.#read, 0);
    if (held === undefined) return undefined;
    return this.#gpr(this.#read, 0, held, gprId, name ?? directory.gprName(ids.uid(gprId)));
  }

  /** The GPRs of a workspace in order of creation; undefined = no such workspace. */
  gprsOf(name: string): GprView[] | undefined {
    const { core, directory, index, ended } = this.#world;
    const workspace = directory.workspace(name);
    if (workspace < 0 || core.workspaces.has(workspace, WorkspaceBit.gone)) return undefined;
    const views = [
      ...ended.ofWorkspace(workspace).map((row) => ({
        seq: ended.table.createdSeq[row],
        view: () => this.endedGpr(row),
      })),
      ...index.ofWorkspace(workspace).map((row) => ({
        seq: core.gprs.createdSeq[row],
        view: () => this.gprOfRow(row),
      })),
    ];
    return views.sort((a, b) => a.seq - b.seq).map(({ view }) => view());
  }

  workspace(name: string): WorkspaceView | undefined {
    const { core, directory } = this.#world;
    const workspace = directory.workspace(name);
    if (workspace < 0 || core.workspaces.has(workspace, WorkspaceBit.gone)) return undefined;
    return this.#workspaceView(workspace, name);
  }

  workspaces(): WorkspaceView[] {
    const { core, directory } = this.#world;
    const views: WorkspaceView[] = [];
    for (const [workspace, { name }] of directory.records) {
      if (!core.workspaces.has(workspace, WorkspaceBit.gone))
        views.push(this.#workspaceView(workspace, name));
    }
    return views;
  }

  nodes(): NodeView[] {
    return this.nodePage().nodes;
  }

  /** Some of the nodes, without removed ones. Without arguments, all. */
  nodePage({ cluster = '', offset = 0, limit = Infinity }: Partial<NodesWanted> = {}): NodePage {
    const { core, directory } = this.#world;
    const { nodes } = core;
    const page: number[] = [];
    let total = 0;
    for (let node = 0; node < nodes.size; node++) {
      if (nodes.state[node] === NodeState.removed) continue;
      if (cluster !== '' && directory.clusters[nodes.cluster[node]].name !== cluster) continue;
      if (total >= offset && page.length < limit) page.push(node);
      total++;
    }
    return { total, nodes: this.#nodeViews(page) };
  }

  #nodeViews(page: readonly number[]): NodeView[] {
    if (page.length === 0) return [];
    const { core, directory } = this.#world;
    const { nodes } = core;
    const allocations = this.#allocations(page);
    return page.map((node, i) => {
      const type = directory.instanceTypes[core.pools[nodes.pool[node]].classes[nodes.nodeClass[node]]];
      return {
        name: directory.nodeNames[node],
        cluster: directory.clusters[nodes.cluster[node]].name,
        instanceType: type.instanceType,
        gpuModelName: type.gpuModelName,
        gpuCount: type.gpuCount,
        memoryGb: type.memoryGb,
        up: nodes.state[node] === NodeState.up,
        repairAtMs: nodes.state[node] === NodeState.down ? instant(nodes.repairAt[node]) : null,
        freeGpus: nodes.state[node] === NodeState.up ? this.#freeOf(node) : 0,
        allocations: allocations[i],
      };
    });
  }

  clusters(): ClusterView[] {
    const { core, directory } = this.#world;
    const { nodes, gprs, demands } = core;
    const pools = this.pools();
    const sums = directory.clusters.map(() => ({
      nodes: 0,
      downNodes: 0,
      gpus: 0,
      allocatedGpus: 0,
      availableGpus: 0,
      partiallyAllocatedNodes: 0,
      idleGpus: 0,
      queuedGprs: 0,
      queuedGpus: 0,
    }));
    for (let node = 0; node < nodes.size; node++) {
      if (nodes.state[node] === NodeState.removed) continue;
      const sum = sums[nodes.cluster[node]];
      const isUp = nodes.state[node] === NodeState.up;
      const free = isUp ? this.#freeOf(node) : nodes.gpuCount[node];
      const allocated = nodes.gpuCount[node] - free;
      sum.nodes++;
      if (!isUp) sum.downNodes++;
      sum.gpus += nodes.gpuCount[node];
      sum.allocatedGpus += allocated;
      if (isUp) sum.availableGpus += free;
      if (allocated > 0 && free > 0) sum.partiallyAllocatedNodes++;
    }
    for (let row = 0; row < gprs.used; row += ROW) {
      if (gprs.state[row] === State.none) continue;
      const sum = sums[core.pools[gprs.pool[row]].cluster];
      if (gprs.state[row] === State.queued) {
        const demand = gprs.demand[row];
        sum.queuedGprs++;
        sum.queuedGpus += demands.nodes[demand] * demands.gpus[demand];
      } else if (gprs.idleSince[row] >= 0) sum.idleGpus += gprs.gpusHeld[row];
    }
    return directory.clusters.map(({ name, cloudProvider, cloud, region }, index) => ({
      name,
      cloudProvider,
      cloud,
      region,
      ...sums[index],
      pools: pools.filter(({ cluster }) => cluster === name),
    }));
  }

  pools(): PoolView[] {
    const { core, directory } = this.#world;
    return core.pools.flatMap((pool) =>
      pool.classes.map((index, nodeClass) => {
        const { instanceType, gpuModelName, gpuCount, memoryGb } = directory.instanceTypes[index];
        const cluster = directory.clusters[pool.cluster].name;
        return {
          cluster,
          instanceType,
          gpuModelName,
          gpuCount,
          memoryGb,
          nodes: pool.nodeCounts[nodeClass],
        };
      }),
    );
  }

  /** State → number of GPRs, of those created from `fromMs` on and before `toMs`. */
  countStates(fromMs = 0, toMs: number = NEVER): Readonly<Record<string, number>> {
    const { core, ended } = this.#world;
    const { gprs } = core;
    const counts: Record<string, number> = {};
    for (const name of STATE_NAMES) counts[name] = 0;
    const isCounted = ({ createdAt }: GprTable, row: number) =>
      createdAt[row] >= fromMs && createdAt[row] < toMs;
    for (let row = 0; row < gprs.used; row += ROW) {
      if (gprs.state[row] !== State.none && isCounted(gprs, row)) counts[STATE_NAMES[gprs.state[row]]]++;
    }
    for (const row of ended.all())
      if (isCounted(ended.table, row)) counts[STATE_NAMES[ended.table.state[row]]]++;
    return counts;
  }

  /** @param gprs the table that the row is in */
  #gprOf(gprs: GprTable, row: number): GprView {
    const { core, directory, ids } = this.#world;
    const uid = gprs.uid[row];
    return this.#gpr(gprs, row, core.nodesOf(row, gprs), ids.gprId(uid), directory.gprName(uid));
  }

  #gpr(gprs: GprTable, row: number, held: readonly number[], gprId: string, gprName: string): GprView {
    const { core, directory } = this.#world;
    const { demands } = core;
    const demand = gprs.demand[row];
    const flags = gprs.flags[row];
    const state = gprs.state[row];
    const provisioned = gprs.isProvisioned(row);
    const isRequeued = state === State.queued && (flags & Flag.requeued) !== 0;
    const { cluster, instanceType, gpuModelName } = this.#pool(gprs.pool[row], held);
    return {
      gprId,
      gprName,
      workspace: directory.workspaceName(gprs.workspace[row]),
      workspaceCreation: directory.creationOf(gprs.workspace[row]),
      cluster,
      instanceType,
      gpuModelName,
      gpusPerNode: demands.gpus[demand],
      nodeCount: demands.nodes[demand],
      memoryGbPerGpu: gprs.memoryGb[row],
      priority: gprs.priority[row],
      exitMs: gprs.exitLeftMs[row] + gprs.ranMs[row],
      idleTimeOutMs: gprs.idleTimeOutMs[row] > 0 ? gprs.idleTimeOutMs[row] : null,
      enforceIdleTimeOut: (flags & Flag.enforcesIdleTimeOut) !== 0,
      enableEviction: (flags & Flag.evicts) !== 0,
      requeueOnFailure: (flags & Flag.requeues) !== 0,
      dedicatedNodes: (flags & Flag.dedicatedNodes) !== 0,
      multiNode: (flags & Flag.multiNode) !== 0,
      enableRDMA: (flags & Flag.rdma) !== 0,
      enableSecondaryNetwork: (flags & Flag.secondaryNetwork) !== 0,
      earlyRelease: (flags & Flag.earlyRelease) !== 0,
      state: STATE_NAMES[state],
      failureReason: state === State.failed || isRequeued ? this.#failureReason(gprs, row) : '',
      idle: gprs.idleSince[row] >= 0,
      createdAtMs: gprs.createdAt[row],
      startedAtMs: instant(gprs.startedAt[row]),
      firstStartedAtMs: instant(gprs.firstStart(row)),
      endedAtMs: gprs === core.gprs ? null : instant(gprs.endedAt[row]),
      allocatedGpus: provisioned ? gprs.gpusHeld[row] : 0,
      nodes: held.length === 0 ? null : held.map((node) => directory.nodeNames[node]),
      retryCount: gprs.retries[row],
      delayedCount: (flags & Flag.delayed) !== 0 ? gprs.delays[row] : 0,
      costMicro: gprs.costMicro[row] + (gprs === core.gprs ? runningCostMicro(core, row) : 0),
    };
  }

  #workspaceView(workspace: number, name: string): WorkspaceView {
    const { core, directory } = this.#world;
    const record = directory.records.get(workspace);
    return {
      name,
      clusters: directory.clustersOf(workspace),
      namespaces: record?.namespaces ?? [],
      username: record?.username ?? '',
      email: record?.email ?? '',
      declared: record !== undefined,
      going: core.workspaces.has(workspace, WorkspaceBit.going),
      creation: directory.creationOf(workspace),
    };
  }

  /** The pool of a GPR. If the pool has several instance types and the GPR holds nodes, the type is that of its last node. */
  #pool(index: number, held: readonly number[]): PoolName {
    const { core, directory } = this.#world;
    const names = directory.poolNames(index);
    const pool = core.pools[index];
    if (pool.classes.length === 1 || held.length === 0) return names;
    const type = directory.instanceTypes[pool.classes[core.nodes.nodeClass[held[held.length - 1]]]];
    return { cluster: names.cluster, instanceType: type.instanceType, gpuModelName: type.gpuModelName };
  }

  #failureReason({ reason: reasons, culprit: culprits }: GprTable, row: number): string {
    const { ids, directory } = this.#world;
    const reason = reasons[row];
    const culprit = culprits[row];
    if (reason === Reason.eviction) return `Evicted by ${ids.gprId(culprit)}`;
    if (reason === Reason.nodeFailure) return `Node ${directory.nodeNames[culprit]} failed`;
    const name = REASON_NAMES[reason];
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** The GPRs that hold GPUs of each of these nodes, in the order of their starts. */
  #allocations(page: readonly number[]): Allocation[][] {
    const { core, ids, directory } = this.#world;
    const { gprs, nodes } = core;
    const places = new Int32Array(nodes.size).fill(-1);
    for (let i = 0; i < page.length; i++) places[page[i]] = i;
    const allocations: Allocation[][] = page.map(() => []);
    const holders = this.#provisioned().filter((row) => core.nodesOf(row).some((node) => places[node] >= 0));
    for (const row of holders.sort((a, b) => gprs.startedSeq[a] - gprs.startedSeq[b])) {
      const gpr = {
        gprId: ids.gprId(gprs.uid[row]),
        gprName: directory.gprName(gprs.uid[row]),
        workspace: directory.workspaceName(gprs.workspace[row]),
        workspaceCreation: directory.creationOf(gprs.workspace[row]),
        priority: gprs.priority[row],
        sinceMs: gprs.startedAt[row],
        state: STATE_NAMES[gprs.state[row]],
        idle: gprs.idleSince[row] >= 0,
      };
      for (const node of core.nodesOf(row)) {
        if (places[node] >= 0) allocations[places[node]].push({ ...gpr, gpus: core.gpusOn(row, node) });
      }
    }
    return allocations;
  }

  #freeOf(node: number): number {
    const { pools, nodes } = this.#world.core;
    return pools[nodes.pool[node]].capacity.freeAt(nodes.slot[node]);
  }

  #provisioned(): number[] {
    const { gprs } = this.#world.core;
    const rows: number[] = [];
    for (let row = 0; row < gprs.used; row += ROW) if (gprs.isProvisioned(row)) rows.push(row);
    return rows;
  }
}

function instant(atMs: number): number | null {
  return atMs < 0 ? null : atMs;
}
