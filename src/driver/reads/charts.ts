// Charts of the world's history. All work is done in steps.

import type { History, NamedSubject, PendingAnswer, Simulation } from '../../../sim/index.ts';
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
import { Followed, inTurn } from './pending/followed.ts';

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

  gantt(request: GanttRequest): PendingAnswer<GanttChart> {
    const { pixels, rows, range, waits, cluster } = request;
    return this.over((source) => {
      const { simulation, history, charted } = source;
      const window = windowOf(request, simulation);
      const only = numberOf({ kind: rows, name: request.only, cluster }, simulation);
      const pending = simulation.gantt(history, { ...window, pixels, rows, only, range, waits });
      return inTurn(pending, (gantt) =>
        this.#named(gantt.gprs, source, (gprNames) => ({
          ...gantt,
          ...charted,
          toMs: window.toMs,
          gprNames,
        })),
      );
    });
  }

  attempts(request: AttemptsRequest): PendingAnswer<AttemptsAnswer> {
    const { order, isDescending, offset, limit, sees, cluster, gprId } = request;
    return this.over((source) => {
      const { simulation, history, charted } = source;
      const pending = simulation.attempts(history, {
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
      });
      return inTurn(pending, (views) =>
        this.#named(views.attempts, source, (gprNames) => ({ ...charted, ...views, gprNames })),
      );
    });
  }

  series(request: SeriesRequest): PendingAnswer<SeriesChart> {
    return this.over(({ simulation, history, charted }) => {
      const { cluster, fromMs, toMs } = windowOf(request, simulation);
      const query = { fromMs, toMs, points: request.points };
      const columns = simulation.series(history, cluster, query);
      const endMs = Math.max(fromMs, Math.min(toMs, charted.nowMs));
      return { run: () => true, answer: () => ({ ...charted, toMs: endMs, ...columns }) };
    });
  }

  totals(request: TotalsRequest): PendingAnswer<TotalsAnswer> {
    const { subject, page } = request;
    return this.over(({ simulation, history, charted }) => {
      const { fromMs, toMs } = windowOf(request, simulation);
      const pending = simulation.totals(history, { subject, fromMs, toMs, page });
      if (pending === undefined) throw new Cancelled(`the world has no ${subject.name} any more`);
      const endMs = Math.max(fromMs, Math.min(toMs, charted.nowMs));
      return inTurn(pending, (totals) => ({
        run: () => true,
        answer: () => ({ ...charted, toMs: endMs, ...totals }),
      }));
    });
  }

  /** Brings the history up to date, then makes the answer of that instant. */
  over<T>(make: (source: Source) => PendingAnswer<T>): PendingAnswer<T> {
    return this.#history.over((history) => {
      const simulation = this.#simulation();
      const { branch } = this.#past();
      const { start } = simulation.scenario;
      const charted = { branch, seq: history.seq, nowMs: simulation.nowMs, start };
      return make({ simulation, history, charted });
    });
  }

  #gprName(gprId: string, source: Source): string | undefined {
    return this.#history.isOf(source.history)
      ? knownGpr(source.simulation, this.#past(), gprId)?.gprName
      : undefined;
  }

  /** Adds the names of GPRs, some in each step. */
  #named<T>(
    gprs: readonly { readonly gprId: string }[],
    source: Source,
    answer: (gprNames: readonly (string | null)[]) => T,
  ): PendingAnswer<T> {
    const gprNames: (string | null)[] = [];
    const nameOf = (gprId: string) => this.#gprName(gprId, source) ?? null;
    return {
      run(instants) {
        for (let left = instants; left > 0 && gprNames.length < gprs.length; left--) {
          gprNames.push(nameOf(gprs[gprNames.length].gprId));
        }
        return gprNames.length === gprs.length;
      },
      answer: () => answer(gprNames),
    };
  }
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
