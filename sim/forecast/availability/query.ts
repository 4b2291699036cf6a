// Availability: in which pools a request could start, and when. The answer for a pool is the start that the request would
// have if it were created now and nothing else happened. It comes from one of two sources:
//
// - The timeline of the pool's component: the cached starts of all waiting GPRs (../timeline/timeline.ts). timeline-starts.ts reads the start of
//   one more request from it.
// - A trial run: the request is inserted into a copy of the world, and the engine runs until it starts (trial-runs.ts).
//
// A trial run obeys every rule but costs more. It answers if at least one of these holds, else the timeline does:
//
// 1. The queue policy is not strict, the order is not by rank, or a cycle follows each event.
// 2. The request may evict.
// 3. A waiting GPR of the component may evict.
// 4. The workload placement of a waiting GPR of the component may move it to another cluster (Flag.mayBurst).
// 5. The repair of a node of the component is due at this very instant, when the component's forecast is made.
// 6. Workspaces have a limit, and the request's workspace has GPRs in another component that has no timeline (see 3 to 5).

import type { Candidate } from '../../admission/candidates.ts';
import { admissible } from '../../admission/create.ts';
import { policyOf, withFlags } from '../../admission/workspace-policy.ts';
import { finish, type PendingAnswer } from '../../base/pending.ts';
import type { Checked } from '../../language/commands.ts';
import type { CreateGpr } from '../../language/gpr.ts';
import { workspaceRejection } from '../../resources/workspace-deletion.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import { recordOf } from '../../tables/workspace-table.ts';
import { commandUid, type World } from '../../world.ts';
import type { Component, WorldWithForecast } from '../component.ts';
import { type Reach, reachOf, Spare } from '../copies/copy.ts';
import type { Timeline, Turn } from '../timeline/timeline.ts';
import {
  type Answers,
  type Moment,
  momentOf,
  type Prospect,
  type QueryInput,
  turnOf,
} from './timeline-starts.ts';
import { TrialRuns } from './trial-runs.ts';

/** Begins the query of where and when a request could start. Changes nothing. */
export function queryOf(world: WorldWithForecast, request: CreateGpr): Checked<{ query: Query }> {
  const rejection = workspaceRejection(world, request.workspace);
  if (rejection !== undefined) return { ok: false, rejection };
  const admission = admittedInput(world, request, commandUid(world), 0);
  return admission.ok ? { ok: true, query: ask(world, admission.input) } : admission;
}

/**
 * Checks whether an existing workspace may have this GPR, and chooses its pool: the earliest start, then the order of cluster
 * and instance type. Changes nothing.
 * @param uid uid that the GPR would get
 * @param more number of further GPRs that the admission check counts as existing
 * @returns the request with its flags and its pool filled in
 */
export function admit(
  world: WorldWithForecast,
  request: CreateGpr,
  uid: number,
  more = 0,
): Checked<{ request: CreateGpr; candidate: Candidate }> {
  const admission = admittedInput(world, request, uid, more);
  if (!admission.ok) return admission;
  const { input } = admission;
  const starts = () => inOrder(world, finish(ask(world, { ...input, firstOnly: true })));
  const [{ pool }] = input.candidates.length === 1 ? input.candidates : starts();
  const candidate = input.candidates.find((one) => one.pool === pool)!;
  return { ok: true, request: { ...input.request, pool: world.directory.poolNames(pool) }, candidate };
}

/** The input of a request's query, if its policy and the pools admit it. */
function admittedInput(
  world: World,
  command: CreateGpr,
  uid: number,
  more: number,
): Checked<{ input: QueryInput }> {
  const workspace = world.directory.workspace(command.workspace);
  const request = withFlags(policyOf(world, workspace), command);
  const found = admissible(world, workspace, request, more);
  return found.ok ? { ok: true, input: { workspace, request, uid, candidates: found.candidates } } : found;
}

export function ask(world: WorldWithForecast, input: QueryInput): Query {
  const { forecast } = world;
  const home = homeOf(world, input.workspace);
  const [own] = home === NONE ? [] : forecast.componentsOf([home]);
  const components = forecast.componentsOf(input.candidates.map(({ pool }) => pool));
  const sources = components.map((component) => sourceOf(world, component, own ?? component, input.request));
  return new Query(world, input, sources, forecast.spare);
}

/** A pool in which a workspace has a waiting or provisioned GPR; NONE = none, or workspaces have no limit. */
function homeOf({ core }: World, workspace: number): number {
  const { workspaces, gprs, rules } = core;
  if (!rules.limited) return NONE;
  const held = workspaces.holds[recordOf(workspace)];
  const row = held === NONE ? workspaces.root[recordOf(workspace)] : held;
  return row === NONE ? NONE : gprs.pool[row];
}

interface Reading {
  readonly answers: Answers;
  /** The timeline of the component with the workspace's GPRs; that of the candidate's pool if the workspace has none. */
  readonly own: Timeline;
}

/** The source for one candidate: a timeline, or a trial run confined to the pools of `reach`. */
export type Source = Reading | { readonly reach: Reach };

/** @param component of the candidate's pool @param own the one with the workspace's GPRs; `component` if it has none */
function sourceOf({ core }: World, component: Component, own: Component, request: CreateGpr): Source {
  if (component.timeline === undefined || own.timeline === undefined || request.enableEviction === true) {
    return { reach: reachOf(core, [...component.pools, ...own.pools]) };
  }
  return { answers: component.answers, own: own.timeline };
}

/** A pending answer: one `Prospect` for each candidate, in order of the candidates. */
export class Query implements PendingAnswer<readonly Prospect[]> {
  /** undefined if all answers come from timelines; then the request has no victims. */
  readonly trials: TrialRuns | undefined;
  readonly input: QueryInput;
  readonly #sources: readonly Source[];
  readonly #moment: Moment;
  readonly #found: Prospect[] = [];
  /** The timeline that was read last, and the request's turn in it. */
  #last: { readonly turn: Turn; readonly timeline: Timeline } | undefined;

  /** @param sources one for each candidate; valid now */
  constructor(world: World, input: QueryInput, sources: readonly Source[], spare: Spare = new Spare()) {
    this.input = input;
    this.#sources = sources;
    this.#moment = momentOf(world.core);
    const isTried = sources.some((source) => 'reach' in source);
    this.trials = isTried ? new TrialRuns(world, input, spare) : undefined;
  }

  /** Answers one candidate, or continues it by at most `instants`. Returns whether all starts are found. */
  run(instants: number): boolean {
    const { candidates } = this.input;
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

  /** Reads a prospect from a timeline; undefined until the timelines are complete. */
  #read({ pool, classes }: Candidate, { answers, own }: Reading, instants: number): Prospect | undefined {
    const { timeline } = answers;
    const { workspace, request } = this.input;
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

/** Availability in order of start, cluster, instance type. */
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
