// Fact runs made by hand, good and bad, for whoever reads facts.

import { FactKind } from '../../sim/facts/catalogue.ts';
import { FactLog, type FactRun, noteFact } from '../../sim/facts/log.ts';
import { Reason } from '../../sim/facts/numbered.ts';
import { Flag, State } from '../../sim/gpr.ts';

/** Writes facts one after the other; each returns this. */
export class FactWriter {
  readonly #log = new FactLog();

  fact(kind: number, atMs: number, ...words: number[]): this {
    noteFact(this.#log, kind, atMs, words);
    return this;
  }

  node(node: number, given: { pool?: number; gpus?: number; atMs?: number } = {}): this {
    return this.fact(FactKind.nodeAdded, given.atMs ?? 0, node, given.pool ?? 0, given.gpus ?? 8, 0);
  }

  /** A GPR of 8 GPUs of one node of pool 0, in a workspace of its own number, that may evict. */
  created(
    uid: number,
    given: {
      workspace?: number;
      priority?: number;
      nodes?: number;
      gpus?: number;
      flags?: number;
      atMs?: number;
    } = {},
  ): this {
    const { workspace = uid, priority = 100, nodes = 1, gpus = 8, flags = Flag.evicts, atMs = 0 } = given;
    return this.fact(FactKind.gprCreated, atMs, uid, workspace, 0, priority, nodes, gpus, 100_000, flags);
  }

  started(uid: number, nodes: readonly number[], given: { held?: number; atMs?: number } = {}): this {
    const { held = nodes.length * 8, atMs = 0 } = given;
    return this.fact(FactKind.gprProvisioning, atMs, uid, uid, 0, held, 0, 0, ...nodes);
  }

  successful(uid: number, atMs = 0): this {
    return this.fact(FactKind.gprSuccessful, atMs, uid, uid);
  }

  ended(uid: number, given: { state?: number; reason?: number; culprit?: number; atMs?: number } = {}): this {
    const { state = State.complete, reason = Reason.exitDuration, culprit = 0, atMs = 0 } = given;
    return this.fact(FactKind.gprEnded, atMs, uid, uid, state, reason, culprit, 0, 0, 0, 8);
  }

  evicted(uid: number, by: number, atMs = 0): this {
    return this.fact(FactKind.gprRequeued, atMs, uid, uid, Reason.eviction, by, 100_000);
  }

  take(): FactRun {
    return this.#log.take();
  }
}
