// Runs the engine and the naive world in lockstep: the same commands must lead to the same facts.

import assert from 'node:assert/strict';
import { finish } from '../../sim/base/pending.ts';
import {
  type Command,
  type CreateGpr,
  eachFact,
  FactHash,
  FactKind,
  type Scenario,
  Simulation,
} from '../../sim/index.ts';
import type { Fact } from './state.ts';
import { NaiveSimulation } from './world.ts';

const SHOWN = 8;

const KIND_NAMES = new Map<number, string>(Object.entries(FactKind).map(([name, kind]) => [kind, name]));

/** Kinds of facts that `factsSeen` distinguishes by one of their words: the index of that word. */
const DISTINCTIVE_WORDS: ReadonlyMap<number, number> = new Map([
  [FactKind.recordSet, 0],
  [FactKind.recordRemoved, 0],
  [FactKind.endpointStatus, 3],
  [FactKind.placementPhase, 5],
  [FactKind.placementStep, 5],
]);

/** Kinds of the facts that both worlds have reported in this process, with that word, as `placementStep 1`. */
export const factsSeen: Set<string> = new Set();

export class Lockstep {
  readonly simulation: Simulation;
  readonly naive: NaiveSimulation;
  readonly #hash = new FactHash();
  readonly #last: Fact[] = [];
  readonly #created: string[] = [];
  #facts = 0;

  constructor(scenario: Scenario) {
    this.simulation = new Simulation(scenario);
    this.naive = new NaiveSimulation(scenario);
    this.#compareFacts('after the start');
  }

  openAt(atMs: number): void {
    this.simulation.openAt(atMs);
    this.naive.openAt(atMs);
    this.#compareFacts(`when a round was opened at ${atMs}`);
  }

  runTo(atMs: number): void {
    this.simulation.runTo(atMs);
    this.naive.runTo(atMs);
    this.#compareFacts(`when run to ${atMs}`);
  }

  /** Gives a command to both worlds, which must accept it with the same choices or refuse it for the same reason. */
  give(command: Command): void {
    const check = this.simulation.check(command);
    const naive = this.naive.check(command);
    assert.deepEqual(
      naive,
      check.ok ? { command: check.command } : { refused: check.rejection.code },
      `at ${this.simulation.nowMs} ms the naive world (first) and the engine judge ${JSON.stringify(command)} differently`,
    );
    if (check.ok) this.apply(check.command);
  }

  apply(command: Command): void {
    this.simulation.apply(command);
    this.naive.apply(command);
    this.#compareFacts(`after ${JSON.stringify(command)}`);
  }

  newest(): string | undefined {
    return this.#created.at(-1);
  }

  /** Deletes a GPR that has left memory, if one exists: that only hides it from history. */
  deleteForgotten(): void {
    const gprId = this.#created.find((known) => this.simulation.views.gpr(known) === undefined);
    if (gprId === undefined) return;
    this.openAt(this.simulation.nowMs);
    this.apply({ kind: 'gpr.delete', gprId });
  }

  compareEstimates(): void {
    const queued = this.#created.filter((gprId) => this.simulation.views.gpr(gprId)?.state === 'Queued');
    const engine = new Map(
      queued.map((gprId) => [this.simulation.uidOf(gprId), this.simulation.estimate(gprId).startMs]),
    );
    assert.deepEqual(
      this.naive.estimates(),
      engine,
      `${this.#where()}: the naive world (first) and the engine foresee other starts`,
    );
  }

  compareProspects(request: CreateGpr): void {
    const naive = this.naive.prospects(request);
    const engine = finish(this.simulation.availability(request));
    const items = engine.ok
      ? engine.items.map(({ evictable, ...item }) => ({
          ...item,
          victims: evictable.map(({ gprId }) => this.simulation.uidOf(gprId)),
        }))
      : 'rejection' in engine && engine.rejection.code;
    assert.deepEqual(
      naive,
      items,
      `${this.#where()}: the naive world (first) and the engine have other prospects for ${JSON.stringify(request)}`,
    );
  }

