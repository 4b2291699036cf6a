// Fact runs made by hand, good and bad, for whoever reads facts.

import { FactKind, type ListKind, type NameOf, type WordsOf } from '../../sim/facts/catalogue.ts';
import { FactLog, type FactRun, noteFact } from '../../sim/facts/log.ts';
import { Reason, State } from '../../sim/facts/numbered.ts';
import { Flag } from '../../sim/tables/gpr.ts';

/** Writes facts one after the other; each returns this. */
export class FactWriter {
  readonly #log = new FactLog();

  fact<Kind extends Exclude<FactKind, ListKind>>(
    kind: Kind,
    atMs: number,
    words: WordsOf<NameOf<Kind>>,
  ): this {
    noteFact(this.#log, kind, atMs, words);
    return this;
  }

  /** Words as they are, which need not be those of the kind. */
  words(kind: number, atMs: number, ...words: number[]): this {
    const at = this.#log.begin(kind, atMs, words.length);
    this.#log.words.set(words, at);
    return this;
  }

  node(node: number, given: { pool?: number; gpus?: number; atMs?: number } = {}): this {
    const { pool = 0, gpus = 8, atMs = 0 } = given;
    return this.fact(FactKind.nodeAdded, atMs, { node, pool, gpus, nameHash: 0 });
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
    const what = { nodeCount: nodes, gpusPerNode: gpus, exitMs: 100_000, flags };
    return this.fact(FactKind.gprCreated, atMs, { uid, workspace, pool: 0, priority, ...what });
  }

  started(uid: number, nodes: readonly number[], given: { held?: number; atMs?: number } = {}): this {
    const { held = nodes.length * 8, atMs = 0 } = given;
    return this.words(FactKind.gprProvisioning, atMs, uid, uid, 0, held, 0, 0, ...nodes);
  }

  successful(uid: number, atMs = 0): this {
    return this.fact(FactKind.gprSuccessful, atMs, { uid, workspace: uid });
  }

  ended(uid: number, given: { state?: number; reason?: number; culprit?: number; atMs?: number } = {}): this {
    const { state = State.complete, reason = Reason.exitDuration, culprit = 0, atMs = 0 } = given;
    const ran = { inSystemMs: 0, ranMs: 0, costMicro: 0, gpus: 8 };
    return this.fact(FactKind.gprEnded, atMs, { uid, workspace: uid, state, reason, culprit, ...ran });
  }

  evicted(uid: number, by: number, atMs = 0): this {
    const why = { reason: Reason.eviction, culprit: by, exitLeftMs: 100_000 };
    return this.fact(FactKind.gprRequeued, atMs, { uid, workspace: uid, ...why });
  }

  take(): FactRun {
    return this.#log.take();
  }
}
