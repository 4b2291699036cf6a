// The rows of a Gantt chart, and the lanes of its bars within them. In the row of a node, lanes are its GPUs. In the row of a
// workspace, an attempt gets the lowest free lanes side by side.

import type { DownTime } from '../../followers/history/down-times.ts';
import type { History } from '../../followers/history/history.ts';

/** Which rows a chart has: at most `limit`, from the row `offset` on. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}

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

/** @param isFirst the run is on the first node of the GPR */
type Show = (row: number, lane: number, lanes: number, isFirst: boolean) => void;

export interface GanttRows {
  /** Number of rows without a range. */
  readonly total: number;
  /** Calls `show` for each run of lanes of an attempt in a row of the range. Attempts are placed in the order of time. */
  place(placed: Placed, show: Show): void;
  /** The row of a workspace with a GPR that waits in a cluster, −1 = none. */
  waiting(workspace: number, cluster: number): number;
  list(downOf: (node: number) => readonly DownTime[]): GanttRow[];
}

/** All nodes that the history knows, by number. */
export class NodeRows implements GanttRows {
  readonly #history: History;
  /** Row → node, and back; −1 = no row. */
  readonly #nodes: number[] = [];
  readonly #rows: Int32Array;
  total = 0;

  /** @param only the only node; −1 = all */
  constructor(history: History, cluster: number, only: number, { offset, limit }: RowRange) {
    this.#history = history;
    const { nodes, clusterOfPool } = history;
    this.#rows = new Int32Array(nodes.size).fill(-1);
    for (let node = 0; node < nodes.size; node++) {
      if (only >= 0 && node !== only) continue;
      if (cluster >= 0 && clusterOfPool(nodes.pool[node]) !== cluster) continue;
      const row = this.total++ - offset;
      if (row >= 0 && row < limit) this.#rows[node] = this.#nodes.push(node) - 1;
    }
  }

  place({ history: { attempts }, attempt }: Placed, show: Show): void {
    const { holds } = attempts;
    for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
      // A node that was added since the query has no row.
      const row = this.#rows[holds.node[at]] ?? -1;
      if (row >= 0) show(row, holds.lane[at], holds.lanes[at], at === attempts.firstHold[attempt]);
    }
  }

  waiting(): number {
    return -1;
  }

  list(downOf: (node: number) => readonly DownTime[]): GanttRow[] {
    return this.#nodes.map((node) => ({
      number: node,
      lanes: this.#history.nodes.gpus[node],
      down: downOf(node),
    }));
  }
}

interface LaneHolder {
  readonly uid: number;
  readonly lane: number;
  readonly lanes: number;
  untilMs: number;
}

interface WorkspaceRow {
  readonly workspace: number;
  lanes: number;
  /** By lane. */
  held: LaneHolder[];
}

/** The workspaces with attempts in the window, in the order of their first attempts there. */
export class WorkspaceRows implements GanttRows {
  readonly #cluster: number;
  readonly #only: number;
  readonly #range: RowRange;
  readonly #list: WorkspaceRow[] = [];
  /** Workspace → row, −1 = out of the range. */
  readonly #rows: Map<number, number> = new Map();

  /** @param only the only workspace; −1 = all */
  constructor(cluster: number, only: number, range: RowRange) {
    this.#cluster = cluster;
    this.#only = only;
    this.#range = range;
  }

  get total(): number {
    return this.#rows.size;
  }

  place({ history, attempt, fromMs, toMs, goesOn }: Placed, show: Show): void {
    const { attempts, nodes, clusterOfPool } = history;
    const { holds, firstHold } = attempts;
    const end = attempts.endOfHolds(attempt);
    if (firstHold[attempt] === end || (this.#only >= 0 && attempts.workspace[attempt] !== this.#only)) return;
    if (this.#cluster >= 0 && clusterOfPool(nodes.pool[holds.node[firstHold[attempt]]]) !== this.#cluster)
      return;
    const index = this.#rowOf(attempts.workspace[attempt]);
    if (index < 0) return;
    let lanes = 0;
    for (let at = firstHold[attempt]; at < end; at++) lanes += holds.lanes[at];
    const row = this.#list[index];
    const uid = attempts.uid[attempt];
    const untilMs = toMs ?? Infinity;
    const before = goesOn ? row.held.find((held) => held.uid === uid) : undefined;
    if (before !== undefined) before.untilMs = untilMs;
    const { lane } = before ?? hold(row, uid, lanes, fromMs, untilMs);
    show(index, lane, lanes, true);
  }

  waiting(workspace: number, cluster: number): number {
    if (this.#cluster >= 0 && cluster !== this.#cluster) return -1;
    if (this.#only >= 0 && workspace !== this.#only) return -1;
    const index = this.#rowOf(workspace);
    if (index >= 0) this.#list[index].lanes = Math.max(1, this.#list[index].lanes);
    return index;
  }

  list(): GanttRow[] {
    return this.#list.map(({ workspace, lanes }) => ({ number: workspace, lanes, down: [] }));
  }

  #rowOf(workspace: number): number {
    const known = this.#rows.get(workspace);
    if (known !== undefined) return known;
    const at = this.#rows.size - this.#range.offset;
    const isShown = at >= 0 && at < this.#range.limit;
    const row = isShown ? this.#list.push({ workspace, lanes: 0, held: [] }) - 1 : -1;
    this.#rows.set(workspace, row);
    return row;
  }
}

/** Takes the lowest gap of `lanes` lanes from an instant on. */
function hold(row: WorkspaceRow, uid: number, lanes: number, fromMs: number, untilMs: number): LaneHolder {
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
