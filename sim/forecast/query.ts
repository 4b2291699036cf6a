// Availability: in which pools could a request start, and when? The answer is the start that the request would have if it
// were created now and nothing else happened. It is found pool by pool, in one of two ways:
//
// - The pool's component is kept, with its timeline, until something unforeseen touches it (component.ts). A timeline is who
//   starts when of all that wait (timeline.ts), and the start of one more request is read from it (answer.ts).
// - A timeline knows the strict queue without evictions. Under another queue policy, where a waiting GPR may evict or be
//   moved by its placement, where a node comes back at this very instant, and for a request that may evict, the request is
//   inserted into a copy of the world, and the engine is run until it starts (trial-run.ts).

import type { Candidate } from '../admission/candidates.ts';
import { admissible } from '../admission/create.ts';
import { policyOf, withFlags } from '../admission/policy.ts';
import { finish, type PendingAnswer } from '../base/pending.ts';
import type { Rejection } from '../language/commands.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import { workspaceRejection } from '../resources/workspaces.ts';
import { NONE } from '../tables/gpr.ts';
import { recordOf } from '../tables/workspaces.ts';
import type { World } from '../world.ts';
import { type Answers, type Asked, type Moment, momentOf, type Prospect, turnOf } from './answer.ts';
import type { Component, WorldWithForecast } from './component.ts';
import { type Reach, reachOf, Spare } from './copy.ts';
import type { Timeline, Turn } from './timeline.ts';
import { TrialRuns } from './trial-run.ts';

/** Something about a request that may become a GPR, or why it may not. */
type Judged<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly rejection: Rejection };

/** Where and when a request could start. Changes nothing. */
export function availability(world: WorldWithForecast, request: CreateGpr): Judged<{ query: Query }> {
  const rejection = workspaceRejection(world, request.workspace);
  if (rejection !== undefined) return { ok: false, rejection };
  const judged = judge(world, request, 0);
  return judged.ok ? { ok: true, query: ask(world, judged.asked) } : judged;
}

/**
 * Whether a workspace may have this GPR, and in which pool: where it starts first, then by cluster and instance type. The
 * workspace exists. Changes nothing.
 * @param more GPRs that will be there besides those there are
 * @returns the request with its flags and its pool filled in
 */
export function admit(
  world: WorldWithForecast,
  request: CreateGpr,
  more = 0,
): Judged<{ request: CreateGpr }> {
  const judged = judge(world, request, more);
  if (!judged.ok) return judged;
  const { asked } = judged;
  const starts = () => inOrder(world, finish(ask(world, { ...asked, firstOnly: true })));
  const [{ pool }] = asked.candidates.length === 1 ? asked.candidates : starts();
  return { ok: true, request: { ...asked.request, pool: world.directory.poolNames(pool) } };
}

/** What is to be asked for a request, if policy and pools admit it. */
function judge(world: World, command: CreateGpr, more: number): Judged<{ asked: Asked }> {
  const workspace = world.directory.workspace(command.workspace);
  const request = withFlags(policyOf(world, workspace), command);
  const found = admissible(world, workspace, request, more);
  return found.ok ? { ok: true, asked: { workspace, request, candidates: found.candidates } } : found;
}

/** Asks for the starts of a request, by what the world's components hold. */
export function ask(world: WorldWithForecast, asked: Asked): Query {
  const { forecast } = world;
  const home = homeOf(world, asked.workspace);
  const [own] = home === NONE ? [] : forecast.componentsOf([home]);
  const components = forecast.componentsOf(asked.candidates.map(({ pool }) => pool));
  const sources = components.map((component) => sourceOf(world, component, own ?? component, asked.request));
  return new Query(world, asked, sources, forecast.spare);
}

