// Reads of the world: from the simulation, and from the file for GPRs and facts that have left memory.

import type {
  Explanation,
  FactRun,
  FactView,
  FactViewOf,
  GprView,
  PendingAnswer,
  Simulation,
} from '../../sim/index.ts';
import type { WorldFile } from '../store/world-file.ts';
import { Charts } from './charts.ts';
import { recordedEstimates } from './estimate-search.ts';
import { findFacts, lastFacts, type Searched } from './fact-search.ts';
import type { FactTail } from './fact-tail.ts';
import { knownGpr, knownGprCreation } from './known-gpr.ts';
import { PendingAnswers, Turnstile } from './pending-answers.ts';
import { Cancelled, type Reads } from './world.ts';

/** Maximum number of entries in an explanation's history. */
const HISTORY_MAX = 200;
/** Limit of concurrent `prospects` queries: each may need a copy of the world. */
const PROSPECTS_AT_ONCE = 3;

/** Limit of concurrent charts: each may need a copy of the world. */
const CHARTS_AT_ONCE = 3;

/** Takes functions for the simulation and the tail, because a reset replaces both. */
export function readsOf(simulation: () => Simulation, file: WorldFile, tail: () => FactTail): Reads {
  const pendingAnswers = new PendingAnswers();
  const turnstile = new Turnstile(PROSPECTS_AT_ONCE);
  const charts = new Charts(simulation, file, tail);
  const chartTurnstile = new Turnstile(CHARTS_AT_ONCE);
  const chart = <T>(query: () => PendingAnswer<T>, isWanted: () => boolean = () => true) =>
    chartTurnstile.pass(() => {
      if (!isWanted()) throw new Cancelled('the client of the chart disconnected');
      return pendingAnswers.answer(query, isWanted);
    });
  const searched: Searched = {
    file,
    simulation,
    tail,
    gpr: (gprId) => knownGpr(simulation(), file, gprId),
  };
  return {
    gpr: (gprId) => knownGpr(simulation(), file, gprId),
    gprWorkspaceCreation: (gprId) => knownGprCreation(simulation(), file, gprId),
    gprsOf: (workspace) => simulation().views.gprsOf(workspace),
    gprPage: (wanted) => simulation().gprPage(wanted),
    workspace: (name) => simulation().views.workspace(name),
    workspaces: () => simulation().views.workspaces(),
    clusters: () => simulation().views.clusters(),
    nodes: () => simulation().views.nodes(),
    nodePage: (wanted) => simulation().views.nodePage(wanted),
    pools: () => simulation().views.pools(),
    estimates: (gprIds) => pendingAnswers.answer(() => simulation().estimates(gprIds)),
    countStates: () => simulation().views.countStates(),
    prospects: (request, isWanted = () => true) =>
      turnstile.pass(() => {
        if (!isWanted()) throw new Cancelled('the client of the query disconnected');
        return pendingAnswers.answer(() => simulation().availability(request), isWanted);
      }),
    gantt: (request, isWanted) => chart(() => charts.gantt(request), isWanted),
    series: (request, isWanted) => chart(() => charts.series(request), isWanted),
    policies: () => simulation().resources.policies(),
    policy: (name) => simulation().resources.policy(name),
    gprTemplates: () => simulation().resources.gprTemplates(),
    gprTemplate: (name) => simulation().resources.gprTemplate(name),
    bindings: () => simulation().resources.bindings(),
    binding: (workspace) => simulation().resources.binding(workspace),
    endpointsOf: (workspace) => simulation().resources.endpointsOf(workspace),
    endpoint: (workspace, name) => simulation().resources.endpoint(workspace, name),
    workloadTemplates: () => simulation().resources.workloadTemplates(),
    workloadTemplate: (name) => simulation().resources.workloadTemplate(name),
    placements: () => simulation().resources.placements(),
    placement: (name) => simulation().resources.placement(name),
    faults: () => simulation().resources.faults(),

    explain(gprId): Explanation | undefined {
      const gpr = knownGpr(simulation(), file, gprId);
      if (gpr === undefined) return undefined;
      const explained = simulation().explain(gprId) ?? explainForgotten(gpr);
      const runs = file.factRunsBetween(gpr.createdAtMs, gpr.endedAtMs ?? simulation().nowMs);
      const history = runs.flatMap((run) => factsOf(simulation(), run, gprId)).slice(-HISTORY_MAX);
      return { ...explained, history };
    },

    findFacts: (after, limit, filter) => findFacts(after, limit, filter, searched),
    lastFacts: (after, count, filter, isVisible) =>
      pendingAnswers.answer(() => lastFacts(after, count, filter, isVisible, searched)),

    recordedEstimates: (gprId, after, limit, isWanted) =>
      pendingAnswers.answer(() => recordedEstimates(gprId, after, limit, searched), isWanted),

    factsAfter(seq, limit): FactView[] {
      const views: FactView[] = [];
      for (const run of tail().after(seq)) {
        views.push(...simulation().viewFacts(run, { after: seq, limit: limit - views.length }));
        if (views.length >= limit) break;
      }
      return views;
    },
  };
}

