// Reads of the world: from the simulation, and from the file for GPRs and facts that have left memory.

import {
  type FactView,
  type FuturesWanted,
  type GprsWanted,
  listsEnded,
  type PendingAnswer,
  type Seen,
  type Simulation,
} from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import type { FactTail } from '../commits/fact-tail.ts';
import { knownGpr, knownGprCreation } from '../stored/known-gpr.ts';
import { Cancelled, type EventsPage, type EventsRequest, type IsWanted, type Reads } from '../world.ts';
import { Charts } from './charts.ts';
import { calibrationOf } from './estimates/calibration.ts';
import { recordedEstimates } from './estimates/estimate-search.ts';
import { FollowedEstimates } from './estimates/followed-estimates.ts';
import { eventsOf } from './events/events.ts';
import { explained } from './explained.ts';
import { findFacts, lastFacts, renewed, type Searched } from './fact-search.ts';
import { matchingGprs } from './gpr-search.ts';
import { Followed, followedSeen } from './pending/followed.ts';
import { LatestAnswer } from './pending/latest-answer.ts';
import { pendingAnswers, Turnstile } from './pending/pending-answers.ts';
import { pendingOf, type Steps, stepsOf } from './pending/steps.ts';

/** How many answers of a kind are made at once, in all worlds of the process together: each may hold a copy of its world. */
const AT_ONCE = 3;
const availabilities = new Turnstile(AT_ONCE);
const chartTurnstile = new Turnstile(AT_ONCE);
const explanations = new Turnstile(AT_ONCE);
const forecasts = new Turnstile(AT_ONCE);
/** Each may replay a world. */
const calibrations = new Turnstile(1);

