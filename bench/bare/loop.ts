// The reference for the engine: the rules of the simulator for a generated workload, without facts, hash, measures, names,
// commands and storage, and as fast as possible. Its outcome must equal the engine's.

import type { Scenario } from '../../sim/index.ts';
import { BitSet } from './bit-set.ts';
import { Draws } from './draws.ts';
import { Gprs } from './gprs.ts';
import { Lanes } from './lanes.ts';
import type { Outcome } from './outcome.ts';
import {
  EVICTS,
  gpusOf,
  HAS_STARTED,
  HELD,
  IDLE,
  IDLE_AFTER,
  LINE_INTS,
  laneOf,
  NEVER_MS,
  NONE,
  nodesOf,
  PROVISIONING,
  poolOf,
  priorityOf,
  RANK,
  REQUEUES,
  SHAPE,
  SINCE,
  STATUS,
  SUCCESSFUL,
  WORK_LEFT,
  WORKSPACE,
} from './record.ts';
import { Room } from './room.ts';
import { type BareRules, rulesOf } from './rules.ts';
import { Running } from './running.ts';
import { Waits } from './waits.ts';
import { Wheel } from './wheel.ts';
import { Workspaces } from './workspaces.ts';

export class BareLoop {
  readonly #rules: BareRules;
  readonly #gprs: Gprs;
  readonly #ints: Int32Array;
  readonly #doubles: Float64Array;
  /** By record: failed provisionings in a row, plus 4 × requeues. */
  readonly #attempts: Int32Array;

  readonly #draws: Draws;
  readonly #wheel: Wheel;
  readonly #provisioning: Waits;
  readonly #room: Room;
  readonly #running: Running;
  readonly #workspaces: Workspaces;
  readonly #lanes: Lanes;
  readonly #changedPools: BitSet;
  /** By pool: rank of the blocking head, Infinity if none. A new head behind it does not change the pool. */
  readonly #blockedBy: Float64Array;
  /** Workspaces whose GPR was requeued or failed: their heads compete from the next cycle on. */
  readonly #vacated: number[] = [];

  #now = 0;
  #events = 0;
  #starts = 0;
  #placed = 0;
  #completed = 0;
  #timedOut = 0;
  #failed = 0;
  #evictions = 0;
  #requeues = 0;
  #waitMsSum = 0;

  constructor(scenario: Scenario) {
    const rules = rulesOf(scenario);
    const pools = rules.poolNodes.length;
    const gprs = new Gprs(rules.gprs, rules.nodesMax);
    this.#rules = rules;
    this.#gprs = gprs;
    this.#ints = gprs.ints;
    this.#doubles = gprs.doubles;
    this.#attempts = new Int32Array(gprs.ints.length / LINE_INTS);
    this.#draws = new Draws(rules, gprs);
    this.#wheel = new Wheel(gprs.ints, rules.longestMs);
    this.#provisioning = new Waits(rules.provisioningDelayMs);
    this.#room = new Room(rules);
    this.#running = new Running(gprs, pools, this.#room);
    this.#workspaces = new Workspaces(rules.workspaces, gprs);
    this.#lanes = new Lanes(rules);
    this.#changedPools = new BitSet(pools);
    this.#blockedBy = new Float64Array(pools).fill(Infinity);
  }

  run(): Outcome {
    const { gprs, workload } = this.#rules;
    const provisioning = this.#provisioning;
    const wheel = this.#wheel;
    let arrived = 0;
    let arrivalAt = workload.startMs + this.#draws.gapMs(0);
    for (let again = false; ; ) {
      let at = again ? this.#now : Math.min(arrivalAt, provisioning.firstEnd);
      if (wheel.quietUntil <= at) at = Math.min(at, wheel.next(at));
      if (at === Infinity) break;
      this.#now = at;
      while (provisioning.firstEnd === at) this.#provisioningEnds(provisioning.take());
      if (wheel.quietUntil <= at && wheel.next(at) === at) {
        for (let gpr = wheel.take(); gpr !== NONE; gpr = wheel.take()) this.#due(gpr);
      }
      while (arrivalAt === at) {
        this.#arrive(arrived++);
        arrivalAt = arrived < gprs ? at + this.#draws.gapMs(arrived) : Infinity;
      }
      again = this.#cycle();
    }
    return {
      events: this.#events,
      starts: this.#starts,
      placed: this.#placed,
      completed: this.#completed,
      timedOut: this.#timedOut,
      failed: this.#failed,
      evictions: this.#evictions,
      requeues: this.#requeues,
      lastMs: this.#now,
      waitMsMean: this.#placed === 0 ? 0 : this.#waitMsSum / this.#placed,
    };
  }

