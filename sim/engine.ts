// The loop: instants, rounds, ranks. An instant is one or more rounds; a round is its events in order of rank, the
// commands and arrivals of the instant, and one cycle, which closes it.

import { type Core, Rank, Timer, timerIndex, timerKind } from './core.ts';
import { runCycle } from './cycle.ts';
import { onNodeTimer } from './failures.ts';
import { rowAt } from './gpr.ts';
import { onGprTimer } from './idle.ts';
import { NEVER } from './time.ts';
import { onArrival, type Stream, type StreamTable } from './workload/arrivals.ts';
import { moveOverdue, onBurstTimer } from './world/bursts.ts';
import { onDecisionTimer } from './world/decisions.ts';
import { onEndpointTimer } from './world/endpoints.ts';
import { finishWorkspace } from './world/workspaces.ts';

export class Engine {
  readonly core: Core;
  readonly #streams: readonly Stream[];
  readonly #streamTable: StreamTable;
  /** Called at the end of an instant at which promises are due. */
  readonly #onPromise: () => void;

  constructor(core: Core, streams: readonly Stream[], streamTable: StreamTable, onPromise: () => void) {
    this.core = core;
    this.#streams = streams;
    this.#streamTable = streamTable;
    this.#onPromise = onPromise;
  }

  /**
   * Runs everything before `atMs` and opens a round there: its events up to rank 2 have happened, and it awaits
   * commands. A round that is open there already stays as it is.
   */
  openAt(atMs: number): void {
    const { core } = this;
    if (core.isOpen && core.now === atMs) return;
    if (core.isOpen) this.close();
    while (core.nextAt() < atMs) this.#instant(core.nextAt());
    this.#open(atMs);
  }

  /** Runs everything up to and with the cycle of `atMs`. */
  runTo(atMs: number): void {
    this.runSome(atMs, Infinity);
  }

  /**
   * Runs whole instants up to `atMs` and closes there, but stops after the instant in which `events` events more have
   * been handled. Returns whether it got there. With NEVER it ends where nothing more can come of the world by itself.
   */
  runSome(atMs: number, events: number): boolean {
    const { core } = this;
    const enough = core.events + events;
    if (core.isOpen) this.close();
    for (let at = core.nextAt(); at <= atMs && at < NEVER; at = core.nextAt()) {
      if (core.events >= enough) return false;
      if (atMs === NEVER && core.isSettled()) break;
      this.#instant(at);
    }
    if (core.now < atMs && atMs < NEVER) this.#instant(atMs);
    return true;
  }

  /** Closes the open round: arrivals, cycle, and further rounds of the instant until nothing more happens in it. */
  close(): void {
    const { core } = this;
    for (;;) {
      for (let id = core.takeDueTimer(Rank.arrival); id >= 0; id = core.takeDueTimer(Rank.arrival)) {
        core.events++;
        onArrival(core, this.#streams, this.#streamTable, timerIndex(id));
      }
      let again = runCycle(core);
      if (core.world.overdue.size > 0 && moveOverdue(core)) again = true;
      core.isOpen = false;
      if (!again && core.nextAt() > core.now) break;
      this.#open(core.now);
    }
    if (core.promiseDue) {
      core.promiseDue = false;
      this.#onPromise();
    }
  }

  #instant(atMs: number): void {
    this.#open(atMs);
    this.close();
  }

  #open(atMs: number): void {
    const { core } = this;
    if (atMs > core.now) {
      if (core.measures !== null) core.measures.elapse(core.totals, core.now, atMs);
      core.now = atMs;
      core.round = 0;
    } else {
      core.round++;
    }
    core.isOpen = true;
    for (let id = core.takeDueTimer(Rank.node); id >= 0; id = core.takeDueTimer(Rank.node)) {
      core.events++;
      onNodeTimer(core, timerIndex(id));
    }
    // The timer stays where it is and is moved or taken out by what comes of it: moving it once is cheaper than taking
    // it out and putting it back.
    while (core.gprTimers.peekKey() === atMs) {
      core.events++;
      onGprTimer(core, rowAt(core.gprTimers.peek()));
    }
    for (let id = core.takeDueTimer(Rank.world); id >= 0; id = core.takeDueTimer(Rank.world)) {
      core.events++;
      this.#onWorldTimer(timerKind(id), timerIndex(id));
    }
  }

  #onWorldTimer(kind: number, index: number): void {
    const { core } = this;
    switch (kind) {
      case Timer.workspace:
        finishWorkspace(core, index);
        break;
      case Timer.endpoint:
        onEndpointTimer(core, index);
        break;
      case Timer.decision:
        onDecisionTimer(core, index);
        break;
      case Timer.burst:
        onBurstTimer(core, index);
        break;
      default:
        core.promiseDue = true;
        core.setTimer(Timer.promise, 0, core.now + core.rules.promiseEveryMs!, Rank.world);
    }
  }
}
