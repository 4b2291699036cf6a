// Fact runs made by hand, valid and invalid, for tests of code that reads facts.

import { FactKind, type ListKind, type NameOf, type WordsOf } from '../../sim/facts/fact-catalogue.ts';
import { FactLog, type FactRun, noteFact } from '../../sim/facts/log.ts';
import { Reason, State } from '../../sim/facts/numbered.ts';
import { Flag } from '../../sim/tables/gprs/gpr-table.ts';

interface Written {
  readonly workspace: number;
  readonly pool: number;
  readonly createdAt: number;
  hasStarted: boolean;
  /** When it became Successful; −1 = it is not Successful. */
  successfulAt: number;
  held: number;
  ranMs: number;
  retries: number;
}

const EXIT_MS = 100_000;

/** Writes facts; each method returns the writer. Words that are not given follow from the earlier facts. */
export class FactWriter {
  readonly #log = new FactLog();
  readonly #gprs = new Map<number, Written>();

  fact<Kind extends Exclude<FactKind, ListKind>>(
    kind: Kind,
    atMs: number,
    words: WordsOf<NameOf<Kind>>,
  ): this {
    noteFact(this.#log, kind, atMs, words);
    return this;
  }

  /** Writes arbitrary words, even invalid ones for the kind. */
  words(kind: number, atMs: number, ...words: number[]): this {
    const at = this.#log.begin(kind, atMs, words.length);
    this.#log.words.set(words, at);
    return this;
  }

  node(node: number, given: { pool?: number; gpus?: number; atMs?: number } = {}): this {
    const { pool = 0, gpus = 8, atMs = 0 } = given;
    return this.fact(FactKind.nodeAdded, atMs, { node, pool, gpus, nameHash: 0 });
  }

  /**
   * Creates a GPR of 8 GPUs on one node of pool 0, in the workspace with the number of its uid. It may evict, is requeued, and has
   * 100 s of exit duration.
   */
  created(
    uid: number,
    given: {
      workspace?: number;
      pool?: number;
      priority?: number;
      nodes?: number;
      gpus?: number;
      flags?: number;
      exitMs?: number;
      atMs?: number;
    } = {},
  ): this {
    const { workspace = uid, pool = 0, priority = 100, nodes = 1, gpus = 8, atMs = 0 } = given;
    const { flags = Flag.evicts | Flag.requeues, exitMs = EXIT_MS } = given;
    this.#gprs.set(uid, {
      workspace,
      pool,
      createdAt: atMs,
      hasStarted: false,
      successfulAt: -1,
      held: 0,
      ranMs: 0,
      retries: 0,
    });
    const what = { nodeCount: nodes, gpusPerNode: gpus, exitMs, flags };
    return this.fact(FactKind.gprCreated, atMs, { uid, workspace, pool, priority, ...what });
  }

  started(
    uid: number,
    nodes: readonly number[],
    given: { held?: number; atMs?: number; waitMs?: number; retryCount?: number } = {},
  ): this {
    const gpr = this.#of(uid);
    const { held = nodes.length * 8, atMs = 0 } = given;
    const { waitMs = gpr.hasStarted ? -1 : atMs - gpr.createdAt, retryCount = gpr.retries } = given;
    Object.assign(gpr, { hasStarted: true, held });
    const { workspace, pool } = gpr;
    const words = [uid, workspace, pool, held, waitMs, retryCount, ...nodes];
    return this.words(FactKind.gprProvisioning, atMs, ...words);
  }

  successful(uid: number, atMs = 0): this {
    const gpr = this.#of(uid);
    gpr.successfulAt = atMs;
    return this.fact(FactKind.gprSuccessful, atMs, { uid, workspace: gpr.workspace });
  }

  /** Ends a GPR, by default by early release. */
  ended(uid: number, given: Partial<WordsOf<'gprEnded'>> & { atMs?: number } = {}): this {
    const { atMs = 0, ...other } = given;
    const gpr = this.#released(uid, atMs);
    return this.fact(FactKind.gprEnded, atMs, {
      uid,
      workspace: gpr.workspace,
      state: State.complete,
      reason: Reason.earlyRelease,
      culprit: 0,
      inSystemMs: atMs - gpr.createdAt,
      ranMs: gpr.ranMs,
      costMicro: 0,
      gpus: gpr.held,
      ...other,
    });
  }

  requeued(uid: number, given: Partial<WordsOf<'gprRequeued'>> & { atMs?: number } = {}): this {
    const { atMs = 0, ...other } = given;
    const gpr = this.#released(uid, atMs);
    gpr.retries++;
    return this.fact(FactKind.gprRequeued, atMs, {
      uid,
      workspace: gpr.workspace,
      reason: Reason.provisioningFailure,
      culprit: 0,
      exitLeftMs: EXIT_MS - gpr.ranMs,
      ...other,
    });
  }

  evicted(uid: number, by: number, atMs = 0): this {
    return this.requeued(uid, { reason: Reason.eviction, culprit: by, atMs });
  }

  removed(uid: number, atMs = 0): this {
    return this.fact(FactKind.gprRemoved, atMs, { uid, workspace: this.#of(uid).workspace });
  }

  take(): FactRun {
    return this.#log.take();
  }

  #released(uid: number, atMs: number): Written {
    const gpr = this.#of(uid);
    if (gpr.successfulAt >= 0) gpr.ranMs += atMs - gpr.successfulAt;
    gpr.successfulAt = -1;
    return gpr;
  }

  #of(uid: number): Written {
    if (!this.#gprs.has(uid)) {
      const nothing = { hasStarted: false, successfulAt: -1, held: 0, ranMs: 0, retries: 0 };
      this.#gprs.set(uid, { workspace: uid, pool: 0, createdAt: 0, ...nothing });
    }
    return this.#gprs.get(uid)!;
  }
}
