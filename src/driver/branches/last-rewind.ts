// Keeps the state of the last rewind in memory: tests often rewind to the same position, and then repeat no work.

import type { Saved } from '../../../sim/index.ts';
import { bytesOf } from '../../store/codecs/packed-state.ts';
import type { Past } from '../../store/past.ts';
import { ownerOf, type Position, reaches } from '../../store/tables/line.ts';
import type { BranchRow } from '../../store/tables/rows.ts';
import { type Begin, type Derived, LeftGprs } from '../commits/derived.ts';
import { type Origin, restored } from '../stored/replay.ts';

/** A larger state is not kept. */
const BYTES_MAX = 64 * 2 ** 20;

interface RewoundState extends Omit<Derived, 'simulation'> {
  readonly state: Saved;
  readonly position: Position;
  /** Number of facts up to the position. */
  readonly facts: number;
  /** The branch that has the position. */
  readonly owner: number;
}

export class LastRewind {
  #kept: RewoundState | undefined;

  /** Forgets the state: a branch of its line may be continued, and write its history again. */
  forget(): void {
    this.#kept = undefined;
  }

  /** Keeps a world at a position of a line. @param rows of the line */
  keep(rows: readonly BranchRow[], { history }: Past, { simulation, ...derived }: Derived): void {
    this.#kept = undefined;
    if (!history.isWhole) return;
    const state = simulation.save();
    if (bytesOf(state) > BYTES_MAX) return;
    const { nowMs, round, open, seq: facts } = simulation.clock();
    const position = { nowMs, round, isOpen: open, commands: derived.commands };
    const owner = ownerOf(rows, position).branch;
    this.#kept = { ...derived, left: derived.left.copy(), state, position, facts, owner };
  }

  /**
   * Returns the kept world, if the line passes its position, and no stored snapshot is nearer.
   * @param until a position of the line @param factsMax with at most this number of facts
   */
  begin(
    rows: readonly BranchRow[],
    past: Past,
    origin: Origin,
    until: Position,
    factsMax = Infinity,
  ): Begin | undefined {
    const kept = this.#kept;
    if (kept === undefined || kept.facts > factsMax || kept.position.commands > past.commands)
      return undefined;
    if (!reaches(kept.position, until) || ownerOf(rows, kept.position).branch !== kept.owner)
      return undefined;
    if ((past.snapshotFacts(until) ?? 0) > kept.facts) return undefined;
    const simulation = restored(past, origin, kept.state);
    // The simulation has taken over the arrays of the state.
    this.#kept = { ...kept, state: simulation.save() };
    const { commands, hidden, base, workMs } = kept;
    return { simulation, commands, hidden, workMs, left: new LeftGprs([], base.facts, kept.left.copy()) };
  }
}
