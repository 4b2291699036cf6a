// Follows the facts of a world and writes the rows of all tables.

import type Database from 'better-sqlite3';
import {
  eachFact,
  FactKind,
  type FactRun,
  type FactView,
  GprChanged,
  GprDelayed,
  GprStep,
  HeadBlocked,
  NodeAdded,
  type Simulation,
  stepOf,
} from '../../../../../sim/index.ts';
import type { GprNames } from './gpr-names.ts';
import { type GprRows, newGprRows } from './gpr-table-rows.ts';
import { Inserts } from './inserts.ts';
import { Levels } from './levels.ts';
import { NodeRows } from './node-rows.ts';
import type { TableName } from './schema.ts';

export class Rows {
  readonly #inserts: Readonly<Record<TableName, Inserts>>;
  readonly #simulation: Simulation;
  readonly #levels: Levels;
  readonly #nodes: NodeRows;
  readonly #gprs: GprRows;
  /** Cluster → number. */
  readonly #clusters: ReadonlyMap<string, number>;
  /** Pool → number of its cluster, filled at first use. */
  readonly #clusterOfPool: number[] = [];

  /** @param simulation the world after all facts @param tables those that the database has */
  constructor(
    database: Database.Database,
    tables: readonly TableName[],
    simulation: Simulation,
    names: GprNames,
  ) {
    const inserts = tables.map((table) => [table, new Inserts(database, table)] as const);
    this.#inserts = Object.fromEntries(inserts) as Record<TableName, Inserts>;
    this.#simulation = simulation;
    const clusters = simulation.scenario.clusters.map(({ name }) => name);
    this.#clusters = new Map(clusters.map((name, number) => [name, number]));
    this.#levels = new Levels(this.#inserts.levels, clusters);
    this.#nodes = new NodeRows(this.#inserts.nodes, this.#inserts.outages, this.#levels);
    const clusterOf = (pool: number) => this.#clusterOf(pool);
    const around = { simulation, names, levels: this.#levels, nodes: this.#nodes, clusterOf };
    this.#gprs = newGprRows(this.#inserts, around, tables.includes('facts'));
  }

  /** Reads the next facts. @throws Error if they contradict the ones before */
  follow(run: FactRun): void {
    const { words } = run;
    eachFact(run, (kind, atMs, at, count, seq) => this.#read(kind, words, at, count, atMs, seq));
  }

  /** Writes a row for each fact of a run that `follow` has read. */
  list(facts: readonly FactView[]): void {
    for (const { seq, atMs, kind, ...members } of facts) {
      const { gprId, workspace } = members;
      const gpr = gprId == null ? null : this.#gprs.numberOf(this.#simulation.uidOf(gprId));
      this.#inserts.facts.add(seq, atMs, kind, gpr, workspace ?? null, JSON.stringify(members));
    }
  }

  /** Writes the rows about the end of the run, some at each step. */
  *end(run: Readonly<Record<string, string | number | bigint>>): Generator<undefined> {
    yield* this.#gprs.end();
    this.#nodes.end();
    this.#levels.end(this.#simulation.nowMs);
    for (const [key, value] of Object.entries(run)) this.#inserts.run.add(key, value);
    for (const insert of Object.values(this.#inserts)) insert.end();
  }

  /** Table → number of rows. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(this.#inserts).map(([table, { count }]) => [table, count]));
  }

  #clusterOf(pool: number): number {
    this.#clusterOfPool[pool] ??= this.#clusters.get(this.#simulation.poolNames(pool).cluster)!;
    return this.#clusterOfPool[pool];
  }

  #read(kind: number, words: Float64Array, at: number, count: number, atMs: number, seq: number): void {
    const first = words[at];
    const step = stepOf(kind, words, at);
    switch (step) {
      case GprStep.created:
        this.#gprs.created(words, at, atMs);
        return;
      case GprStep.started:
        this.#gprs.started(words, at, count, atMs);
        return;
      case GprStep.successful:
        this.#gprs.successful(first, atMs);
        return;
      case GprStep.requeued:
        this.#gprs.requeued(words, at, atMs);
        return;
      case GprStep.ended:
      case GprStep.refused:
        this.#gprs.ended(step, words, at, atMs);
        return;
      case GprStep.removed:
        this.#gprs.removed(first, atMs);
        return;
    }
    switch (kind) {
      case FactKind.gprShape:
        this.#gprs.shaped(words, at);
        break;
      case FactKind.gprGpus:
        this.#gprs.shared(words, at);
        break;
      case FactKind.gprChanged:
        this.#gprs.changed(first, words[at + GprChanged.priority]);
        break;
      case FactKind.gprDelayed:
        this.#delayed(words, at, atMs, seq);
        break;
      case FactKind.headBlocked:
        this.#blocked(words, at, atMs, seq);
        break;
      case FactKind.nodeAdded: {
        const cluster = this.#clusterOf(words[at + NodeAdded.pool]);
        this.#nodes.added(this.#simulation.nodeOf(first), cluster, words[at + NodeAdded.gpus], atMs);
        break;
      }
      case FactKind.nodeDown:
        this.#nodes.down(first, atMs);
        break;
      case FactKind.nodeUp:
        this.#nodes.up(first, atMs);
        break;
      case FactKind.nodeRemoved:
        this.#nodes.removed(first, atMs);
        break;
    }
  }

  #delayed(words: Float64Array, at: number, atMs: number, seq: number): void {
    const start = words[at + GprDelayed.estimatedStartMs];
    this.#inserts.delays.add(
      seq,
      atMs,
      this.#gprs.numberOf(words[at]),
      words[at + GprDelayed.delayedCount],
      start < 0 ? null : start,
    );
  }

  #blocked(words: Float64Array, at: number, atMs: number, seq: number): void {
    this.#inserts.blocked.add(
      seq,
      atMs,
      this.#gprs.numberOf(words[at]),
      words[at + HeadBlocked.step],
      words[at + HeadBlocked.needsNodes],
      words[at + HeadBlocked.needsGpusPerNode],
      words[at + HeadBlocked.nodesWithRoom],
      words[at + HeadBlocked.victimsNotEnough],
    );
  }
}
