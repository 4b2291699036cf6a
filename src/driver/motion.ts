// Moves the clock: one move at a time, in slices. Between two slices commands enter, and a move can be stopped. Lines of a
// plan enter at their instants, whatever moves the clock past them.

import { NEVER, type Simulation } from '../../sim/index.ts';
import { ClockMove } from './clock-move.ts';
import type { Plan } from './plan.ts';
import type { Present } from './present.ts';
import { SLICE_MS, Slice } from './slice.ts';
import type { Turns } from './turns.ts';
import { type Clock, type Progress, WorldReadOnly } from './world.ts';

/** Wall time between two looks at the clock. */
const TICK_MS = 50;
export interface MotionOptions {
  /** Called with the progress of an advance that takes long. */
  readonly onAdvance?: (progress: Progress, nowMs: number) => void;
  /** Wall time between two such calls; 10 s by default. */
  readonly reportEveryMs?: number;
}

export class Motion {
  plan: Plan | undefined;
  readonly #turns: Turns;
  readonly #present: Present;
  readonly #onAdvance: MotionOptions['onAdvance'];
  readonly #reportEveryMs: number;
  readonly #sliced: Slice = new Slice();
  /** Moves that were requested and have not ended, the present one first. */
  readonly #moves: Set<ClockMove> = new Set();
  #lastMove: Promise<unknown> = Promise.resolve();
  /** Works that no slice and no command may interrupt, and that have not ended. */
  #works = 0;
  #lastWork: Promise<unknown> = Promise.resolve();
  /** The plan's lines are being applied: the clock is held at their instant. */
  #isHeld = false;
  #reportAt = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(turns: Turns, present: Present, { onAdvance, reportEveryMs = 10_000 }: MotionOptions) {
    this.#turns = turns;
    this.#present = present;
    this.#onAdvance = onAdvance;
    this.#reportEveryMs = reportEveryMs;
    this.#scheduleTick(TICK_MS);
  }

  get #simulation(): Simulation {
    return this.#turns.simulation;
  }

  /** The clock cannot move any more. */
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

  /** Of the advance that is under way. */
  get progress(): Progress | undefined {
    const [move] = this.#moves;
    return move?.goesOn ? move.progress?.() : undefined;
  }

  /** Runs one move after the other, in the order of their requests. Commands and `alone` enter between its slices. */
  move<T>(isWanted: () => boolean, work: (move: ClockMove) => Promise<T>): Promise<T> {
    const move = new ClockMove(isWanted);
    this.#moves.add(move);
    const done = this.#lastMove
      .then(() => {
        this.#requireGoing();
        this.#reportAt = performance.now() + this.#reportEveryMs;
        return work(move);
      })
      .finally(() => this.#moves.delete(move));
    this.#lastMove = done.catch(() => {});
    return done;
  }

  /** Stops every move that was requested so far. */
  stopMoves(clock: Clock): void {
    for (const move of this.#moves) move.stop(clock);
  }

  /** Runs one work after the other; no slice runs and no command enters until all are done. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    this.#works++;
    const done = this.#lastWork
      .then(() => {
        this.#requireGoing();
        return work();
      })
      .finally(() => this.#works--);
    this.#lastWork = done.catch(() => {});
    return done;
  }

  /** Whether a work runs, or waits, that no command may interrupt; `undisturbed` resolves when none does. */
  get isAlone(): boolean {
    return this.#works > 0;
  }

  async undisturbed(): Promise<void> {
    while (this.#works > 0) await this.#lastWork;
  }

  /** Gives others a turn within a move or a work. @throws WorldReadOnly if the clock cannot move any more */
  async rest(): Promise<void> {
    await nextTurn();
    this.#requireGoing();
  }

  /** Ends every move and work, and waits for them. No other begins. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#lastMove, this.#lastWork]);
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

  /** Runs to an instant, its cycle included. Returns false if it was stopped, or used up its slices. */
  async runTo(move: ClockMove, targetMs: number, slicesMax = Infinity): Promise<boolean> {
    let slices = 0;
    while (await this.#goesOn(move)) {
      const planned = this.plannedMs;
      const there = this.#slice(planned <= targetMs ? planned - 1 : targetMs);
      if (there && planned > targetMs) return true;
      if (there) await this.#enterPlanned(move, planned);
      if (!there && ++slices >= slicesMax) {
        // Slower than requested.
        this.#present.slip(this.#simulation.nowMs);
        return false;
      }
      this.#report(move);
      await nextTurn();
    }
    return false;
  }

  /** Runs instant by instant until `isThere` after one, or until no event is left up to an instant. Returns as `runTo`. */
  async stepTo(move: ClockMove, limitMs: number, isThere: () => boolean): Promise<boolean> {
    while (await this.#goesOn(move)) {
      const planned = this.plannedMs;
      const isOver = this.#turns.whole(() => this.#steps(Math.min(limitMs, planned - 1), isThere));
      if (isThere()) return true;
      if (isOver && planned > limitMs) return true;
      if (isOver) await this.runTo(move, planned);
      if (isThere()) return true;
      this.#report(move);
      await nextTurn();
    }
    return false;
  }

  /** Runs instants for the time of one slice; true if none is left up to `limitMs`, or `isThere`. */
  #steps(limitMs: number, isThere: () => boolean): boolean {
    const endAt = performance.now() + SLICE_MS;
    do {
      const next = this.#simulation.nextEventMs();
      if (next > limitMs || next === NEVER) return true;
      this.#simulation.runTo(next);
    } while (!isThere() && performance.now() < endAt);
    return false;
  }

  /** Waits until a slice may run. */
  async #goesOn(move: ClockMove): Promise<boolean> {
    if (this.#works > 0) await this.undisturbed();
    return move.goesOn && !this.isStopped;
  }

  #report(move: ClockMove): void {
    if (move.progress === undefined || performance.now() < this.#reportAt) return;
    this.#reportAt = performance.now() + this.#reportEveryMs;
    this.#onAdvance?.(move.progress(), this.#simulation.nowMs);
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
  #enterPlanned(move: ClockMove, atMs: number): Promise<void> {
    return this.alone(async () => {
      // A reset or an import that came first has taken the world elsewhere.
      if (!move.goesOn) return;
      this.#turns.within(() => this.#simulation.openAt(atMs));
      this.#isHeld = true;
      try {
        await this.plan!.enter(atMs);
      } finally {
        this.#isHeld = false;
        this.#turns.end();
      }
    });
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
    const done = this.move(always, async (move) => {
      if (stands()) return true;
      // Also while the clock is paused, the world must notice when its file can be written again.
      if (this.#present.mode === 'paused') return this.#turns.whole(() => true);
      return this.runTo(move, this.#present.now(this.#simulation.nowMs), 1);
    });
    done.then(
      (there) => this.#scheduleTick(there ? TICK_MS : 0),
      (error) => this.#waitAfter(error),
    );
  }

  /** Nobody hears of a tick that failed: it is told, and after a while the clock goes on from where it stands. */
  #waitAfter(error: unknown): void {
    const { backoff } = this.#turns;
    if (!(error instanceof WorldReadOnly)) backoff.meet(error, 'the clock could not be moved');
    if (this.isStopped) return;
    this.#timer = setTimeout(() => {
      this.#present.anchor(this.#simulation.nowMs);
      this.#tick();
    }, backoff.waitMs);
  }

  #requireGoing(): void {
    if (this.isStopped) throw this.#turns.notStored();
  }
}

function always(): boolean {
  return true;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
