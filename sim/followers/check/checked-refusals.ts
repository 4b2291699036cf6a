// Checks facts about refused workload: steps of scripts at their instants, and arrivals in workspaces with a policy.

import type { CheckedGprs } from './checked-gprs.ts';
import type { CheckedRecords } from './checked-records.ts';
import type { CheckedScenario, Report, Rules } from './report.ts';

export class CheckedRefusals {
  readonly rules: Rules<'scriptRefused' | 'arrivalRefused'> = {
    scriptRefused: ({ stream, step }) => this.#onStep(stream, step),
    arrivalRefused: ({ uid, workspace }) => this.#onArrival(uid, workspace),
  };
  readonly #report: Report;
  readonly #scenario: CheckedScenario;
  readonly #gprs: CheckedGprs;
  readonly #records: CheckedRecords;
  readonly #steps: Map<number, number> = new Map();
  readonly #arrivals: Set<number> = new Set();

  constructor(report: Report, scenario: CheckedScenario, gprs: CheckedGprs, records: CheckedRecords) {
    this.#report = report;
    this.#scenario = scenario;
    this.#gprs = gprs;
    this.#records = records;
  }

  #onStep(stream: number, step: number): void {
    const workload = this.#scenario.workload[stream];
    const due = workload?.kind === 'script' ? workload.steps[step]?.atMs : undefined;
    if (due === undefined)
      this.#report.object(`step ${step} of script ${stream} was refused, but does not exist`);
    else if (due !== this.#report.atMs) {
      this.#report.object(`step ${step} of script ${stream} was refused; expected at ${due} ms`);
    }
    const before = this.#steps.get(stream) ?? -1;
    if (step <= before) {
      this.#report.object(
        `step ${step} of script ${stream} was refused after step ${before}; expected ascending steps`,
      );
    }
    this.#steps.set(stream, step);
  }

  #onArrival(uid: number, workspace: number): void {
    if (this.#gprs.isKnown(uid) || this.#arrivals.has(uid)) {
      this.#report.object(`the arrival of GPR ${uid} was refused, but it arrived or was refused before`);
    }
    this.#arrivals.add(uid);
    if (!this.#records.hasPolicy(workspace)) {
      this.#report.object(`the arrival of GPR ${uid} was refused, but workspace ${workspace} has no policy`);
    }
  }
}