  #arrive(number: number): void {
    this.#events++;
    const ints = this.#ints;
    const gpr = this.#gprs.add();
    this.#draws.fill(gpr, number);
    this.#doubles[(gpr >> 1) + SINCE] = this.#now;
    if (this.#rules.provisioningMicro > 0) this.#attempts[gpr / LINE_INTS] = 0;
    const workspace = ints[gpr + WORKSPACE];
    const head = this.#workspaces.head(workspace);
    this.#workspaces.add(workspace, gpr);
    if (this.#workspaces.head(workspace) !== gpr) return;
    if (head !== NONE) this.#changedPools.add(poolOf(ints[head + STATUS]));
    this.#compete(gpr);
  }

  #compete(gpr: number): void {
    const rank = this.#doubles[(gpr >> 1) + RANK];
    const pool = poolOf(this.#ints[gpr + STATUS]);
    this.#lanes.push(pool, laneOf(this.#ints[gpr + SHAPE]), gpr, rank);
    if (rank < this.#blockedBy[pool]) this.#changedPools.add(pool);
  }

  #vacate(workspace: number): void {
    this.#workspaces.vacate(workspace);
    const head = this.#workspaces.head(workspace);
    if (head !== NONE) this.#compete(head);
  }

  #cycle(): boolean {
    while (this.#vacated.length > 0) this.#vacate(this.#vacated.pop()!);
    const changed = this.#changedPools;
    let again = false;
    for (let pool = changed.next(0); pool >= 0; pool = changed.next(pool + 1)) {
      // After an eviction or a failed provisioning, serve the pool again in another round of this instant.
      if (this.#serve(pool)) again = true;
      else changed.delete(pool);
    }
    return again;
  }

  /** Serves a pool. Returns whether an eviction or a failed provisioning requires another round. */
  #serve(pool: number): boolean {
    const lanes = this.#lanes;
    const ints = this.#ints;
    let again = false;
    this.#blockedBy[pool] = Infinity;
    lanes.openAll();
    for (let lane = lanes.first(pool); lane >= 0; lane = lanes.first(pool)) {
      const gpr = lanes.gpr(lane);
      const rank = lanes.rank(lane);
      if (this.#doubles[(gpr >> 1) + RANK] !== rank || this.#workspaces.head(ints[gpr + WORKSPACE]) !== gpr) {
        lanes.pop(lane);
        continue;
      }
      const shape = ints[gpr + SHAPE];
      const room = this.#room.nodesWith(pool, gpusOf(shape));
      if (room < nodesOf(shape)) {
        if ((ints[gpr + STATUS] & EVICTS) === 0 || !this.#findVictims(gpr, lane, room)) {
          lanes.close(lane);
          if (!this.#rules.isStrict) continue;
          this.#blockedBy[pool] = rank;
          break;
        }
        this.#evict();
        again = true;
      }
      lanes.pop(lane);
      if (!this.#start(gpr)) again = true;
    }
    return again;
  }

  #findVictims(gpr: number, lane: number, room: number): boolean {
    if (this.#lanes.isRefused(lane)) return false;
    const isFound = this.#running.findVictims(gpr, room);
    if (!isFound) this.#lanes.refuse(lane);
    return isFound;
  }

  /** Starts a head. Returns whether it runs; without a provisioning delay, provisioning may fail at once. */
  #start(gpr: number): boolean {
    const ints = this.#ints;
    const status = ints[gpr + STATUS];
    const shape = ints[gpr + SHAPE];
    this.#starts++;
    this.#workspaces.occupy(ints[gpr + WORKSPACE]);
    this.#room.take(poolOf(status), gpusOf(shape), nodesOf(shape), ints, gpr + HELD);
    if ((status & HAS_STARTED) === 0) {
      this.#placed++;
      this.#waitMsSum += this.#now - this.#doubles[(gpr >> 1) + SINCE];
    }
    this.#doubles[(gpr >> 1) + SINCE] = this.#now;
    ints[gpr + STATUS] = status | HAS_STARTED | PROVISIONING;
    this.#running.add(gpr, this.#now);
    if (this.#rules.provisioningDelayMs === 0) return this.#succeed(gpr);
    this.#provisioning.add(gpr, this.#now);
    return true;
  }

  #provisioningEnds(gpr: number): void {
    const since = this.#doubles[(gpr >> 1) + SINCE];
    const isDue = since + this.#rules.provisioningDelayMs === this.#now;
    // Since then, it may have been evicted, and may even have started again.
    if (!isDue || (this.#ints[gpr + STATUS] & PROVISIONING) === 0) return;
    this.#events++;
    this.#succeed(gpr);
  }

  #succeed(gpr: number): boolean {
    const ints = this.#ints;
    if (this.#rules.provisioningMicro > 0) {
      const record = gpr / LINE_INTS;
      const attempts = this.#attempts[record];
      if (this.#draws.provisioningFails(this.#doubles[(gpr >> 1) + RANK], attempts >> 2)) {
        this.#release(gpr);
        if ((attempts & 3) === 2) {
          this.#fail(gpr);
        } else {
          this.#attempts[record]++;
          this.#requeue(gpr);
        }
        return false;
      }
      this.#attempts[record] &= ~3;
    }
    ints[gpr + STATUS] ^= PROVISIONING | SUCCESSFUL;
    const leftMs = Math.min(ints[gpr + WORK_LEFT], ints[gpr + IDLE_AFTER]);
    this.#wheel.add(gpr, this.#now, leftMs);
    return true;
  }

  /** Ends a Successful GPR, times it out, or makes it idle. If several are due at this instant, it ends. */
  #due(gpr: number): void {
    this.#events++;
    const ints = this.#ints;
    const leftMs = ints[gpr + WORK_LEFT] - this.#ranMs(gpr);
    if (leftMs <= 0) {
      this.#completed++;
    } else if ((ints[gpr + STATUS] & IDLE) !== 0) {
      this.#timedOut++;
    } else {
      ints[gpr + STATUS] |= IDLE;
      const { idleTimeOutMs } = this.#rules.workload;
      this.#wheel.add(gpr, this.#now, idleTimeOutMs > 0 ? Math.min(leftMs, idleTimeOutMs) : leftMs);
      return;
    }
    this.#release(gpr);
    this.#gprs.remove(gpr);
    this.#vacate(ints[gpr + WORKSPACE]);
  }

  #ranMs(gpr: number): number {
    return this.#now - this.#doubles[(gpr >> 1) + SINCE] - this.#rules.provisioningDelayMs;
  }

  #evict(): void {
    const { victims, firstVictim, victimsEnd } = this.#running;
    for (let i = firstVictim; i < victimsEnd; i++) {
      const victim = victims[i];
      const status = this.#ints[victim + STATUS];
      this.#evictions++;
      if ((status & SUCCESSFUL) !== 0) this.#wheel.remove(victim);
      this.#release(victim);
      if ((status & REQUEUES) !== 0) this.#requeue(victim);
      else this.#fail(victim);
    }
  }

