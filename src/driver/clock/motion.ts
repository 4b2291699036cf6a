// Moves the clock: one move at a time, in slices. Commands enter between two slices, and a move can be stopped there. The
// lines of a plan enter at their instants in every kind of move.

import { NEVER, type Simulation } from '../../../sim/index.ts';
import type { Turns } from '../commits/turns.ts';
import { loopTurn } from '../loop-turn.ts';
import { SLICE_MS, Slice } from '../slice.ts';
import { type Clock, type IsWanted, type Progress, WorldReadOnly } from '../world.ts';
import { ClockMove } from './clock-move.ts';
import type { PlayPlan } from './play-plan.ts';
import type { Present } from './present.ts';

const TICK_MS = 50;
export interface MotionOptions {
  /** Called with the progress of a long advance. */
  readonly onAdvance?: (progress: Progress, nowMs: number) => void;
  /** Wall time between two such calls; 10 s by default. */
  readonly reportEveryMs?: number;
}

export class Motion {
  plan: PlayPlan | undefined;
  readonly #turns: Turns;
  readonly #present: Present;
  readonly #onAdvance: MotionOptions['onAdvance'];
  readonly #reportEveryMs: number;
  readonly #sliced: Slice = new Slice();
  /** Requested moves that have not ended, the current one first. */
  readonly #moves: Set<ClockMove> = new Set();
  #lastMove: Promise<unknown> = Promise.resolve();
  /** Number of exclusive works (`alone`) that have not ended. */
  #works = 0;
  #lastWork: Promise<unknown> = Promise.resolve();
  /** True while the plan's lines enter: the clock is held at their instant. */
  #isHeld = false;
  #reportAt = Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** No timer is set: nothing is to be done while the clock is paused. */
  #isResting = true;
  #isStopped = false;

  constructor(turns: Turns, present: Present, { onAdvance, reportEveryMs = 10_000 }: MotionOptions) {
    this.#turns = turns;
    this.#present = present;
    this.#onAdvance = onAdvance;
    this.#reportEveryMs = reportEveryMs;
    this.wake();
  }

