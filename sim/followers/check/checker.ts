// The invariant checker: a separate model of the world, built from facts and the scenario alone. It objects to facts that
// violate an invariant. Each kind of fact has one rule, in the file of the object that the fact is about.

import { ENTRIES, FACTS, type FactName } from '../../facts/catalogue.ts';
import { eachFact, type FactRun, namedWords } from '../../facts/log.ts';
import { type CheckedScenario, Report, type Rules } from './check-report.ts';
import { attemptRules } from './gprs/attempt-rules.ts';
import type { GprCounts } from './gprs/checked-gprs.ts';
import { headRules } from './gprs/head-rules.ts';
import { type Parts, partsOf } from './parts.ts';
import { decisionRules } from './resources/decision-rules.ts';
import { refusalRules } from './resources/refusal-rules.ts';

interface CheckResult extends GprCounts {
  readonly facts: number;
}

const NAMES: readonly (FactName | undefined)[] = ENTRIES.map((entry) =>
  (Object.keys(FACTS) as FactName[]).find((name) => FACTS[name] === entry),
);

export class Checker {
  readonly #report: Report = new Report();
  readonly #parts: Parts;
  readonly #rules: Rules<FactName>;
  #facts = 0;

  constructor(scenario: CheckedScenario) {
    const parts = partsOf(this.#report, scenario);
    this.#parts = parts;
    this.#rules = {
      ...parts.nodes.rules,
      ...parts.workspaces.rules,
      ...parts.changes.rules,
      ...parts.order.rules,
      ...parts.records.rules,
      ...parts.faults.rules,
      ...parts.gprs.rules,
      ...parts.shares.rules,
      ...attemptRules(parts),
      ...headRules(parts),
      ...refusalRules(parts),
      ...parts.endpoints.rules,
      ...parts.placements.rules,
      ...decisionRules(parts),
    };
  }

  get violations(): readonly string[] {
    return this.#report.violations;
  }

  read(run: FactRun): void {
    const report = this.#report;
    eachFact(run, (kind, atMs, at, count, seq) => {
      this.#facts++;
      if (seq !== this.#facts)
        report.object(`fact ${seq} follows fact ${this.#facts - 1}; expected fact ${this.#facts}`);
      this.#facts = seq;
      if (atMs < report.atMs)
        report.object(`time goes back to ${atMs} ms at fact ${seq}; expected at least ${report.atMs} ms`);
      if (atMs > report.atMs) {
        this.#endTurn();
        this.#parts.gprs.endInstant();
      }
      report.atMs = atMs;
      const name = NAMES[kind];
      const words = namedWords(kind, run.words, at, count);
      if (name === undefined) report.object(`fact ${seq} has the unknown kind ${kind}`);
      else if (words === undefined)
        report.object(`fact ${seq} (${name}) has the wrong number of words: ${count}`);
      else (this.#rules[name] as (words: object) => void)(words);
    });
  }

  result(): CheckResult {
    return { facts: this.#facts, ...this.#parts.gprs.count() };
  }

  /** Compares the engine's numbers of queued and provisioned GPRs with the facts. Called between two turns of the engine. */
  compare(states: Readonly<Record<string, number>>): void {
    this.#endTurn();
    const { queued, provisioned } = this.result();
    if (states.Queued !== queued) {
      this.#report.object(`the engine has ${states.Queued} queued GPRs; expected ${queued} by the facts`);
    }
    const engine = states.Provisioning + states.Successful;
    if (engine !== provisioned) {
      this.#report.object(`the engine has ${engine} provisioned GPRs; expected ${provisioned} by the facts`);
    }
  }

  /** Checks what must hold at the end of an instant or a turn of the engine. */
  #endTurn(): void {
    const { evictions, nodes, faults, workspaces } = this.#parts;
    evictions.endTurn();
    nodes.endTurn();
    faults.endTurn();
    workspaces.endTurn((workspace) => this.#remains(workspace));
  }

  #remains(workspace: number): string[] {
    const { pools, endpoints, placements, records } = this.#parts;
    return [
      ...(pools.isEmpty(workspace) ? [] : ['GPRs']),
      ...(endpoints.countOf(workspace) > 0 ? ['endpoints'] : []),
      ...(placements.countOf(workspace) > 0 ? ['placements'] : []),
      ...(records.hasPolicy(workspace) ? ['its policy'] : []),
      ...(records.hasBinding(workspace) ? ['its binding'] : []),
    ];
  }
}