/** A pool in which a workspace has a GPR that waits or is provisioned; NONE = no GPR of it would wait for another. */
function homeOf({ core }: World, workspace: number): number {
  const { workspaces, gprs, rules } = core;
  if (!rules.limited) return NONE;
  const held = workspaces.holds[recordOf(workspace)];
  const row = held === NONE ? workspaces.root[recordOf(workspace)] : held;
  return row === NONE ? NONE : gprs.pool[row];
}

/** A candidate's start is read from a timeline. */
interface Reading {
  readonly answers: Answers;
  /** The timeline of the component in which the workspace has its GPRs. */
  readonly own: Timeline;
}

/** What answers for a candidate: a timeline, or a trial run in the pools that bear on the answer. */
export type Source = Reading | { readonly reach: Reach };

/** @param own the component in which the workspace has its GPRs */
function sourceOf({ core }: World, component: Component, own: Component, request: CreateGpr): Source {
  if (component.timeline === undefined || own.timeline === undefined || request.enableEviction === true) {
    return { reach: reachOf(core, [...component.pools, ...own.pools]) };
  }
  return { answers: component.answers, own: own.timeline };
}

/** Prospects of a request, in order of its candidates. */
export class Query implements PendingAnswer<readonly Prospect[]> {
  /** undefined if all answers are read from timelines; then there are no victims. */
  readonly trials: TrialRuns | undefined;
  readonly #asked: Asked;
  readonly #sources: readonly Source[];
  readonly #moment: Moment;
  readonly #found: Prospect[] = [];
  /** The turn that the request has in the timeline that was read last. */
  #last: { readonly turn: Turn; readonly timeline: Timeline } | undefined;

  /** @param sources one for each candidate, which hold now */
  constructor(world: World, asked: Asked, sources: readonly Source[], spare: Spare = new Spare()) {
    this.#asked = asked;
    this.#sources = sources;
    this.#moment = momentOf(world.core);
    const isTried = sources.some((source) => 'reach' in source);
    this.trials = isTried ? new TrialRuns(world, asked, spare) : undefined;
  }

  /** Goes on by one candidate, or by so many instants of a longer run; true when all starts are found. */
  run(instants: number): boolean {
    const { candidates } = this.#asked;
    if (this.#found.length === candidates.length) return true;
    const candidate = candidates[this.#found.length];
    const source = this.#sources[this.#found.length];
    const prospect =
      'reach' in source
        ? this.trials!.run(candidate, source.reach, instants)
        : this.#read(candidate, source, instants);
    if (prospect !== undefined) this.#found.push(prospect);
    if (this.#found.length < candidates.length) return false;
    this.trials?.end();
    return true;
  }

  answer(): readonly Prospect[] {
    return this.#found;
  }

  /** undefined until the timelines are done. */
  #read({ pool, classes }: Candidate, { answers, own }: Reading, instants: number): Prospect | undefined {
    const { timeline } = answers;
    const { workspace, request } = this.#asked;
    if (!own.run(instants) || !timeline.run(instants)) return undefined;
    if (this.#last?.timeline !== timeline) {
      const turn = turnOf(timeline, own, this.#moment, workspace, request.priority);
      this.#last = { turn, timeline };
    }
    const { nodeCount, gpusPerNode, dedicatedNodes } = request;
    const demand = timeline.roster.demands.of(nodeCount, gpusPerNode, dedicatedNodes, false, classes);
    return { pool, startMs: answers.startOf(this.#last.turn, pool, demand), victims: [] };
  }
}

/** Prospects in order of start, cluster, instance type. */
export function inOrder({ directory }: World, prospects: readonly Prospect[]): Prospect[] {
  const named = prospects.map((prospect) => ({ prospect, ...directory.poolNames(prospect.pool) }));
  named.sort(
    (a, b) =>
      order(a.prospect.startMs, b.prospect.startMs) ||
      order(a.cluster, b.cluster) ||
      order(a.instanceType, b.instanceType) ||
      a.prospect.pool - b.prospect.pool,
  );
  return named.map(({ prospect }) => prospect);
}

function order<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
