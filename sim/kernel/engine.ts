// The event loop. An instant has one or more rounds. A round handles its due timers in order of rank, then commands and
// arrivals, and ends with one cycle.

import type { IndexedHeap } from '../base/collections/heap.ts';
import { NEVER } from '../base/numbers/time.ts';
import { NONE } from '../tables/gprs/gpr-table.ts';
import type { Core } from './core.ts';
import { CycleMemory, runCycle } from './cycle.ts';
import { onNodeTimer } from './failures.ts';
import { onGprTimer } from './gprs/gpr-events.ts';
import { Call } from './hooks.ts';
import { Timer, timerIndex, timerKind } from './timers.ts';
import { finishWorkspace } from './workspace-lifecycle.ts';

/** Kind of timer (`Timer`) → called when such a timer is due. @param index of the timer */
type Handlers = Partial<Record<number, (index: number) => void>>;

/** The engine frees retired rows once they are this many. */
const RETIRED_MAX = 1024;

export class Engine {
  readonly core: Core;
  readonly #handlers: Handlers;
  readonly #memory = new CycleMemory();

  /** @param handlers of the timers that the kernel does not handle */
  constructor(core: Core, handlers: Handlers) {
    this.core = core;
    this.#handlers = {
      ...handlers,
      [Timer.node]: (node) => onNodeTimer(core, node),
      [Timer.workspace]: (workspace) => finishWorkspace(core, workspace),
    };
  }

  /** Runs everything before `atMs`, then opens a round there (unless one is open) and handles its events up to rank 2. */
  openAt(atMs: number): void {
    const { core } = this;
    if (core.isOpen && core.now === atMs) return;
    if (core.isOpen) this.close();
    for (let at = core.nextAt(); at < atMs; ) at = this.#instant(at);
    this.#open(atMs);
  }

  /** Runs everything up to `atMs`, including the cycles of that instant. */
  runTo(atMs: number): void {
    this.runSome(atMs, Infinity);
  }

  /** Runs whole instants up to `atMs` (NEVER: until `isSettled`). Returns false if it stopped early, after `events` more events. */
  runSome(atMs: number, events: number): boolean {
    const { core } = this;
    const enough = core.events + events;
    if (core.isOpen) this.close();
    for (let at = core.nextAt(); at <= atMs && at < NEVER; at = this.#instant(at)) {
      if (core.events >= enough) return false;
      if (atMs === NEVER && core.isSettled()) break;
    }
    if (core.now < atMs && atMs < NEVER) this.#instant(atMs);
    return true;
  }

  /** Closes the open round, then runs further rounds of the instant until no event of it is left. */
  close(): void {
    this.#close();
  }

  /** As close. Returns the instant of the next event. */
  #close(): number {
    const { core } = this;
    let next = Infinity;
    for (;;) {
      this.#handleDue(core.timers.streams);
      let again = runCycle(core, this.#memory);
      if ((core.calls & Call.cycled) !== 0 && core.hooks.cycled()) again = true;
      core.isOpen = false;
      next = core.nextAt();
      if (!again && next > core.now) break;
      this.#open(core.now);
    }
    if ((core.calls & Call.instantOver) === 0) return next;
    core.hooks.instantOver();
    return core.nextAt();
  }

  #instant(atMs: number): number {
    this.#open(atMs);
    return this.#close();
  }

  #open(atMs: number): void {
    const { core } = this;
    if (atMs > core.now) {
      core.facts.noteUse(core.now, core.totals);
      core.now = atMs;
      core.round = 0;
    } else {
      core.round++;
    }
    core.isOpen = true;
    if (core.gprs.retired.count >= RETIRED_MAX) core.freeRetired();
    const { gprTimers } = core;
    this.#handleDue(core.timers.nodes);
    for (let row = gprTimers.take(atMs); row !== NONE; row = gprTimers.take(atMs)) {
      core.events++;
      onGprTimer(core, row);
    }
    this.#handleDue(core.timers.world);
  }

  /** Handles the timers of one event rank that are due, and those that become due by it. */
  #handleDue(timers: IndexedHeap): void {
    const { core } = this;
    while (timers.peekKey() <= core.now) {
      const id = timers.pop();
      core.events++;
      this.#handlers[timerKind(id)]!(timerIndex(id));
    }
  }
}
