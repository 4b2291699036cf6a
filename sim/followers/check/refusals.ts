// What a workload wanted and did not get: steps of scripts when they are due, GPRs that a policy can have refused.

import type { CheckedGprs } from './gprs.ts';
import type { CheckedRecords } from './records.ts';
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
  /** Stream → its last step that was refused. */
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
    if (due === undefined) this.#report.object(`script ${stream} has no step ${step} to be refused`);
    else if (due !== this.#report.atMs) {
      this.#report.object(`step ${step} of script ${stream} was refused, and is due at ${due}`);
    }
    const before = this.#steps.get(stream) ?? -1;
    if (step <= before) {
      this.#report.object(`step ${step} of script ${stream} was refused after step ${before}`);
    }
    this.#steps.set(stream, step);
  }

  #onArrival(uid: number, workspace: number): void {
    if (this.#gprs.isKnown(uid) || this.#arrivals.has(uid)) {
      this.#report.object(`the arrival of GPR ${uid} was refused, and it had arrived`);
    }
    this.#arrivals.add(uid);
    if (!this.#records.hasPolicy(workspace)) {
      this.#report.object(`the arrival of GPR ${uid} was refused, and workspace ${workspace} has no policy`);
    }
  }
}
