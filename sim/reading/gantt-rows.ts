// The rows of a Gantt chart, and the lanes of its bars within them. In the row of a node, lanes are its GPUs. In the row of a
// workspace, an attempt gets the lowest free lanes side by side.

import type { DownTime } from '../followers/history/down-times.ts';
import type { History } from '../followers/history/history.ts';

/** A chart with more rows leaves rows out. */
const ROWS_MAX = 2_000;

export interface GanttRow {
  /** Number of the node or the workspace. */
  readonly number: number;
  readonly lanes: number;
  readonly down: readonly DownTime[];
}

/** An attempt to be shown. `goesOn`: it continues a bar of the same GPR, which got its lanes earlier. */
export interface Placed {
  readonly history: History;
  readonly attempt: number;
  readonly fromMs: number;
  /** null = it runs. */
  readonly toMs: number | null;
  readonly goesOn: boolean;
}

type Show = (row: number, lane: number, lanes: number) => void;

export interface GanttRows {
  readonly leftOut: number;
  /** Calls `show` for each run of lanes of an attempt. Attempts are placed in the order of time. */
  place(placed: Placed, show: Show): void;
  list(downOf: (node: number) => readonly DownTime[]): GanttRow[];
}

/** All nodes that the history knows, by number. */
export class NodeRows implements GanttRows {
  readonly #history: History;
  /** Row → node, and back; −1 = no row. */
  readonly #nodes: number[] = [];
  readonly #rows: Int32Array;
  leftOut = 0;

  constructor(history: History, cluster: number) {
    this.#history = history;
    const { nodes, clusterOfPool } = history;
    this.#rows = new Int32Array(nodes.size).fill(-1);
    for (let node = 0; node < nodes.size; node++) {
      if (cluster >= 0 && clusterOfPool(nodes.pool[node]) !== cluster) continue;
      if (this.#nodes.length < ROWS_MAX) this.#rows[node] = this.#nodes.push(node) - 1;
      else this.leftOut++;
    }
  }

  place({ history: { attempts }, attempt }: Placed, show: Show): void {
    const { holds } = attempts;
    for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
      // A node that was added since the query has no row.
      const row = this.#rows[holds.node[at]] ?? -1;
      if (row >= 0) show(row, holds.lane[at], holds.lanes[at]);
    }
  }

  list(downOf: (node: number) => readonly DownTime[]): GanttRow[] {
    return this.#nodes.map((node) => ({
      number: node,
      lanes: this.#history.nodes.gpus[node],
      down: downOf(node),
    }));
  }
}

interface Held {
  readonly uid: number;
  readonly lane: number;
  readonly lanes: number;
  untilMs: number;
}

interface WorkspaceRow {
  readonly workspace: number;
  lanes: number;
  /** By lane. */
  held: Held[];
}

/** The workspaces with attempts in the window, in the order of their first attempts there. */
export class WorkspaceRows implements GanttRows {
  readonly #cluster: number;
  readonly #list: WorkspaceRow[] = [];
  /** Workspace → row, −1 = left out. */
  readonly #rows: Map<number, number> = new Map();
  leftOut = 0;

  constructor(cluster: number) {
    this.#cluster = cluster;
  }

  place({ history, attempt, fromMs, toMs, goesOn }: Placed, show: Show): void {
    const { attempts, nodes, clusterOfPool } = history;
    const { holds, firstHold } = attempts;
    const end = attempts.endOfHolds(attempt);
    if (firstHold[attempt] === end) return;
    if (this.#cluster >= 0 && clusterOfPool(nodes.pool[holds.node[firstHold[attempt]]]) !== this.#cluster)
      return;
    let lanes = 0;
    for (let at = firstHold[attempt]; at < end; at++) lanes += holds.lanes[at];
    const index = this.#rowOf(attempts.workspace[attempt]);
    if (index < 0) return;
    const row = this.#list[index];
    const uid = attempts.uid[attempt];
    const untilMs = toMs ?? Infinity;
    const before = goesOn ? row.held.find((held) => held.uid === uid) : undefined;
    if (before !== undefined) before.untilMs = untilMs;
    const { lane } = before ?? hold(row, uid, lanes, fromMs, untilMs);
    show(index, lane, lanes);
  }

  list(): GanttRow[] {
    return this.#list.map(({ workspace, lanes }) => ({ number: workspace, lanes, down: [] }));
  }

  #rowOf(workspace: number): number {
    const known = this.#rows.get(workspace);
    if (known !== undefined) return known;
    const isFull = this.#list.length === ROWS_MAX;
    if (isFull) this.leftOut++;
    const row = isFull ? -1 : this.#list.push({ workspace, lanes: 0, held: [] }) - 1;
    this.#rows.set(workspace, row);
    return row;
  }
}

/** Takes the lowest gap of `lanes` lanes from an instant on. */
function hold(row: WorkspaceRow, uid: number, lanes: number, fromMs: number, untilMs: number): Held {
  row.held = row.held.filter((held) => held.untilMs > fromMs);
  let lane = 0;
  let index = 0;
  while (index < row.held.length && row.held[index].lane < lane + lanes) {
    lane = row.held[index].lane + row.held[index].lanes;
    index++;
  }
  const held = { uid, lane, lanes, untilMs };
  row.held.splice(index, 0, held);
  row.lanes = Math.max(row.lanes, lane + lanes);
  return held;
}
