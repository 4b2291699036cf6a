// A future: a copy of a world that runs on in slices, and which commands enter.

import type { FactRun, Simulation } from '../../../sim/index.ts';
import { Slice } from '../slice.ts';

export interface Entry {
  readonly atMs: number;
  /** Opens a round of the instant and applies a command, or several. */
  readonly enter: (simulation: Simulation) => void | Promise<void>;
}

export class Future {
  readonly simulation: Simulation;
  readonly #entries: Iterator<Entry>;
  #next: Entry | undefined;
  readonly #slice = new Slice();
  /** The names of GPRs that have left memory. */
  readonly #names: Map<number, string> = new Map();
  /** The uids in `#names` since the last facts. */
  #left: number[] = [];

  /** @param entries in order of time, the first one not before the present instant of the simulation */
  constructor(simulation: Simulation, entries: Iterable<Entry>) {
    this.simulation = simulation;
    this.#entries = entries[Symbol.iterator]();
    this.#next = this.#entries.next().value;
  }

  /** Keeps the names of GPRs that leave memory. */
  keepNames(): void {
    const { simulation } = this;
    const further = simulation.onForget;
    simulation.onForget = (gpr, isRemoved, uid) => {
      further?.(gpr, isRemoved, uid);
      if (gpr.name === undefined) return;
      this.#names.set(uid, gpr.name);
      this.#left.push(uid);
    };
  }

  nameOf(uid: number): string {
    return this.#names.get(uid) ?? this.simulation.gprName(uid);
  }

  /**
   * Runs to an instant, including all that happens at it.
   * @param onFacts called with the facts after each slice; returns which GPRs are still of interest
   */
  async runTo(
    toMs: number,
    onFacts: (run: FactRun) => (uid: number) => boolean,
    rest: () => Promise<void>,
  ): Promise<void> {
    const take = () => this.#forget(onFacts(this.simulation.takeFacts()));
    const breathe = async () => {
      take();
      await rest();
      this.#slice.begin();
    };
    for (let next = this.#next; next !== undefined && next.atMs <= toMs; next = this.#next) {
      await this.#run(next.atMs - 1, breathe);
      await next.enter(this.simulation);
      this.#next = this.#entries.next().value;
      if (this.#slice.isOver) await breathe();
    }
    await this.#run(toMs, breathe);
    if (this.#slice.isOver) await breathe();
    else take();
  }

  async #run(toMs: number, breathe: () => Promise<void>): Promise<void> {
    if (toMs < this.simulation.nowMs) return;
    while (!this.#slice.run(this.simulation, toMs)) await breathe();
  }

  /** Forgets the names of GPRs that are of no interest. */
  #forget(isWanted: (uid: number) => boolean): void {
    for (const uid of this.#left) if (!isWanted(uid)) this.#names.delete(uid);
    this.#left = [];
  }
}