  /** Each prospect must be the estimated start of the GPR if it is created at once, and have the GPRs that it then evicts. */
  compareCreated(request: CreateGpr): void {
    const found = finish(this.simulation.availability(request));
    if (!found.ok) return;
    found.items.forEach(({ startMs, evictable, cluster, instanceType, gpuModelName }, i) => {
      const fork = this.simulation.fork('scheduler');
      fork.openAt(fork.nowMs);
      const check = fork.check(request);
      assert.ok(check.ok && check.command.kind === 'gpr.create');
      const pool = { cluster, instanceType, gpuModelName };
      const what = `${this.#where()}, ${JSON.stringify({ ...request, pool })}: `;
      if (i === 0) assert.deepEqual(check.command.pool, pool, `${what}the chosen pool is not the first one`);
      const gprId = fork.apply({ ...check.command, pool }).gprId!;
      const facts = fork.viewFacts(fork.takeFacts());
      // If a cycle follows each event, it may have started already.
      const hasStarted = facts.some((fact) => fact.kind === 'gpr.provisioning' && fact.gprId === gprId);
      const estimate = hasStarted ? fork.nowMs : fork.estimate(gprId).startMs;
      assert.equal(startMs, estimate, `${what}the prospect and the estimate differ`);
      if (startMs === null) return;
      fork.runTo(startMs);
      const evicted = [...facts, ...fork.viewFacts(fork.takeFacts())]
        .filter((fact) => 'culprit' in fact && fact.culprit === gprId)
        .map((fact) => fact.gprId!)
        // A prospect has no victims that a burst creates later.
        .filter((victim) => this.simulation.views.gpr(victim) !== undefined);
      assert.deepEqual(
        evictable.map((gpr) => gpr.gprId),
        evicted,
        `${what}the evictable GPRs (first) and the evicted ones differ`,
      );
    });
  }

  compareHash(): void {
    const { hash, seq, round, nowMs } = this.simulation.clock();
    const naive = {
      hash: this.#hash.digest(),
      seq: this.#facts,
      round: this.naive.round,
      nowMs: this.naive.nowMs,
    };
    assert.deepEqual(naive, { hash, seq, round, nowMs });
  }

  #compareFacts(when: string): void {
    const engine: Fact[] = [];
    const run = this.simulation.takeFacts();
    eachFact(run, (kind, atMs, at, count) => {
      engine.push([kind, atMs, ...run.words.subarray(at, at + count)]);
    });
    const naive = this.naive.takeFacts();
    for (let i = 0; i < Math.max(engine.length, naive.length); i++) {
      if (!isSame(engine[i], naive[i])) throw new Error(this.#difference(when, engine[i], naive[i]));
      this.#count(engine[i]);
    }
    for (const { kind, gprId } of this.simulation.viewFacts(run)) {
      if (kind === 'gpr.created') this.#created.push(gprId!);
    }
  }

  #count(fact: Fact): void {
    const [kind, ...words] = fact;
    const record = Float64Array.of(kind + 256 * (fact.length - 2), ...words);
    this.#hash.mix(record, 0, record.length);
    const word = DISTINCTIVE_WORDS.get(kind);
    factsSeen.add(KIND_NAMES.get(kind)! + (word === undefined ? '' : ` ${words[1 + word]}`));
    this.#facts++;
    this.#last.push(fact);
    if (this.#last.length > SHOWN) this.#last.shift();
  }

  #difference(when: string, engine: Fact | undefined, naive: Fact | undefined): string {
    return [
      `fact ${this.#facts + 1} differs, ${when}`,
      ...this.#last.map((fact) => `           ${this.#shown(fact)}`),
      `   engine: ${engine === undefined ? 'nothing' : this.#shown(engine)}`,
      `    naive: ${naive === undefined ? 'nothing' : this.#shown(naive)}`,
    ].join('\n');
  }

  /** A fact with names, followed by its plain words. */
  #shown(fact: Fact): string {
    const [kind, atMs, ...rest] = fact;
    const words = Float64Array.of(kind + 256 * rest.length, atMs, ...rest);
    const [{ seq: _, atMs: __, kind: name, ...members }] = this.simulation.viewFacts({
      firstSeq: 1,
      count: 1,
      words,
    });
    return `${atMs} ms ${name ?? KIND_NAMES.get(kind)} ${JSON.stringify(members)} [${rest.join(' ')}]`;
  }

  #where(): string {
    const { nowMs, round, open } = this.simulation.clock();
    return `at ${nowMs} ms, round ${round}, ${open ? 'open' : 'closed'}`;
  }
}

function isSame(a: Fact | undefined, b: Fact | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((word, i) => word === b[i]);
}
