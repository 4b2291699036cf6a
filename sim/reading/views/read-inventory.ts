// Reads a world as plain objects. Each view is made on request.

import { viewGpr } from '../../admission/gpr-row.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { STATE_NAMES, State } from '../../facts/numbered.ts';
import type { GprView } from '../../language/gpr.ts';
import type {
  ClusterView,
  KeptGpr,
  LeavingGpr,
  NodesOfType,
  NodeView,
  OpenGpr,
  PoolView,
  WorkspaceView,
} from '../../language/views.ts';
import { GprTable, ROW } from '../../tables/gprs/gpr-table.ts';
import { WorkspaceBit } from '../../tables/workspace-table.ts';
import { findGpr, findWorkspace, type World } from '../../world.ts';
import { keep, putBack } from './kept.ts';
import { nodeMap } from './node-map.ts';
import {
  type NodePage,
  type NodesWanted,
  nodePage,
  type Repair,
  repairsOf,
  viewClusters,
  viewPools,
} from './read-nodes.ts';

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

  /** The GPRs that have not ended, in no particular order. The world must not change until the last one is read. */
  *openGprs(): Generator<OpenGpr> {
    const { gprs } = this.#world.core;
    for (let row = 0; row < gprs.used; row += ROW) {
      const state = gprs.state[row];
      if (state === State.none || state >= State.complete) continue;
      const startedAtMs = state === State.queued ? null : gprs.startedAt[row];
      yield { uid: gprs.uid[row], workspace: gprs.workspace[row], state, startedAtMs };
    }
  }

  /** There are at most this many `openGprs`. */
  get openGprsMax(): number {
    return this.#world.core.gprs.live;
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
    const uid = table.uid[row];
    const name = directory.gprNames.get(uid);
    const carried = directory.gprCarried.get(uid);
    return { words, count, name, carried, state: STATE_NAMES[table.state[row]] };
  }

  /** The view of a GPR that has left memory; undefined if its record is invalid in this world. */
  keptGpr({ words, count, name, carried }: KeptGpr, gprId: string): GprView | undefined {
    const { core, directory, ids } = this.#world;
    const held = putBack(core, words, count, this.#read, 0);
    if (held === undefined) return undefined;
    return viewGpr(
      this.#world,
      this.#read,
      0,
      held,
      gprId,
      name ?? directory.gprName(ids.uid(gprId)),
      carried,
    );
  }

  /** The GPRs of a workspace in order of creation; undefined = no such workspace. */
  gprsOf(name: string): GprView[] | undefined {
    const { core, index, ended } = this.#world;
    const workspace = findWorkspace(this.#world, name);
    if (workspace < 0) return undefined;
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
    const workspace = findWorkspace(this.#world, name);
    return workspace < 0 ? undefined : this.#workspaceView(workspace, name);
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
  nodePage(wanted?: Partial<NodesWanted>): NodePage {
    return nodePage(this.#world, wanted);
  }

  /** All nodes, without removed ones. */
  nodeMap(): NodesOfType[] {
    return nodeMap(this.#world);
  }

  /** See repairsOf. */
  repairs(): Repair[] {
    return repairsOf(this.#world);
  }

  clusters(): ClusterView[] {
    return viewClusters(this.#world);
  }

  pools(): PoolView[] {
    return viewPools(this.#world);
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
    return viewGpr(
      this.#world,
      gprs,
      row,
      core.nodesOf(row, gprs),
      ids.gprId(uid),
      directory.gprName(uid),
      directory.gprCarried.get(uid),
    );
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
}