/** Takes functions for the simulation and the tail, because a reset replaces both. */
export function readsOf(
  simulation: () => Simulation,
  past: () => Past,
  tail: () => FactTail,
  seen: Followed<Seen> = followedSeen(simulation, tail),
): Reads {
  const charts = new Charts(simulation, past, tail);
  const estimates = new Followed(
    tail,
    () => new FollowedEstimates(past(), simulation().scenario.recordEstimatesEveryMs),
    seen.settle,
  );
  const likely = new LatestAnswer<Awaited<ReturnType<Reads['likelyStarts']>>>();
  const compared = new LatestAnswer<Awaited<ReturnType<Reads['calibration']>>>();
  const stateNow = () => {
    seen.settle();
    const { branch, commands } = past();
    const { nowMs, round, open } = simulation().clock();
    return [branch, commands, nowMs, round, open].join(' ');
  };
  /** What needs futures, at the instant at which all facts have been read. */
  function* withFutures<T>(samples: number, make: (wanted: FuturesWanted) => PendingAnswer<T>): Steps<T> {
    return yield* stepsOf(make({ seen: yield* seen.reading(), samples }));
  }
  const drawn = <T>(
    samples: number,
    make: (wanted: FuturesWanted) => PendingAnswer<T>,
    isWanted?: IsWanted,
  ) => passing(forecasts, () => pendingOf(withFutures(samples, make)), isWanted);
  const passing = <T>(turnstile: Turnstile, query: () => PendingAnswer<T>, isWanted: IsWanted = () => true) =>
    turnstile.pass(() => {
      if (!isWanted()) throw new Cancelled('the client of the query disconnected');
      return pendingAnswers.answer(query, isWanted);
    });
  const chart = <T>(query: () => PendingAnswer<T>, isWanted?: IsWanted) =>
    passing(chartTurnstile, query, isWanted);
  const searched: Searched = {
    past,
    simulation,
    tail,
    gpr: (gprId) => knownGpr(simulation(), past(), gprId),
  };
  function* events(request: EventsRequest): Steps<EventsPage> {
    return yield* stepsOf(eventsOf(request, yield* charts.source(), searched));
  }
  const gprPage = (wanted: GprsWanted) => {
    const { history } = past();
    const view = (uid: number) => history.gpr(uid, simulation().gprId(uid));
    return simulation().gprPageInSteps(wanted, { all: () => history.all(), view });
  };
  return {
    get views() {
      return simulation().views;
    },
    get resources() {
      return simulation().resources;
    },
    get ownPolicies() {
      return simulation().ownPolicies;
    },
    gpr: (gprId) => knownGpr(simulation(), past(), gprId),
    gprWorkspaceCreation: (gprId) => knownGprCreation(simulation(), past(), gprId),
    gprPage: (wanted, isWanted) => {
      const query = () => renewed(searched, () => stepsOf(gprPage(wanted)));
      // Ended GPRs can be many: these lists take turns.
      return listsEnded(wanted) ? chart(query, isWanted) : pendingAnswers.answer(query, isWanted);
    },
    // The caller has read the GPRs: the estimates must be of the same instant.
    estimates: (gprIds, isWanted) =>
      pendingAnswers.answer(() => simulation().estimates(gprIds), isWanted, 'now'),
    rules: () => simulation().rules(),
    queueFigures: () => simulation().queueFigures(),
    storedBytes: () => simulation().storedBytes() + (seen.follower?.bytes ?? 0),
    availability: (request, isWanted, samples) =>
      samples === undefined
        ? passing(availabilities, () => simulation().availability(request), isWanted)
        : drawn(samples, (wanted) => simulation().availability(request, wanted), isWanted),
    likelyStarts(samples, isWanted) {
      return likely.of(`${stateNow()} ${samples}`, tail(), isWanted, (isWantedByOne) =>
        drawn(
          samples,
          (wanted) => {
            const { branch } = past();
            const pending = simulation().likelyStarts(wanted);
            return { run: pending.run, answer: () => ({ ...pending.answer(), branch }) };
          },
          isWantedByOne,
        ),
      );
    },
    gantt: (request, isWanted) => chart(() => pendingOf(charts.gantt(request)), isWanted),
    attempts: (request, isWanted) => chart(() => pendingOf(charts.attempts(request)), isWanted),
    series: (request, isWanted) => chart(() => pendingOf(charts.series(request)), isWanted),
    totals: (request, isWanted) => chart(() => pendingOf(charts.totals(request)), isWanted),
    knowsNode: (name, cluster) => simulation().knowsNode(name, cluster),
    nodeNames: (cluster) => simulation().nodeNames(cluster),
    knowsWorkspace: (name) => simulation().numberOf({ kind: 'workspaces', name }) !== undefined,

    explain: (gprId, reader, isWanted) =>
      passing(explanations, () => explained(gprId, reader, searched), isWanted),
    matchingGprs: (text, sees, isWanted) =>
      pendingAnswers.answer(() => matchingGprs(text, sees, searched), isWanted),
    findFacts: (after, limit, filter, isWanted) =>
      pendingAnswers.answer(() => findFacts(after, limit, filter, searched), isWanted),
    lastFacts: (after, count, filter, isWanted) =>
      pendingAnswers.answer(() => lastFacts(after, count, filter, searched), isWanted),

    events: (request, isWanted) => chart(() => pendingOf(events(request)), isWanted),
    recordedEstimates: (gprId, after, limit, isWanted) =>
      pendingAnswers.answer(() => recordedEstimates(gprId, after, limit, searched), isWanted),
    calibration: (samples, isWanted) =>
      compared.of(`${stateNow()} ${samples}`, tail(), isWanted, (isWantedByOne) =>
        passing(
          samples === undefined ? chartTurnstile : calibrations,
          () =>
            renewed(searched, function* () {
              return yield* calibrationOf(yield* estimates.reading(), samples, searched);
            }),
          isWantedByOne,
        ),
      ),
    estimateAnswers: () => simulation().measures.estimates,

    factsAfter(seq, limit): FactView[] {
      const views: FactView[] = [];
      for (const run of tail().allAfter(seq)) {
        views.push(...simulation().viewFacts(run, { after: seq, limit: limit - views.length }));
        if (views.length >= limit) break;
      }
      return views;
    },
  };
}
