// How a GPR last lost its GPUs or ended, from the facts about it; for an eviction, with the priority that the evictor had then.

import type { FactView, FactViewOf, GprView } from '../../../sim/index.ts';
import type { Loss } from '../world.ts';
import { BackwardSearch, type Searched } from './fact-search.ts';

/** Maximum number of facts that are read to find the priority of an evictor. */
const EVICTOR_FACTS_MAX = 50_000;

export class LossSearch {
  readonly #gpr: GprView;
  readonly #facts: readonly FactView[];
  readonly #seesVictims: boolean;
  readonly #searched: Searched;
  #lost: FactViewOf<'gpr.requeued' | 'gpr.ended'> | undefined;
  #ofEvictor: BackwardSearch | undefined;

  /** @param facts those of the GPR, in order, complete at the first step */
  constructor(gpr: GprView, facts: readonly FactView[], seesVictims: boolean, searched: Searched) {
    this.#gpr = gpr;
    this.#facts = facts;
    this.#seesVictims = seesVictims;
    this.#searched = searched;
  }

  /** Examines some facts. Returns whether the search has ended. */
  step(): boolean {
    this.#lost ??= this.#facts.findLast(
      (fact): fact is FactViewOf<'gpr.requeued' | 'gpr.ended'> =>
        (fact.kind === 'gpr.requeued' || fact.kind === 'gpr.ended') && fact.gprId === this.#gpr.gprId,
    );
    const lost = this.#lost;
    if (lost === undefined || lost.reason !== 'eviction' || !this.#seesVictims) return true;
    this.#ofEvictor ??= new BackwardSearch(
      [{ first: Math.max(1, lost.seq - EVICTOR_FACTS_MAX + 1), last: lost.seq }],
      1,
      {
        uid: this.#searched.simulation().uidOf(lost.culprit!),
        kinds: new Set(['gpr.created', 'gpr.changed']),
      },
      this.#searched,
    );
    return this.#ofEvictor.step();
  }

  loss(): Loss | null {
    const lost = this.#lost;
    if (lost === undefined) return null;
    const { atMs, reason, culprit, seq } = lost;
    const own = this.#facts.filter((fact) => fact.gprId === this.#gpr.gprId && fact.seq < seq);
    const idle = own.findLast((fact) => fact.kind === 'gpr.activity' && fact.idle);
    return {
      atMs,
      reason,
      outcome: lost.kind === 'gpr.requeued' ? 'requeued' : lost.state,
      priority: own.findLast(hasPriority)?.priority ?? null,
      evictedBy: this.#ofEvictor === undefined ? null : this.#evictor(culprit!, this.#ofEvictor.facts),
      node: reason === 'node failure' ? culprit : null,
      idleSinceMs: reason === 'idle time-out' ? (idle?.atMs ?? null) : null,
    };
  }

  #evictor(gprId: string, facts: readonly FactView[]): NonNullable<Loss['evictedBy']> {
    const gpr = this.#searched.gpr(gprId);
    const priority = facts.find(hasPriority)?.priority ?? null;
    return { gprId, gprName: gpr?.gprName ?? null, workspace: gpr?.workspace ?? null, priority };
  }
}

function hasPriority(fact: FactView): fact is FactViewOf<'gpr.created' | 'gpr.changed'> {
  return fact.kind === 'gpr.created' || fact.kind === 'gpr.changed';
}
