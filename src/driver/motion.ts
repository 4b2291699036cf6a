// Moving the clock: one move at a time, by slices between which others have their turns. Lines of a plan enter at their
// instants, whatever moves the clock past them.

import { NEVER, type Simulation } from '../../sim/index.ts';
import type { Plan } from './plan.ts';
import type { Present } from './present.ts';
import { Slice } from './slice.ts';
import type { Turns } from './turns.ts';
import { WorldReadOnly } from './world.ts';

/** Wall time between two looks at the clock. */
const TICK_MS = 50;

export class Motion {
  plan: Plan | undefined;
  readonly #turns: Turns;
  readonly #present: Present;
  readonly #sliced: Slice = new Slice();
  /** The plan's lines are being applied: the clock stands at their instant. */
  #isHeld = false;
  #last: Promise<unknown> = Promise.resolve();
  /** Moves that were asked for and have not come to their end. */
  #moves = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(turns: Turns, present: Present) {
    this.#turns = turns;
    this.#present = present;
    this.#scheduleTick(TICK_MS);
  }

  get #simulation(): Simulation {
    return this.#turns.simulation;
  }

  /** Nothing moves any more. */
  get isStopped(): boolean {
    return this.#isStopped || this.#turns.isClosed;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Instant of the plan's next line. */
  get plannedMs(): number {
    return this.plan?.nextMs ?? NEVER;
  }

  /** Moves have been asked for; commands wait until `settled`, and look again then. */
  get isUnderWay(): boolean {
    return this.#moves > 0;
  }

  settled(): Promise<unknown> {
    return this.#last;
  }

  /** Does one move after the other, in the order they were asked for. */
  move<T>(work: () => Promise<T>): Promise<T> {
    this.#moves++;
    const move = this.#last
      .then(() => {
        this.#requireGoing();
        return work();
      })
      .finally(() => this.#moves--);
    this.#last = move.catch(() => {});
    return move;
  }

  /** Gives others a turn within a move. @throws WorldReadOnly when nothing moves any more */
  async rest(): Promise<void> {
    await nextTurn();
    this.#requireGoing();
  }

  /** Lets no other move begin and waits for the last one, which breaks off. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#last;
  }

  /** Brings the world to the present and opens a round there. Where that is too far for one turn, time slips. */
  openPresent(): void {
    const simulation = this.#simulation;
    const atMs = this.#isHeld ? simulation.nowMs : this.#unplanned(this.#present.now(simulation.nowMs));
    if (atMs > simulation.nowMs && !simulation.runSome(atMs - 1, this.#sliced.events)) {
      this.#present.slip(simulation.nowMs);
      simulation.openAt(simulation.nowMs);
    } else {
      simulation.openAt(atMs);
    }
  }

  /**
   * Runs to an instant, its cycle included. Gives up after so many slices that did not get there, and says false.
   */
  async runTo(targetMs: number, slicesMax = Infinity): Promise<boolean> {
    let slices = 0;
    while (!this.isStopped) {
      const planned = this.plannedMs;
      const there = this.#slice(planned <= targetMs ? planned - 1 : targetMs);
      if (there && planned > targetMs) return true;
      if (there) await this.#enterPlanned(planned);
      if (!there && ++slices >= slicesMax) {
        // Slower than asked for.
        this.#present.slip(this.#simulation.nowMs);
        return false;
      }
      await nextTurn();
    }
    return false;
  }

  async runEvents(count: number): Promise<void> {
    const until = this.#simulation.events + count;
    while (this.#simulation.events < until && !this.isStopped) {
      const next = Math.min(this.#simulation.nextEventMs(), this.plannedMs);
      if (next === NEVER) return;
      await this.runTo(next);
    }
  }

  /** No command may overtake the plan's next line. */
  #unplanned(atMs: number): number {
    const next = this.plannedMs;
    return next <= atMs ? Math.max(this.#simulation.nowMs, next - 1) : atMs;
  }

  /** Runs whole instants up to one, at most a slice of events, and commits; false if it did not get there. */
  #slice(toMs: number): boolean {
    const startedAt = performance.now();
    const there = this.#turns.whole(
      () => toMs < this.#simulation.nowMs || this.#simulation.runSome(toMs, this.#sliced.events),
    );
    if (!there) this.#sliced.took(performance.now() - startedAt);
    return there;
  }

  /** Holds the clock at the first round of an instant while the plan's lines of it are applied. */
  async #enterPlanned(atMs: number): Promise<void> {
    this.#turns.within(() => this.#simulation.openAt(atMs));
    this.#isHeld = true;
    try {
      await this.plan!.enter(atMs);
    } finally {
      this.#isHeld = false;
      this.#turns.end();
    }
  }

  #scheduleTick(afterMs: number): void {
    if (!this.isStopped) this.#timer = setTimeout(() => this.#tick(), afterMs);
  }

  #tick(): void {
    const stands = () => this.#present.mode === 'paused' && this.#turns.trouble === undefined;
    if (stands()) {
      this.#scheduleTick(TICK_MS);
      return;
    }
    const done = this.move(async () => {
      if (stands()) return true;
      // Also while the clock stands, it is to be known when writing works again.
      if (this.#present.mode === 'paused') return this.#turns.whole(() => true);
      return this.runTo(this.#present.now(this.#simulation.nowMs), 1);
    });
    done.then(
      (there) => this.#scheduleTick(there ? TICK_MS : 0),
      (error) => this.#waitAfter(error),
    );
  }

  /** Nobody hears of a tick that failed: it is told, and after a while the clock goes on from where it stands. */
  #waitAfter(error: unknown): void {
    const { setbacks } = this.#turns;
    if (!(error instanceof WorldReadOnly)) setbacks.meet(error, 'the clock could not be moved');
    if (this.isStopped) return;
    this.#timer = setTimeout(() => {
      this.#present.anchor(this.#simulation.nowMs);
      this.#tick();
    }, setbacks.waitMs);
  }

  #requireGoing(): void {
    if (this.isStopped) throw this.#turns.notStored();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
