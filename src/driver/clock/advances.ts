// An advance moves the clock to an instant, by a number of events, or until a GPR has a status. It ends there, or stops before:
// when its client leaves, or the clock is paused or reset, or a file is imported (ClockMove.stop). Commands enter between two
// slices of it.

import { TIME_MAX_MS } from '../../../sim/index.ts';
import type { Turns } from '../commits/turns.ts';
import { memoryFor } from '../forked.ts';
import type { Advance, AdvanceResult, World } from '../world.ts';
import type { ClockMove } from './clock-move.ts';
import { findState, isDecided, UNTIL_MS_MAX, type Until } from './look-ahead.ts';
import type { Motion } from './motion.ts';
import type { Present } from './present.ts';

export class Advances {
  readonly #world: Pick<World, 'clock' | 'nowMs' | 'read'>;
  readonly #turns: Turns;
  readonly #motion: Motion;
  readonly #present: Present;

  constructor(
    world: Pick<World, 'clock' | 'nowMs' | 'read'>,
    turns: Turns,
    motion: Motion,
    present: Present,
  ) {
    this.#world = world;
    this.#turns = turns;
    this.#motion = motion;
    this.#present = present;
  }

  /** Runs an advance as a move of the clock. @throws WorldReadOnly if the world cannot be stored or is closed */
  async run(move: ClockMove, request: Advance): Promise<AdvanceResult> {
    const begun = move.stoppedAt ?? this.#turns.simulation.clock();
    const why = move.goesOn ? await this.#run(move, request) : undefined;
    if (why !== undefined) return { ok: false, why };
    if (this.#motion.isStopped) throw this.#turns.notStored();
    this.#present.anchor(this.#world.nowMs());
    // If a reset or an import stopped the advance, the simulation is now another world.
    const clock = move.stoppedAt ?? this.#world.clock();
    return {
      ok: true,
      clock: { ...clock, advance: null },
      facts: clock.seq - begun.seq,
      stopped: !move.goesOn,
    };
  }

  /** Runs to the end, or until it is stopped. Returns the reason if the advance is impossible. */
  async #run(move: ClockMove, request: Advance): Promise<string | undefined> {
    if ('until' in request) return this.#runUntil(move, request.until);
    const fromMs = this.#world.nowMs();
    if ('events' in request) {
      const first = this.#turns.simulation.events;
      const handled = () => this.#turns.simulation.events - first;
      move.progress = () => ({ fromMs, toMs: null, done: Math.min(1, handled() / request.events) });
      await this.#motion.stepTo(move, TIME_MAX_MS, () => handled() >= request.events);
      return undefined;
    }
    const toMs = 'byMs' in request ? fromMs + request.byMs : request.toMs;
    if (toMs < fromMs) return 'the instant has passed; time does not run back';
    if (toMs > TIME_MAX_MS) return 'the instant is beyond the end of simulated time';
    this.#showProgress(move, fromMs, toMs);
    await this.#motion.runTo(move, toMs);
    return undefined;
  }

  /** Searches the instant on a copy first. Later commands can change it, so the run checks the GPR after each instant. */
  async #runUntil(move: ClockMove, until: Until): Promise<string | undefined> {
    const fromMs = this.#world.nowMs();
    move.progress = () => ({ fromMs, toMs: null, done: null });
    const gpr = () => this.#world.read.gpr(until.gprId);
    const rest = async () => {
      await this.#motion.rest();
      return move.goesOn;
    };
    const taken = await memoryFor(this.#turns.simulation, rest);
    this.#turns.commit();
    const found = await findState(this.#turns.simulation, gpr(), until, rest, taken);
    if (found.result === 'never') return found.why;
    if (found.result !== 'later') return undefined;
    const { atMs } = found;
    if (this.#motion.plannedMs <= atMs) {
      return 'lines of --play enter before the GPR could have this status; advance past them first';
    }
    this.#showProgress(move, fromMs, atMs);
    await this.#motion.stepTo(move, fromMs + UNTIL_MS_MAX, () => isDecided(gpr(), until));
    if (gpr()?.state !== until.provisioningStatus) move.stop(this.#world.clock());
    return undefined;
  }

  #showProgress(move: ClockMove, fromMs: number, toMs: number): void {
    move.progress = () => {
      const done = toMs === fromMs ? 1 : Math.min(1, (this.#world.nowMs() - fromMs) / (toMs - fromMs));
      return { fromMs, toMs, done };
    };
  }
}
