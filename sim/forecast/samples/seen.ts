// What the facts of a world have shown up to an instant: how long GPRs run, when they go idle, what arrives and how often, and what
// fails. It is a function of the facts alone, so it is the same after a restart, and at a past instant.

import { sumOf } from '../../base/numbers/compensated-sum.ts';
import {
  FactKind,
  GprActivity,
  GprCreated,
  GprEnded,
  GprRequeued,
  GprShape,
} from '../../facts/fact-catalogue.ts';
import { eachFact, type FactRun } from '../../facts/log.ts';
import { Reason } from '../../facts/numbered.ts';
import { Flag } from '../../tables/gprs/gpr-table.ts';
import { ArrivalRates } from './arrival-rates.ts';
import { Latest } from './latest.ts';

/** Lives and arrivals that are remembered. */
const LATEST = 10_000;
/** About the memory of one, bytes: measured with 10,000 of each, which take 3.3 MB. */
const ITEM_BYTES = 165;
/** Of these, lives of a workspace from which its own are drawn. */
const OF_WORKSPACE = 30;
/** Fewer lives of a workspace do not show whether neighbors are alike. */
const CORRELATED = 10;

/** How a GPR ran until its end. */
export interface Life {
  readonly workspace: number;
  readonly exitMs: number;
  readonly enforcesIdleTimeOut: boolean;
  /** Run time as a share of the exit duration, 0 … 1; if an idle time-out ended it, that until it went idle. */
  readonly share: number;
  /** −1, or how long it was idle when its idle time-out ended it, ms. */
  readonly timedOutAfterMs: number;
}

/** A request for a GPR. */
export interface Arrival {
  readonly workspace: number;
  readonly pool: number;
  readonly priority: number;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  readonly exitMs: number;
  readonly flags: number;
  /** In a pool with shared GPUs: what it takes of each node. */
  shape: { readonly gpuMilli: number; readonly cpuMilli: number; readonly memoryMib: number } | undefined;
}

/** What futures are drawn from. */
export interface Known {
  /** The newest first. */
  readonly lives: readonly Life[];
  /** Workspace → its latest lives. */
  readonly own: ReadonlyMap<number, readonly Life[]>;
  /** How often the GPRs of a workspace run like each other at a time, 0 … 1. */
  readonly alike: number;
  readonly arrivals: readonly Arrival[];
  /** The first instant after another one up to which `mean` arrivals are expected, ms. */
  arrivalAfter(atMs: number, mean: number): number;
  readonly provisioningFailures: number;
  /** Tries to provision a GPR. */
  readonly provisionings: number;
  /** Mean time that a node was up for each failure, ms; null = none has failed. */
  readonly nodeMtbfMs: number | null;
  /** Mean time to the repair of a node, ms; null = none was repaired. */
  readonly nodeRepairMs: number | null;
}

interface Open {
  readonly workspace: number;
  readonly exitMs: number;
  readonly enforcesIdleTimeOut: boolean;
  /** Time spent Successful in earlier attempts, ms. */
  ranMs: number;
  /** −1 = not Successful. */
  successfulAt: number;
  /** −1 = not idle. */
  idleSince: number;
  /** What had run when it went idle, ms. */
  idleAfterMs: number;
}

export class Seen {
  /** Number of the last fact read. */
  seq = 0;
  readonly #lives: Latest<Life> = new Latest(LATEST);
  readonly #arrivals: Latest<Arrival> = new Latest(LATEST);
  readonly #rates: ArrivalRates;
  readonly #open: Map<number, Open> = new Map();
  #provisioned = 0;
  #provisioningFailures = 0;
  #nodeFailures = 0;
  #repairs = 0;
  #repairMs = 0;
  /** Time that nodes were up until the last change of a node, ms. */
  #upMs = 0;
  #up = 0;
  #upSince = 0;
  readonly #downSince: Map<number, number> = new Map();

  /** @param weekMs time from Monday 00:00 UTC to the scenario's start */
  constructor(weekMs: number) {
    this.#rates = new ArrivalRates(weekMs);
  }

