// A Gantt chart with names instead of numbers, except the names of GPRs: those of GPRs that left memory are elsewhere.

import type { PendingAnswer } from '../../base/pending.ts';
import type { DownTime } from '../../followers/history/down-times.ts';
import type { History } from '../../followers/history/history.ts';
import { plannedHistory } from '../../forecast/planned.ts';
import { waitReason } from '../../kernel/queue/wait-reason.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { type Gantt, type GanttQuery, ganttOf } from './gantt.ts';
import type { QueuedGpr } from './gantt-waits.ts';

interface GanttRowView {
  /** Of the node, or of the workspace. */
  readonly name: string;
  /** null for a workspace. */
  readonly cluster: string | null;
  /** The creation number of a workspace; null for a node. */
  readonly workspaceCreation: number | null;
  readonly lanes: number;
  readonly down: readonly DownTime[];
}

interface GanttGprView {
  readonly gprId: string;
  readonly workspace: string;
  readonly workspaceCreation: number;
  readonly priority: number;
}

export interface GanttView extends Omit<Gantt, 'rows' | 'gprs'> {
  readonly rows: readonly GanttRowView[];
  readonly gprs: readonly GanttGprView[];
}

/** The chart at the present instant. @param history of the world; may lack facts that the log still has */
export function ganttViewOf(world: World, history: History, query: GanttQuery): PendingAnswer<GanttView> {
  const { core, directory, ids } = world;
  const planned = query.toMs > core.now ? plannedHistory(world, history, query.toMs) : undefined;
  const queued = query.waits ? queuedGprs(world, history) : [];
  const pending = ganttOf(history, core.now, query, planned, undefined, queued);
  const clusterOf = (node: number) => directory.clusters[core.nodes.cluster[node]].name;
  return {
    run: (instants) => pending.run(instants),
    answer() {
      const { rows, gprs, ...gantt } = pending.answer();
      const isOfNodes = query.rows === 'nodes';
      return {
        ...gantt,
        rows: rows.map(({ number, lanes, down }) => ({
          name: isOfNodes ? directory.nodeNames[number] : directory.workspaceName(number),
          cluster: isOfNodes ? clusterOf(number) : null,
          workspaceCreation: isOfNodes ? null : directory.creationOf(number),
          lanes,
          down,
        })),
        gprs: gprs.map(({ uid, workspace, priority }) => ({
          gprId: ids.gprId(uid),
          workspace: directory.workspaceName(workspace),
          workspaceCreation: directory.creationOf(workspace),
          priority,
        })),
      };
    },
  };
}

/** The GPRs that wait now, with what the history knows of their waits. */
function queuedGprs({ core }: World, history: History): QueuedGpr[] {
  const { gprs, pools } = core;
  history.waits?.closeBefore(core.now);
  return gprs.queued().map((row) => {
    const wait = history.waitOf(gprs.uid[row]);
    return {
      uid: gprs.uid[row],
      workspace: gprs.workspace[row],
      priority: gprs.priority[row],
      cluster: pools[gprs.pool[row]].cluster,
      sinceMs: wait?.sinceMs ?? core.now,
      span: wait?.span ?? NONE,
      presentReason: waitReason(core, row),
    };
  });
}
