// The attempts of a range with names instead of numbers, except the names of GPRs: those of GPRs that left memory are elsewhere.

import { nameKey } from '../../base/collections/selection.ts';
import { HOUR_MS } from '../../base/numbers/time.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';
import type { History } from '../../followers/history/history.ts';
import { plannedHistory } from '../../forecast/planned.ts';
import type { World } from '../../world.ts';
import { type BarEnd, endOf } from '../gantt/gantt-bars.ts';
import { priceOf } from '../totals/named-totals.ts';
import { attemptsOf } from './attempt-list.ts';
import type { AttemptPage, AttemptsQuery, FoundAttempt } from './attempts-query.ts';

interface AttemptView
  extends Pick<FoundAttempt, 'isPlanned' | 'endMs' | 'plannedEndMs' | 'gpus' | 'gpusOnNode' | 'cost'> {
  readonly gprId: string;
  readonly workspace: string;
  readonly workspaceCreation: number;
  /** At the start. */
  readonly priority: number;
  readonly cluster: string;
  readonly nodes: readonly string[];
  readonly startMs: number;
  /** From the creation or the requeue to the start. */
  readonly waitedMs: number;
  readonly isFirst: boolean;
  /** `running`, also of a planned attempt. */
  readonly end: BarEnd;
}

export interface AttemptViews extends Pick<AttemptPage, 'total'> {
  readonly attempts: readonly AttemptView[];
}

export interface NamedAttemptsQuery extends AttemptsQuery {
  /** Whether the reader may see the workspace with this creation number. Other names come last. */
  readonly sees: (workspaceCreation: number) => boolean;
  /** The name of a GPR by its id, also of one that left memory; undefined if it is not known. */
  readonly gprName: (gprId: string) => string | undefined;
}

/** The page at the present instant. @param history of the world; may lack facts that the log still has */
export function namedAttemptsOf(
  world: World,
  history: History,
  query: NamedAttemptsQuery,
): PendingAnswer<AttemptViews> {
  const { core } = world;
  const planned = query.toMs > core.now ? plannedHistory(world, history, query.toMs) : undefined;
  const costOf = ({ attempts, nodes }: History, attempt: number, endMs: number) => {
    const { holds } = attempts;
    let microHours = 0;
    for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
      const gpus = (holds.lanes[at] * holds.gpuMilli[at]) / WHOLE_GPU;
      const gpuMs = (endMs - attempts.startMs[attempt]) * gpus;
      microHours += (gpuMs * priceOf(world, nodes.pool[holds.node[at]])) / HOUR_MS;
    }
    return microHours / 1e6;
  };
  const pending = attemptsOf(history, core.now, query, { planned, costOf, textOf: textsOf(world, query) });
  return {
    run: (instants) => pending.run(instants),
    answer() {
      const { total, attempts } = pending.answer();
      return { total, attempts: attempts.map((found) => viewOf(world, found)) };
    },
  };
}

/** Names that sort attempts; undefined if numbers do. */
function textsOf({ directory, ids }: World, { order, sees, gprName }: NamedAttemptsQuery) {
  if (order !== 'name' && order !== 'workspace') return undefined;
  return ({ attempts }: History, attempt: number): string | undefined => {
    const workspace = attempts.workspace[attempt];
    if (!sees(directory.creationOf(workspace))) return undefined;
    if (order === 'workspace') return nameKey(directory.workspaceName(workspace));
    const name = gprName(ids.gprId(attempts.uid[attempt]));
    return name === undefined ? undefined : nameKey(name);
  };
}

function viewOf({ core, directory, ids }: World, found: FoundAttempt): AttemptView {
  const { history, attempt, isPlanned, endMs, plannedEndMs, gpus, gpusOnNode, cost } = found;
  const { attempts } = history;
  const workspace = attempts.workspace[attempt];
  const startMs = attempts.startMs[attempt];
  const held = attempts.holds.node.subarray(attempts.firstHold[attempt], attempts.endOfHolds(attempt));
  const nodes = [...new Set(held)];
  return {
    isPlanned,
    endMs,
    plannedEndMs,
    gpus,
    gpusOnNode,
    cost,
    startMs,
    gprId: ids.gprId(attempts.uid[attempt]),
    workspace: directory.workspaceName(workspace),
    workspaceCreation: directory.creationOf(workspace),
    priority: attempts.priority[attempt],
    cluster: nodes.length === 0 ? '' : directory.clusters[core.nodes.cluster[nodes[0]]].name,
    nodes: nodes.map((node) => directory.nodeNames[node]),
    waitedMs: startMs - attempts.waitedSinceMs[attempt],
    isFirst: attempts.isFirst[attempt] === 1,
    end: isPlanned ? 'running' : endOf(history, attempt, endMs),
  };
}