/** Explains a GPR that has left memory: only its end is known here, its facts give the rest. */
function explainForgotten({
  gprId,
  state,
  failureReason,
  nodeCount,
  gpusPerNode,
}: GprView): Omit<Explanation, 'history'> {
  return {
    gprId,
    state,
    sentence: `ended as ${state}${failureReason === '' ? '' : `: ${failureReason}`}, and has left memory`,
    step: 0,
    needs: { nodes: nodeCount, gpusPerNode },
    free: null,
    behind: null,
    behindBecause: null,
    victimsNotEnough: [],
  };
}

/** Returns the facts of a run about the changes of one GPR, as sentences. */
export function factsOf(
  simulation: Simulation,
  run: FactRun,
  gprId: string,
): Explanation['history'][number][] {
  return simulation
    .viewFacts(run, { uid: simulation.uidOf(gprId) })
    .filter(({ kind }) => kind.startsWith('gpr.') || kind === 'head.blocked')
    .map((fact) => ({ atMs: fact.atMs, what: sentenceOf(fact) }));
}

function sentenceOf(fact: FactView): string {
  switch (fact.kind) {
    case 'gpr.created':
      return `created for ${fact.cluster}, ${fact.instanceType}`;
    case 'gpr.provisioning':
      return `got ${fact.gpus} GPU${fact.gpus === 1 ? '' : 's'} on ${fact.nodes.join(', ')}`;
    case 'gpr.successful':
      return 'Successful: its GPUs are ready';
    case 'gpr.ended':
      return `${fact.state}: ${fact.reason}${fact.culprit === null ? '' : ` (${fact.culprit})`}`;
    case 'gpr.requeued':
      return `requeued: ${fact.reason}${fact.culprit === null ? '' : ` (${fact.culprit})`}`;
    case 'gpr.removed':
      return 'removed';
    case 'gpr.changed':
      return `changed; priority ${fact.priority}`;
    case 'gpr.activity':
      return fact.idle ? 'went idle' : 'became busy';
    case 'gpr.delayed':
      return `its estimated start moved later, for the ${ordinal(fact.delayedCount)} time`;
    case 'head.blocked':
      return blockedSentence(fact);
    default:
      return fact.kind;
  }
}

function blockedSentence({
  needsNodes,
  nodesWithRoom,
  victimsNotEnough,
}: FactViewOf<'head.blocked'>): string {
  const evictions = victimsNotEnough > 0 ? `; evicting ${victimsNotEnough} GPRs would not free enough` : '';
  return `first of its pool; ${nodesWithRoom} of the ${needsNodes} nodes that it needs have room${evictions}`;
}

/** Formats a number as 1st, 2nd, 3rd, 4th, … 11th, … 21st. */
export function ordinal(n: number): string {
  const isTeen = Math.floor(n / 10) % 10 === 1;
  return `${n}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][n % 10]) ?? 'th'}`;
}
