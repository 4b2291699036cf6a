// Charts of the world's history. All work is done in steps.

import type { History, NamedSubject, Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import type { FactTail } from '../commits/fact-tail.ts';
import { knownGpr } from '../stored/known-gpr.ts';
import {
  type AttemptsAnswer,
  type AttemptsRequest,
  Cancelled,
  type Charted,
  type ChartWindow,
  type GanttChart,
  type GanttRequest,
  type SeriesChart,
  type SeriesRequest,
  type TotalsAnswer,
  type TotalsRequest,
} from '../world.ts';
import { Followed } from './pending/followed.ts';
import { type Steps, stepsOf } from './pending/steps.ts';

/** What a chart reads, all of one instant. */
export interface Source {
  readonly simulation: Simulation;
  readonly history: History;
  readonly charted: Charted;
}

export class Charts {
  readonly #simulation: () => Simulation;
  readonly #past: () => Past;
  readonly #history: Followed<History>;

  /** Takes functions for the simulation and the tail, because a reset replaces both. */
  constructor(simulation: () => Simulation, past: () => Past, tail: () => FactTail) {
    this.#simulation = simulation;
    this.#past = past;
    this.#history = new Followed(tail, () => simulation().history(true));
  }

  *gantt(request: GanttRequest): Steps<GanttChart> {
    const { pixels, rows, range, waits, cluster } = request;
    const source = yield* this.source();
    const { simulation, history, charted } = source;
    const window = windowOf(request, simulation);
    const only = numberOf({ kind: rows, name: request.only, cluster }, simulation);
    const query = { ...window, pixels, rows, only, range, waits };
    const gantt = yield* stepsOf(simulation.gantt(history, query));
    const gprNames = yield* this.#names(gantt.gprs, source);
    return { ...gantt, ...charted, toMs: window.toMs, gprNames };
  }

  *attempts(request: AttemptsRequest): Steps<AttemptsAnswer> {
    const { order, isDescending, offset, limit, sees, cluster, gprId } = request;
    const source = yield* this.source();
    const { simulation, history, charted } = source;
    const views = yield* stepsOf(
      simulation.attempts(history, {
        ...windowOf(request, simulation),
        order,
        isDescending,
        offset,
        limit,
        sees,
        gprName: (id) => this.#gprName(id, source),
        node: numberOf({ kind: 'nodes', name: request.node, cluster }, simulation),
        workspace: numberOf({ kind: 'workspaces', name: request.workspace }, simulation),
        uid: gprId === undefined ? -1 : simulation.uidOf(gprId),
      }),
    );
    return { ...charted, ...views, gprNames: yield* this.#names(views.attempts, source) };
  }

  *series(request: SeriesRequest): Steps<SeriesChart> {
    const { simulation, history, charted } = yield* this.source();
    const { cluster, fromMs, toMs } = windowOf(request, simulation);
    const columns = simulation.series(history, cluster, { fromMs, toMs, points: request.points });
    return { ...charted, toMs: endOf(fromMs, toMs, charted), ...columns };
  }

  *totals({ subject, page, ...window }: TotalsRequest): Steps<TotalsAnswer> {
    const { simulation, history, charted } = yield* this.source();
    const { fromMs, toMs } = windowOf(window, simulation);
    const pending = simulation.totals(history, { subject, fromMs, toMs, page });
    if (pending === undefined) throw new Cancelled(`the world has no ${subject.name} any more`);
    const totals = yield* stepsOf(pending);
    return { ...charted, toMs: endOf(fromMs, toMs, charted), ...totals };
  }

  /** Brings the history up to date. */
  *source(): Steps<Source> {
    const history = yield* this.#history.reading();
    const simulation = this.#simulation();
    const { branch } = this.#past();
    const { start } = simulation.scenario;
    return {
      simulation,
      history,
      charted: { branch, seq: history.seq, nowMs: simulation.nowMs, start },
    };
  }

  #gprName(gprId: string, source: Source): string | undefined {
    return this.#history.isOf(source.history)
      ? knownGpr(source.simulation, this.#past(), gprId)?.gprName
      : undefined;
  }

  /** The names of GPRs, some in each step. */
  *#names(gprs: readonly { readonly gprId: string }[], source: Source): Steps<(string | null)[]> {
    const names: (string | null)[] = [];
    let left = 1;
    for (const { gprId } of gprs) {
      if (left === 0) left = yield;
      left--;
      names.push(this.#gprName(gprId, source) ?? null);
    }
    return names;
  }
}

/** The end of a window, now at the latest. */
function endOf(fromMs: number, toMs: number, { nowMs }: Charted): number {
  return Math.max(fromMs, Math.min(toMs, nowMs));
}

/** @throws Cancelled if the world that has the subject was replaced */
function numberOf(subject: NamedSubject, simulation: Simulation): number {
  const number = simulation.numberOf(subject);
  if (number === undefined) throw new Cancelled(`the world has no ${subject.name} any more`);
  return number;
}

/** @throws Cancelled if the world that has the cluster was replaced */
function windowOf({ fromMs, toMs, cluster: name }: ChartWindow, { nowMs, scenario }: Simulation) {
  const cluster = scenario.clusters.findIndex((known) => known.name === name);
  if (name !== undefined && cluster < 0) throw new Cancelled(`the world has no cluster ${name} any more`);
  return { fromMs, toMs: toMs ?? Math.max(fromMs, nowMs), cluster };
}
