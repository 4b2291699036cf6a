// A simulation for tests. It passes every fact to the checker, which must find no violation after any step.

import assert from 'node:assert/strict';
import {
  Checker,
  type Command,
  type CreateGpr,
  type EstimateRun,
  type FactView,
  type GprView,
  type Outcome,
  type Rejection,
  type Scenario,
  Simulation,
  textOf,
} from '../../sim/index.ts';
import { request } from './scenario.ts';

export class World {
  readonly simulation: Simulation;
  readonly checker: Checker;
  readonly facts: FactView[] = [];
  readonly estimates: EstimateRun[] = [];

  constructor(scenario: Scenario, simulation: Simulation = new Simulation(scenario)) {
    this.simulation = simulation;
    this.checker = new Checker(scenario);
    simulation.measures.countParts(true);
    this.#observe();
  }

  /** Opens a round at an instant, for commands. */
  at(ms: number): this {
    this.simulation.openAt(ms);
    this.#observe();
    return this;
  }

  /** Runs up to the end of an instant. */
  run(ms: number): this {
    this.simulation.runTo(ms);
    this.#observe();
    return this;
  }

  do(command: Command): Outcome {
    const check = this.simulation.check(command);
    assert.ok(check.ok, `refused: ${JSON.stringify(check)}`);
    const outcome = this.simulation.apply(check.command);
    this.#observe();
    return outcome;
  }

  refusal(command: Command): Rejection {
    const check = this.simulation.check(command);
    assert.ok(!check.ok, `accepted: ${JSON.stringify(check)}`);
    return check.rejection;
  }

  create(workspace: string, given: Partial<CreateGpr> = {}): string {
    return this.do(request(workspace, given)).gprId!;
  }

  gpr(gprId: string): GprView {
    const view = this.simulation.views.gpr(gprId);
    assert.ok(view !== undefined, `${gprId} is not in memory`);
    return view;
  }

  states(...gprIds: string[]): string {
    return gprIds.map((gprId) => this.gpr(gprId).state).join(' ');
  }

  estimate(gprId: string): number | null {
    return this.simulation.estimate(gprId).startMs;
  }

  sentence(gprId: string): string {
    return textOf(this.simulation.explain(gprId)!.sentence);
  }

  starts(gprId: string): number[] {
    return this.of(gprId, 'gpr.provisioning').map(({ atMs }) => atMs);
  }

  of(gprId: string, kind: string): FactView[] {
    return this.facts.filter((fact) => fact.gprId === gprId && fact.kind === kind);
  }

  kindsAt(ms: number): string[] {
    return this.facts.filter(({ atMs }) => atMs === ms).map(({ kind }) => kind);
  }

  #observe(): void {
    this.estimates.push(this.simulation.takeEstimates());
    const run = this.simulation.takeFacts();
    this.checker.read(run);
    this.facts.push(...this.simulation.viewFacts(run));
    this.checker.compare(this.simulation.views.countStates());
    assert.deepEqual(this.checker.violations, []);
  }
}