  /** About its memory. */
  get bytes(): number {
    return ITEM_BYTES * (this.#lives.length + this.#arrivals.length + this.#open.size);
  }

  /** What has been seen up to now; it stays as it is. */
  now(nowMs: number): Known {
    const lives = this.#lives.newest();
    const own = new Map<number, Life[]>();
    for (const life of lives) {
      const known = own.get(life.workspace);
      if (known === undefined) own.set(life.workspace, [life]);
      else if (known.length < OF_WORKSPACE) known.push(life);
    }
    const rates = this.#rates.perMs(nowMs);
    const upMs = this.#upMs + this.#up * (nowMs - this.#upSince);
    return {
      lives,
      own,
      alike: alikeness(own),
      arrivals: this.#arrivals.newest(),
      arrivalAfter: (atMs, mean) => this.#rates.after(atMs, mean, rates),
      provisioningFailures: this.#provisioningFailures,
      provisionings: this.#provisioned + this.#provisioningFailures,
      nodeMtbfMs: this.#nodeFailures === 0 ? null : upMs / this.#nodeFailures,
      nodeRepairMs: this.#repairs === 0 ? null : this.#repairMs / this.#repairs,
    };
  }

  /** Reads facts that follow those read so far, up to number `until`; others are skipped. */
  follow(run: FactRun, until: number = Number.POSITIVE_INFINITY): void {
    const { words } = run;
    eachFact(run, (kind, atMs, at, _, seq) => {
      if (seq <= this.seq || seq > until) return;
      this.seq = seq;
      this.#see(kind, words, at, atMs);
    });
  }

  #see(kind: number, words: Float64Array, at: number, atMs: number): void {
    const uid = words[at];
    switch (kind) {
      case FactKind.gprCreated:
        this.#arrive(words, at, atMs);
        return;
      case FactKind.gprShape: {
        const arrival = this.#arrivals.last!;
        const [gpuMilli, cpuMilli, memoryMib] = words.subarray(at + GprShape.gpuMilli, at + GprShape.length);
        arrival.shape = { gpuMilli, cpuMilli, memoryMib };
        return;
      }
      case FactKind.gprSuccessful:
        this.#provisioned++;
        this.#open.get(uid)!.successfulAt = atMs;
        return;
      case FactKind.gprActivity: {
        const gpr = this.#open.get(uid)!;
        gpr.idleSince = words[at + GprActivity.idle] === 1 ? atMs : -1;
        gpr.idleAfterMs = gpr.ranMs + atMs - gpr.successfulAt;
        return;
      }
      case FactKind.gprRequeued: {
        const gpr = this.#open.get(uid)!;
        if (words[at + GprRequeued.reason] === Reason.provisioningFailure) this.#provisioningFailures++;
        gpr.ranMs = gpr.exitMs - words[at + GprRequeued.exitLeftMs];
        gpr.successfulAt = -1;
        gpr.idleSince = -1;
        return;
      }
      case FactKind.gprEnded:
        this.#end(uid, words[at + GprEnded.reason], words[at + GprEnded.ranMs], atMs);
        return;
      case FactKind.gprRemoved:
        this.#open.delete(uid);
        return;
      case FactKind.nodeAdded:
        this.#nodes(atMs, 1);
        return;
      case FactKind.nodeDown:
        this.#nodeFailures++;
        this.#downSince.set(words[at], atMs);
        this.#nodes(atMs, -1);
        return;
      case FactKind.nodeUp: {
        const node = words[at];
        this.#repairs++;
        this.#repairMs += atMs - this.#downSince.get(node)!;
        this.#downSince.delete(node);
        this.#nodes(atMs, 1);
        return;
      }
      case FactKind.nodeRemoved:
        if (!this.#downSince.delete(words[at])) this.#nodes(atMs, -1);
    }
  }

  #arrive(words: Float64Array, at: number, atMs: number): void {
    const flags = words[at + GprCreated.flags];
    const workspace = words[at + GprCreated.workspace];
    const exitMs = words[at + GprCreated.exitMs];
    this.#open.set(words[at + GprCreated.uid], {
      workspace,
      exitMs,
      enforcesIdleTimeOut: (flags & Flag.enforcesIdleTimeOut) !== 0,
      ranMs: 0,
      successfulAt: -1,
      idleSince: -1,
      idleAfterMs: 0,
    });
    this.#arrivals.push({
      workspace,
      pool: words[at + GprCreated.pool],
      priority: words[at + GprCreated.priority],
      nodeCount: words[at + GprCreated.nodeCount],
      gpusPerNode: words[at + GprCreated.gpusPerNode],
      exitMs,
      flags,
      shape: undefined,
    });
    this.#rates.note(atMs);
  }

  /** A life that was cut shows nothing: it is left out. A release counts as the end of the work. */
  #end(uid: number, reason: number, ranMs: number, atMs: number): void {
    const gpr = this.#open.get(uid)!;
    this.#open.delete(uid);
    if (reason === Reason.provisioningFailure) this.#provisioningFailures++;
    const hasTimedOut = reason === Reason.idleTimeOut;
    const isWhole =
      hasTimedOut ||
      reason === Reason.exitDuration ||
      reason === Reason.runTime ||
      reason === Reason.earlyRelease;
    if (!isWhole || gpr.exitMs === 0) return;
    const { exitMs, enforcesIdleTimeOut, idleAfterMs, idleSince, workspace } = gpr;
    this.#lives.push({
      workspace,
      exitMs,
      enforcesIdleTimeOut,
      share: (hasTimedOut ? idleAfterMs : ranMs) / exitMs,
      timedOutAfterMs: hasTimedOut ? atMs - idleSince : -1,
    });
  }

  #nodes(atMs: number, change: number): void {
    this.#upMs += this.#up * (atMs - this.#upSince);
    this.#upSince = atMs;
    this.#up += change;
  }
}

/** The correlation of lives of a workspace that ended one after the other, around the mean of its lives; at least 0. */
function alikeness(own: ReadonlyMap<number, readonly Life[]>): number {
  let squares = 0;
  let products = 0;
  for (const lives of own.values()) {
    if (lives.length < CORRELATED) continue;
    const mean = sumOf(lives.map(({ share }) => share)) / lives.length;
    for (let i = 0; i < lives.length; i++) {
      squares += (lives[i].share - mean) * (lives[i].share - mean);
      if (i > 0) products += (lives[i].share - mean) * (lives[i - 1].share - mean);
    }
  }
  return products <= 0 ? 0 : products / squares;
}
