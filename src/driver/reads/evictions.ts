// The GPRs that a GPR evicted, from the facts about it.

import type { FactView, FactViewOf } from '../../../sim/index.ts';
import type { Victim, Victims } from '../world.ts';
import type { Searched } from './fact-search.ts';

type Eviction = FactViewOf<'gpr.requeued' | 'gpr.ended'>;

/** Maximum number of victims that are listed. */
const VICTIMS_MAX = 200;
/** Victims that one step looks up: each may be in the file. */
const STEP_VICTIMS = 20;

export class Evictions {
  readonly #gprId: string;
  readonly #facts: readonly FactView[];
  readonly #searched: Searched;
  #evictions: readonly Eviction[] | undefined;
  readonly #latest: Victim[] = [];

  /** @param facts those of the GPR and of its victims, complete at the first step */
  constructor(gprId: string, facts: readonly FactView[], searched: Searched) {
    this.#gprId = gprId;
    this.#facts = facts;
    this.#searched = searched;
  }

  /** Looks up some victims. Returns whether these were the last ones. */
  step(): boolean {
    this.#evictions ??= this.#facts.filter(
      (fact): fact is Eviction =>
        (fact.kind === 'gpr.requeued' || fact.kind === 'gpr.ended') && fact.gprId !== this.#gprId,
    );
    const listed = this.#evictions.slice(-VICTIMS_MAX);
    const from = this.#latest.length;
    for (const fact of listed.slice(from, from + STEP_VICTIMS)) this.#latest.push(this.#victimOf(fact));
    return this.#latest.length === listed.length;
  }

  /** @param complete whether the facts have all evictions */
  victims(complete: boolean): Victims {
    return { total: this.#evictions!.length, complete, latest: this.#latest };
  }

  #victimOf({ atMs, gprId, workspace, kind }: Eviction): Victim {
    const gpr = this.#searched.gpr(gprId);
    return {
      atMs,
      gprId,
      gprName: gpr?.gprName ?? null,
      workspace,
      gpus: gpr === undefined ? null : gpr.nodeCount * gpr.gpusPerNode,
      outcome: kind === 'gpr.requeued' ? 'requeued' : 'failed',
    };
  }
}