  /** Ends an attempt: subtracts the time it ran, and releases its nodes. */
  #release(gpr: number): void {
    const ints = this.#ints;
    const status = ints[gpr + STATUS];
    const shape = ints[gpr + SHAPE];
    const pool = poolOf(status);
    if ((status & SUCCESSFUL) !== 0) {
      const ranMs = this.#ranMs(gpr);
      ints[gpr + WORK_LEFT] -= ranMs;
      // An idle workload is idle again as soon as it restarts.
      if ((status & IDLE) !== 0) ints[gpr + IDLE_AFTER] = 0;
      else if (ints[gpr + IDLE_AFTER] !== NEVER_MS) ints[gpr + IDLE_AFTER] -= ranMs;
    }
    ints[gpr + STATUS] = status & ~(PROVISIONING | SUCCESSFUL | IDLE);
    this.#running.remove(gpr);
    this.#room.giveBack(pool, gpusOf(shape), nodesOf(shape), ints, gpr + HELD);
    this.#changedPools.add(pool);
    this.#lanes.reconsider(pool, priorityOf(status));
  }

  #requeue(gpr: number): void {
    this.#requeues++;
    const workspace = this.#ints[gpr + WORKSPACE];
    if (this.#rules.provisioningMicro > 0) this.#attempts[gpr / LINE_INTS] += 4;
    this.#workspaces.add(workspace, gpr);
    this.#vacated.push(workspace);
  }

  #fail(gpr: number): void {
    this.#failed++;
    this.#vacated.push(this.#ints[gpr + WORKSPACE]);
    this.#gprs.remove(gpr);
  }
}
