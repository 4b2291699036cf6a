// Keeps the state of the last rewind to an instant in memory: tests often rewind to the same instant, and then repeat no work.

import { type Saved, type Scenario, Simulation } from '../../../sim/index.ts';
import { bytesOf } from '../../store/codecs/packed-state.ts';
import type { Past } from '../../store/past.ts';
import { type BranchRow, ownerOf, type Position } from '../../store/tables/line.ts';
import type { Derived } from './derived.ts';

/** A larger state is not kept. */
const BYTES_MAX = 64 * 2 ** 20;

interface Kept extends Omit<Derived, 'simulation'> {
  readonly toMs: number;
  readonly state: Saved;
  readonly position: Position;
  /** The branch that has the position. */
  readonly owner: number;
}

export class LastRewind {
  #kept: Kept | undefined;

  /** Forgets the state: a branch of its line may be continued, and write its history again. */
  forget(): void {
    this.#kept = undefined;
  }

  /** Keeps the world of an instant, which no command has changed since. @param rows of the line */
  keep(rows: readonly BranchRow[], toMs: number, { simulation, ...derived }: Derived): void {
    this.#kept = undefined;
    const state = simulation.save();
    if (bytesOf(state) > BYTES_MAX) return;
    const { nowMs, round, open } = simulation.clock();
    const position = { nowMs, round, isOpen: open, commands: derived.commands };
    const owner = ownerOf(rows, position).branch;
    this.#kept = { ...derived, left: derived.left.copy(), toMs, state, position, owner };
  }

  /** Returns the world of an instant, if it is the kept one and the line has the same commands up to there. */
  find(rows: readonly BranchRow[], past: Past, scenario: Scenario, toMs: number): Derived | undefined {
    const kept = this.#kept;
    if (kept?.toMs !== toMs) return undefined;
    const { state, position, owner, ...derived } = kept;
    const isShared = ownerOf(rows, position).branch === owner && past.commands >= position.commands;
    if (!isShared || past.journalRows(position.commands + 1, 1)[0]?.atMs === toMs) return undefined;
    const simulation = Simulation.restore(scenario, state, past.line.forks);
    // The simulation has taken over the arrays of the state.
    this.#kept = { ...kept, state: simulation.save() };
    return { ...derived, left: derived.left.copy(), simulation };
  }
}
