// The invariant checker: a separate model of the world, built from facts and the scenario alone. It objects to facts that
// violate an invariant. Each kind of fact has one rule, in the file of the object that the fact is about.

import { ENTRIES, FACTS, type FactName } from '../../facts/catalogue.ts';
import { eachFact, type FactRun, namedWords } from '../../facts/log.ts';
import { State } from '../../facts/numbered.ts';
import { CheckedEndpoints } from './checked-endpoints.ts';
import { CheckedFaults } from './checked-faults.ts';
import { CheckedGprs } from './checked-gprs.ts';
import { CheckedHeads } from './checked-heads.ts';
import { CheckedNodes } from './checked-nodes.ts';
import { CheckedPlacements } from './checked-placements.ts';
import { CheckedPools } from './checked-pools.ts';
import { CheckedRecords } from './checked-records.ts';
import { CheckedRefusals } from './checked-refusals.ts';
import { CheckedWorkspaces } from './checked-workspaces.ts';
import { type CheckedScenario, Report, type Rules } from './report.ts';

export interface CheckResult {
  readonly facts: number;
  readonly created: number;
  readonly queued: number;
  readonly provisioned: number;
  readonly ended: number;
  readonly removed: number;
}

const NAMES: readonly (FactName | undefined)[] = ENTRIES.map((entry) =>
  (Object.keys(FACTS) as FactName[]).find((name) => FACTS[name] === entry),
);

export class Checker {
  readonly #report: Report = new Report();
  readonly #nodes: CheckedNodes;
  readonly #pools: CheckedPools;
  readonly #workspaces: CheckedWorkspaces;
  readonly #records: CheckedRecords;
  readonly #faults: CheckedFaults;
  readonly #gprs: CheckedGprs;
  readonly #endpoints: CheckedEndpoints;
  readonly #placements: CheckedPlacements;
  readonly #rules: Rules<FactName>;
  #facts = 0;

  constructor(scenario: CheckedScenario) {
    const report = this.#report;
    const nodes = new CheckedNodes(report, scenario);
    const pools = new CheckedPools(scenario.scheduler.workspaceLimit === 1);
    const workspaces = new CheckedWorkspaces(report);
    const records = new CheckedRecords(report, workspaces);
    const faults = new CheckedFaults(report, scenario, (uid) => this.#effectOf(uid));
    const gprs = new CheckedGprs(report, scenario, nodes, pools, workspaces, faults);
    const heads = new CheckedHeads(report, gprs, nodes, pools);
    const refusals = new CheckedRefusals(report, scenario, gprs, records);
    const endpoints = new CheckedEndpoints(report, gprs, nodes, workspaces);
    const placements = new CheckedPlacements(report, scenario, gprs, nodes, workspaces, faults);
    this.#nodes = nodes;
    this.#pools = pools;
    this.#workspaces = workspaces;
    this.#records = records;
    this.#faults = faults;
    this.#gprs = gprs;
    this.#endpoints = endpoints;
    this.#placements = placements;
    this.#rules = {
      ...nodes.rules,
      ...workspaces.rules,
      ...records.rules,
      ...faults.rules,
      ...gprs.rules,
      ...heads.rules,
      ...refusals.rules,
      ...endpoints.rules,
      ...placements.rules,
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
        this.#gprs.endInstant();
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
    const { created, ended, removed } = this.#gprs;
    return { facts: this.#facts, created, ...this.#gprs.count(), ended, removed };
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
    this.#gprs.endTurn();
    this.#nodes.endTurn();
    this.#faults.endTurn();
    this.#workspaces.endTurn((workspace) => this.#remains(workspace));
  }

  #remains(workspace: number): string[] {
    const endpoints = this.#endpoints.countOf(workspace);
    const placements = this.#placements.countOf(workspace);
    return [
      ...(this.#pools.isEmpty(workspace) ? [] : ['GPRs']),
      ...(endpoints > 0 ? ['endpoints'] : []),
      ...(placements > 0 ? ['placements'] : []),
      ...(this.#records.hasPolicy(workspace) ? ['its policy'] : []),
      ...(this.#records.hasBinding(workspace) ? ['its binding'] : []),
    ];
  }

  #effectOf(uid: number): 'none' | 'sudden' | 'silent' {
    if (this.#gprs.find(uid)?.state === State.provisioning || this.#placements.has(uid)) return 'sudden';
    return this.#endpoints.has(uid) ? 'silent' : 'none';
  }
}
