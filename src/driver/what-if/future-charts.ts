// Charts of two futures: which GPRs hold which GPUs in each of them, from the beginning of the comparison on.

import type { FactRun, GanttQuery, History, Simulation } from '../../../sim/index.ts';
import { type Both, CHART_ROWS_MAX } from '../differing.ts';
import { STEP_INSTANTS } from '../reads/pending/pending-answers.ts';
import type { ChartsWanted, GanttChart } from '../world.ts';
import type { Future } from './future.ts';
import type { Side } from './gpr-pairs.ts';

/** Beyond this number of attempts in one of the futures, the charts end. An attempt takes some 100 bytes. */
const ATTEMPTS_MAX = 200_000;

export function newFutureCharts(wanted: ChartsWanted, simulations: readonly [Simulation, Simulation]) {
  let endMs: number | undefined;
  const histories: readonly [History, History] = [simulations[0].history(), simulations[1].history()];
  const fromMs: number = simulations[0].nowMs;

  return {
    /** Whether the charts take further facts. */
    get goesOn() {
      return endMs === undefined;
    },
    /** Reads the present of both simulations, which are the same. Yields now and then. */
    *begin(): Generator<void> {
      for (const [side, simulation] of simulations.entries()) yield* simulation.beginHistory(histories[side]);
    },
    follow(side: Side, run: FactRun): void {
      if (this.goesOn) histories[side].follow(run);
    },
    /** Both futures have reached an instant. */
    reached(atMs: number): void {
      if (this.goesOn && histories.some(({ attempts }) => attempts.size > ATTEMPTS_MAX)) endMs = atMs;
    },
    /** The charts up to the end of the futures. @param breathe called between steps */
    async charts(
      untilMs: number,
      futures: readonly [Future, Future],
      breathe: () => Promise<void>,
    ): Promise<Both<GanttChart>> {
      const { rows, pixels, cluster } = wanted;
      const { scenario } = simulations[0];
      // A window of no length has no bars.
      const toMs = Math.max(fromMs + 1, endMs ?? untilMs);
      const query: GanttQuery = {
        fromMs,
        toMs,
        pixels,
        rows,
        range: { offset: 0, limit: CHART_ROWS_MAX },
        cluster: scenario.clusters.findIndex(({ name }) => name === cluster),
      };
      const chartOf = async (side: Side): Promise<GanttChart> => {
        const simulation = simulations[side];
        const pending = simulation.gantt(histories[side], {
          ...query,
          toMs: Math.min(toMs, simulation.nowMs),
        });
        while (!pending.run(STEP_INSTANTS)) await breathe();
        const chart = pending.answer();
        await breathe();
        const gprNames = chart.gprs.map(({ gprId }) => futures[side].nameOf(simulation.uidOf(gprId)));
        await breathe();
        return { ...chart, branch: 0, toMs, start: scenario.start, gprNames };
      };
      return { without: await chartOf(0), with: await chartOf(1) };
    },
  };
}
