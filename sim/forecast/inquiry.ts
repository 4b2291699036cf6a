// When could a request start, pool by pool? The answer is the start that the request would have if it were created now and
// nothing else happened; found out step by step, of the world as it was at the time of asking. Auto selection takes the
// first of these answers.

import type { Candidate } from '../admission/candidates.ts';
import { NEVER } from '../base/time.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import type { World } from '../world.ts';
import { Forecast, type Reach, Spare, type Victim } from './forecast.ts';
import { EnginePass } from './pass.ts';
import type { Projection } from './projection.ts';
import { type Moment, momentOf, type Question, questionOf } from './question.ts';
import { Rehearsal } from './rehearsal.ts';
import type { WhatIf } from './what-if.ts';

export interface Prospect {
  readonly pool: number;
  /** NEVER = cannot be foreseen. */
  readonly startMs: number;
  /** The GPRs that the request itself evicts when it starts. */
  readonly victims: readonly Victim[];
}

export interface Asked {
  readonly workspace: number;
  /** With its flags filled in. */
  readonly request: CreateGpr;
  readonly candidates: readonly Candidate[];
  /** Only the earliest start is wanted: later ones may be called NEVER. */
  readonly firstOnly: boolean;
}

/** What answers for a candidate. */
export type Source =
  /** The course of its component, and that of the component in which the workspace has its GPRs. */
  | { readonly whatIf: WhatIf; readonly own: Projection }
  /** The engine, run for the pools that bear on the answer. */
  | { readonly reach: Reach };

export class Inquiry {
  readonly found: Prospect[] = [];
  readonly #asked: Asked;
  readonly #sources: readonly Source[];
  readonly #moment: Moment;
  readonly #blind: Forecast | undefined;
  readonly #world: World;
  /** The question that was asked last, and of what. */
  #last: { readonly question: Question; readonly projection: Projection } | undefined;
  #rehearsal: Rehearsal | undefined;
  #used: Forecast | undefined;
  readonly #spare: Spare;
  #earliestMs = NEVER;

  /** @param sources one for each candidate, which hold now */
  constructor(world: World, asked: Asked, sources: readonly Source[], spare: Spare = new Spare()) {
    this.#asked = asked;
    this.#world = world;
    this.#sources = sources;
    this.#moment = momentOf(world.core);
    this.#spare = spare;
    const isRead = sources.every((source) => 'whatIf' in source);
    this.#blind = isRead ? undefined : new Forecast(world, undefined, spare.take());
  }

  get isDone(): boolean {
    return this.found.length === this.#asked.candidates.length;
  }

  /** The world that victims are to be looked up in: as at the time of asking. */
  get world(): World {
    return this.#blind?.world ?? this.#world;
  }

  /** Goes on by one pool, or by so many instants of a longer run; true when all starts are found. */
  run(instants: number): boolean {
    if (this.isDone) return true;
    const source = this.#sources[this.found.length];
    if ('whatIf' in source) this.#read(source, instants);
    else this.#rehearse(source.reach, instants);
    return this.isDone;
  }

  /** All starts, in order of the candidates. */
  finish(): readonly Prospect[] {
    while (!this.isDone) this.run(NEVER);
    return this.found;
  }

  /** The pass, as at the time of asking, over those who waited where the request evicts somebody. */
  passOfVictims(): EnginePass {
    const reach = new Uint8Array(this.world.core.pools.length);
    this.found.forEach(({ victims }, i) => {
      const source = this.#sources[i];
      if (victims.length === 0 || !('reach' in source)) return;
      for (const [pool, isReached] of source.reach.entries()) reach[pool] |= isReached;
    });
    return new EnginePass(this.world, reach);
  }

  #read({ whatIf, own }: Extract<Source, { whatIf: WhatIf }>, instants: number): void {
    const { projection } = whatIf;
    const { workspace, request, candidates } = this.#asked;
    if (!own.run(instants) || !projection.run(instants)) return;
    if (this.#last?.projection !== projection) {
      const question = questionOf(projection, own, this.#moment, workspace, request.priority);
      this.#last = { question, projection };
    }
    const { pool, classes } = candidates[this.found.length];
    const { nodeCount, gpusPerNode, dedicatedNodes } = request;
    const demand = projection.roster.demands.of(nodeCount, gpusPerNode, dedicatedNodes, false, classes);
    this.found.push({ pool, startMs: whatIf.startOf(this.#last.question, pool, demand), victims: [] });
  }

  #rehearse(reach: Reach, instants: number): void {
    const { workspace, request, candidates, firstOnly } = this.#asked;
    const candidate = candidates[this.found.length];
    const untilMs = firstOnly ? this.#earliestMs : NEVER;
    this.#rehearsal ??= new Rehearsal(
      this.#blind!,
      workspace,
      request,
      candidate,
      reach,
      untilMs,
      this.#used ?? this.#spare.take(),
    );
    if (!this.#rehearsal.run(instants)) return;
    const { startMs, victims } = this.#rehearsal;
    this.found.push({ pool: candidate.pool, startMs, victims });
    this.#earliestMs = Math.min(this.#earliestMs, startMs);
    this.#used = this.#rehearsal.forecast;
    this.#rehearsal = undefined;
    if (this.isDone) this.#giveBack();
  }

  /** Victims are looked up in the state at the time of asking: with any, that is kept. */
  #giveBack(): void {
    this.#spare.give(this.#used!);
    if (this.found.every(({ victims }) => victims.length === 0)) this.#spare.give(this.#blind!);
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
