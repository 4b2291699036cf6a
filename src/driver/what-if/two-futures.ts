// Runs two futures side by side and collects how they differ. Both begin at the same position. They take turns, so that few facts
// and GPRs of one that is ahead are in memory.

import {
  DAY_MS,
  type FactRun,
  type FactView,
  HOUR_MS,
  type Simulation,
  TIME_MAX_MS,
} from '../../../sim/index.ts';
import { eachFigure, type FutureFigures, figuresOf } from '../../wire/run-figures.ts';
import type { Both, Differences } from '../differing.ts';
import { FirstDifference } from '../stored/first-difference.ts';
import type { ChartsWanted } from '../world.ts';
import type { Future } from './future.ts';
import { newFutureCharts } from './future-charts.ts';
import { GprPairs, type PairView, type Side } from './gpr-pairs.ts';
import { RankedGprs } from './ranked-gprs.ts';

/** How far a future may be ahead of the other one, in simulated time. */
const TURN_MS = HOUR_MS;

/** The longest comparison without a chosen end. */
export const LONGEST_MS: number = 30 * DAY_MS;

interface ComparisonOptions {
  /**
   * undefined = whole hours after the beginning: until all GPRs that existed then have ended; after the last change, as long again
   * as from the beginning to it, so that its effects are seen; and after the repair of nodes that the changes took down, as long
   * again as from the last change to it, so that GPRs that waited for them are seen.
   */
  readonly untilMs: number | undefined;
  /** Without `untilMs`, the comparison reaches at least this instant. */
  readonly leastMs: number;
  /** Whether the futures provide the first fact that differs. */
  readonly withFirstDifference: boolean;
  readonly charts: ChartsWanted | undefined;
  /** Called with each GPR that differs. */
  readonly onPair?: (pair: PairView) => void;
  readonly rest: Rest;
}

/** How far a comparison is. */
interface ComparisonProgress {
  /** The instant that both futures have reached. */
  readonly nowMs: number;
  /** Events of both futures. */
  readonly events: number;
}

/** Yields to the event loop; an error that it throws ends the comparison. */
export type Rest = (standing: ComparisonProgress) => Promise<void>;

export type Compared = Omit<Differences, 'branch' | 'seq' | 'knowing'>;

/** @param futures without and with the changes; nothing has run yet */
export async function compare(
  futures: readonly [Future, Future],
  { untilMs, leastMs, withFirstDifference, charts: wanted, onPair, rest }: ComparisonOptions,
): Promise<Compared> {
  const simulations = [futures[0].simulation, futures[1].simulation] as const;
  const [{ nowMs: atMs, scenario, workspacesCreated }] = simulations;
  const first = new FirstDifference();
  const ranked = new RankedGprs(scenario.seed, {
    gpr: (side, uid) => futures[side].nameOf(uid),
    workspace: (side, workspace) => simulations[side].workspaceName(workspace),
  });
  const pairs = new GprPairs(
    (workspace) =>
      workspace < workspacesCreated ||
      simulations[0].workspaceName(workspace) === simulations[1].workspaceName(workspace),
    (pair) => {
      ranked.add(pair);
      onPair?.(pair);
    },
  );
  const charts = wanted && newFutureCharts(wanted, simulations);
  const isWanted = (uid: number) => charts?.goesOn || pairs.has(uid);
  const readBy = (side: Side) => (run: FactRun) => {
    pairs.read(side, run);
    charts?.follow(side, run);
    if (withFirstDifference) first.add(side, run);
    return isWanted;
  };

  const eventsOf = () => simulations[0].events + simulations[1].events;
  const eventsBefore = eventsOf();
  let reachedMs = atMs;
  const breathe = () => rest({ nowMs: reachedMs, events: eventsOf() - eventsBefore });
  let begun = 0;
  for (const gpr of simulations[0].views.openGprs()) {
    pairs.begin(gpr, atMs);
    if (++begun % GPRS_AT_ONCE === 0) await breathe();
  }
  for (const _ of charts?.begin() ?? []) await breathe();
  for (const future of futures) future.keepNames();
  const longestMs = untilMs ?? Math.min(TIME_MAX_MS, Math.max(leastMs, atMs + LONGEST_MS));
  let endMs = leastMs;
  let haveEntered = false;
  do {
    const hourMs = atMs + (Math.floor((reachedMs - atMs) / TURN_MS) + 1) * TURN_MS;
    const toMs = Math.min(longestMs, hourMs, haveEntered ? hourMs : leastMs);
    for (const side of SIDES) await futures[side].runTo(toMs, readBy(side), breathe);
    reachedMs = toMs;
    charts?.reached(toMs);
    if (!haveEntered && toMs >= leastMs) {
      haveEntered = true;
      endMs = Math.max(2 * toMs - atMs, 2 * lastRepairMs(simulations, toMs) - toMs);
    }
  } while (reachedMs < longestMs && (untilMs !== undefined || reachedMs < endMs || isGoing(pairs)));
  for (const _ of pairs.finish(reachedMs)) await breathe();
  const without = futureFigures(simulations[0]);
  await breathe();
  const figures = { without, with: futureFigures(simulations[1]) };

  return {
    atMs,
    untilMs: reachedMs,
    counts: ranked.counts,
    waitMs: ranked.waitMs,
    workspaces: ranked.workspaces(),
    rows: ranked.rows(),
    rowsTotal: ranked.total,
    figures,
    charts: (await charts?.charts(reachedMs, futures, breathe)) ?? null,
    firstDifference: withFirstDifference ? differenceOf(first, simulations, reachedMs) : null,
  } satisfies Compared;
}

/** The facts that differ; null without any. Facts after `untilMs` do not count. */
export function differenceOf(
  first: FirstDifference,
  simulations: readonly [Simulation, Simulation],
  untilMs: number,
): Both<FactView | null> | null {
  const [without, changed] = first.found().map((run, i) => {
    const [view] = run === undefined ? [] : simulations[i].viewFacts(run);
    return view === undefined || view.atMs > untilMs ? null : view;
  });
  return without === null && changed === null ? null : { without, with: changed };
}

const SIDES = [0, 1] as const;
const GPRS_AT_ONCE = 20_000;

function isGoing({ presentLeft: [without, changed] }: GprPairs): boolean {
  return without > 0 || changed > 0;
}

/** The last repair that is to come in one world only, ms; the present without one. */
function lastRepairMs([without, changed]: readonly [Simulation, Simulation], nowMs: number): number {
  const repairs = (simulation: Simulation) =>
    new Map(
      simulation.views
        .repairs()
        .map(({ name, cluster, repairAtMs }) => [`${cluster} ${name} ${repairAtMs}`, repairAtMs] as const),
    );
  const [before, after] = [repairs(without), repairs(changed)];
  const differing = [...before, ...after].filter(([repair]) => !(before.has(repair) && after.has(repair)));
  return differing.reduce((last, [, atMs]) => Math.max(last, atMs), nowMs);
}

function futureFigures(simulation: Simulation): FutureFigures {
  const figures = figuresOf(simulation);
  return eachFigure((name) => figures[name]) as FutureFigures;
}