  get #simulation(): Simulation {
    return this.#turns.simulation;
  }

  get isStopped(): boolean {
    return this.#isStopped || this.#turns.isClosed;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Instant of the plan's next line, NEVER without one. */
  get plannedMs(): number {
    return this.plan?.nextMs ?? NEVER;
  }

  get progress(): Progress | undefined {
    const [move] = this.#moves;
    return move?.goesOn ? move.progress?.() : undefined;
  }

  /** Queues a move. Moves run in the order of their requests; commands and `alone` works enter between two slices. */
  move<T>(isWanted: IsWanted, work: (move: ClockMove) => Promise<T>): Promise<T> {
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

  stopMoves(clock: Clock): void {
    for (const move of this.#moves) move.stop(clock);
  }

  /** Queues an exclusive work. No slice runs and no command enters until all exclusive works have ended. */
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

  /** Whether an exclusive work runs or waits. */
  get isAlone(): boolean {
    return this.#works > 0;
  }

  /** Resolves when no exclusive work runs or waits. */
  async undisturbed(): Promise<void> {
    while (this.#works > 0) await this.#lastWork;
  }

  /** Yields to the event loop during a move or an exclusive work. @throws WorldReadOnly once the world is closed */
  async rest(): Promise<void> {
    await loopTurn();
    this.#requireGoing();
  }

  /** Ends all moves and works, waits for them, and starts no others. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#lastMove, this.#lastWork]);
  }

  /** Runs the world to the present and opens a round there. If that takes more than a slice, the clock falls behind. */
  openPresent(): void {
    const simulation = this.#simulation;
    const atMs = this.#isHeld ? simulation.nowMs : this.#unplanned(this.#present.now(simulation.nowMs));
    const isThere = atMs <= simulation.nowMs || this.#sliced.run(simulation, atMs - 1);
    if (!isThere) this.#present.slip(simulation.nowMs);
    simulation.openAt(isThere ? atMs : simulation.nowMs);
  }

  /** Runs to an instant, including its scheduling cycle. Returns false if the move was stopped or used up `slicesMax`. */
  async runTo(move: ClockMove, targetMs: number, slicesMax = Infinity): Promise<boolean> {
    let slices = 0;
    while (await this.#goesOn(move)) {
      const planned = this.plannedMs;
      const there = this.#slice(planned <= targetMs ? planned - 1 : targetMs);
      if (there && planned > targetMs) return true;
      if (there) await this.#enterPlanned(move, planned);
      if (!there && ++slices >= slicesMax) {
        // The machine is slower than the requested speed.
        this.#present.slip(this.#simulation.nowMs);
        return false;
      }
      this.#report(move);
    }
    return false;
  }

  /** Runs instant by instant until `isThere` or until no event is left up to `limitMs`. Returns false if stopped. */
  async stepTo(move: ClockMove, limitMs: number, isThere: () => boolean): Promise<boolean> {
    while (await this.#goesOn(move)) {
      const planned = this.plannedMs;
      const isOver = this.#turns.whole(() => this.#steps(Math.min(limitMs, planned - 1), isThere));
      if (isThere()) return true;
      if (isOver && planned > limitMs) return true;
      if (isOver) await this.runTo(move, planned);
      if (isThere()) return true;
      this.#report(move);
    }
    return false;
  }

  /** Runs instants for the time of one slice. Returns true if `isThere` or no event is left up to `limitMs`. */
  #steps(limitMs: number, isThere: () => boolean): boolean {
    const endAt = performance.now() + SLICE_MS;
    do {
      const next = this.#simulation.nextEventMs();
      if (next > limitMs || next === NEVER) return true;
      this.#simulation.runTo(next);
    } while (!isThere() && performance.now() < endAt);
    return false;
  }

  /** Waits until a slice may run. Returns false if the move must end. */
  async #goesOn(move: ClockMove): Promise<boolean> {
    do {
      await this.undisturbed();
      while (this.#turns.isMakingRoom && move.goesOn && !this.isStopped) await loopTurn();
      await loopTurn();
    } while (this.#works > 0);
    return move.goesOn && !this.isStopped;
  }

  #report(move: ClockMove): void {
    if (move.progress === undefined || performance.now() < this.#reportAt) return;
    this.#reportAt = performance.now() + this.#reportEveryMs;
    this.#onAdvance?.(move.progress(), this.#simulation.nowMs);
  }

  /** Limits an instant to just before the plan's next line, which no command may overtake. */
  #unplanned(atMs: number): number {
    const next = this.plannedMs;
    return next <= atMs ? Math.max(this.#simulation.nowMs, next - 1) : atMs;
  }

  /** Runs whole instants up to `toMs`, for at most one slice, and commits. Returns false if it did not reach `toMs`. */
  #slice(toMs: number): boolean {
    return this.#turns.whole(() => toMs < this.#simulation.nowMs || this.#sliced.run(this.#simulation, toMs));
  }

  /** Holds the clock at the first round of an instant while the plan's lines of that instant enter. */
  #enterPlanned(move: ClockMove, atMs: number): Promise<void> {
    return this.alone(async () => {
      // An earlier reset or import has replaced the world.
      if (!move.goesOn) return;
      this.#turns.within(() => this.#simulation.openAt(atMs));
      this.#isHeld = true;
      try {
        await this.plan!.enter(atMs, () => this.#turns.recorder.commands);
      } finally {
        this.#isHeld = false;
      }
      this.#turns.commit();
    });
  }

  #scheduleTick(afterMs: number): void {
    if (!this.isStopped) this.#timer = setTimeout(() => this.#tick(), afterMs);
  }

  /** The clock is paused, and a commit would change nothing. */
  get #isIdle(): boolean {
    return this.#present.mode === 'paused' && !this.#turns.mayPass;
  }

  /** Starts the timer, which rests while the clock is idle. */
  wake(): void {
    if (!this.#isResting || this.#isIdle) return;
    this.#isResting = false;
    this.#scheduleTick(TICK_MS);
  }

  #tick(): void {
    if (this.#isIdle) {
      this.#isResting = true;
      return;
    }
    const done = this.move(always, async (move) => {
      if (this.#isIdle) return true;
      // After a failed commit, a paused clock retries an empty commit, to notice when the file is writable again.
      if (this.#present.mode === 'paused') return this.#turns.whole(() => true);
      return this.runTo(move, this.#present.now(this.#simulation.nowMs), 1);
    });
    done.then(
      (there) => this.#scheduleTick(there ? TICK_MS : 0),
      (error) => this.#waitAfter(error),
    );
  }

  /** No client waits for a tick. Therefore this reports its failure, and restarts the clock after the backoff. */
  #waitAfter(error: unknown): void {
    const { backoff } = this.#turns;
    if (!(error instanceof WorldReadOnly)) backoff.meet(error, 'the clock cannot be moved');
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
