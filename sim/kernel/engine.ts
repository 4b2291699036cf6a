// The event loop. An instant has one or more rounds. A round handles its due timers in order of rank, then commands and
// arrivals, and ends with one cycle.
//
// With one cycle for each event (`scheduler.cycle`), the GPUs of a GPR are free from the end of its exit duration on, and a cycle
// follows each arrival and each early end. A round then has these steps:
//   1. GPRs whose exit duration is over end, in the order in which their timers were set.
//   2. Commands, then arrivals; a cycle after each.
//   3. GPRs that end early, in the order in which their timers were set; a cycle after each.
//   If nothing arrived, and a GPR of step 1 had its timer set before the first of step 3, a cycle comes before step 3. If steps
//   2 and 3 are empty, there is one cycle.
// If the queue policy plans starts, step 1 is empty, plans are made instead of each of these cycles, and one cycle ends the round.

import type { IndexedHeap } from '../base/collections/heap.ts';
import { NEVER } from '../base/numbers/time.ts';
import { NONE } from '../tables/gprs/gpr-table.ts';
import type { Core } from './core.ts';
import { CycleMemory, refreshHeads, runCycle } from './cycle.ts';
import { onNodeTimer } from './failures.ts';
import { onGprTimer } from './gprs/gpr-events.ts';
import { Call } from './hooks.ts';
import { Timer, timerIndex, timerKind } from './timers.ts';
import { finishWorkspace } from './workspace-lifecycle.ts';

/** Kind of timer (`Timer`) → called when such a timer is due. @param index of the timer */
type Handlers = Partial<Record<number, (index: number) => void>>;

/** The engine frees retired rows once they are this many: few enough that new GPRs get rows that are still in the processor's cache. */
const RETIRED_MAX = 256;

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
      [Timer.plan]: (pool) => core.pools[pool].touch(),
    };
  }

  /** Runs everything before `atMs`, then opens a round there (unless one is open) and handles its events up to rank 2. */
  openAt(atMs: number): void {
    const { core } = this;
    if (core.isOpen && core.now === atMs) return;
    if (core.isOpen) this.#close();
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
    if (core.isOpen) this.#close();
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
      let again = core.rules.cyclesByEvent ? this.#closeByEvent() : this.#closeAtOnce();
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

  #closeAtOnce(): boolean {
    this.#handleDue(this.core.timers.streams);
    return runCycle(this.core, this.#memory);
  }

  /** A command was applied, or a GPR was created without one. */
  afterArrival(): void {
    if (!this.core.rules.cyclesByEvent) return;
    this.core.arrived = true;
    this.#react();
  }

  /** After an event: a cycle, or the plans that it changes. */
  #react(): void {
    const { core } = this;
    if (core.plans === null) this.#cycle();
    else {
      refreshHeads(core);
      core.plans.settle(core.pools);
    }
  }

  /** Cycles until no further round is needed: with one cycle for each event, evictions are part of the event. */
  #cycle(): void {
    while (runCycle(this.core, this.#memory)) {}
  }

  /** Step 1. */
  #endPlanned(): void {
    const { core } = this;
    const { timerSeq } = core.gprs;
    core.arrived = false;
    core.plannedSeq = Infinity;
    const rows: number[] = [];
    for (const { ends } of core.pools)
      for (let i = 0; i < ends.size && ends.at[i] <= core.now; i++) rows.push(ends.rows[i]);
    rows.sort((a, b) => timerSeq[a] - timerSeq[b]);
    if (rows.length > 0) core.plannedSeq = timerSeq[rows[0]];
    for (const row of rows) {
      core.events++;
      onGprTimer(core, row);
    }
  }

  /** Arrivals of step 2, and step 3. */
  #closeByEvent(): boolean {
    const { core } = this;
    const { gprs, gprTimers, timers } = core;
    while (timers.streams.peekKey() <= core.now) {
      this.#handle(timers.streams.pop());
      this.afterArrival();
    }
    let isFirst = true;
    for (let row = gprTimers.take(core.now); row !== NONE; row = gprTimers.take(core.now)) {
      const seq = gprs.timerSeq[row];
      if (isFirst && !core.arrived && core.plannedSeq < seq && core.plans === null) this.#cycle();
      isFirst = false;
      core.events++;
      // The cycle may have evicted it.
      if (gprs.isProvisioned(row) && gprs.timerSeq[row] === seq) onGprTimer(core, row);
      this.#react();
    }
    if (core.plans !== null) return runCycle(core, this.#memory);
    if (isFirst && !core.arrived) this.#cycle();
    return false;
  }

  #instant(atMs: number): number {
    this.#open(atMs);
    return this.#close();
  }

  #open(atMs: number): void {
    const { core } = this;
    if (atMs > core.now) {
      if (core.totals.takeChange()) core.facts.noteUse(core.now, core.totals);
      core.now = atMs;
      core.round = 0;
    } else {
      core.round++;
    }
    core.isOpen = true;
    if (core.gprs.retired.count >= RETIRED_MAX) core.freeRetired();
    const { gprTimers } = core;
    this.#handleDue(core.timers.nodes);
    if (core.rules.cyclesByEvent) {
      if (core.plans === null) this.#endPlanned();
    } else {
      for (let row = gprTimers.take(atMs); row !== NONE; row = gprTimers.take(atMs)) {
        core.events++;
        onGprTimer(core, row);
      }
    }
    this.#handleDue(core.timers.world);
  }

  /** Handles the timers of one event rank that are due, and those that become due by it. */
  #handleDue(timers: IndexedHeap): void {
    const { core } = this;
    while (timers.peekKey() <= core.now) {
      this.#handle(timers.pop());
    }
  }

  #handle(id: number): void {
    this.core.events++;
    this.#handlers[timerKind(id)]!(timerIndex(id));
  }
}
