// Checks facts about faults: numbers ascend, a fault strikes only existing targets, and a failure follows each strike.

import type { CheckedScenario, Report, Rules } from '../check-report.ts';

interface CheckedFault {
  /** How often it may strike, null = without limit; undefined for faults added by commands: facts do not contain it. */
  readonly times: number | null | undefined;
  struck: number;
}

export class CheckedFaults {
  readonly rules: Rules<'faultAdded' | 'faultStruck' | 'faultRemoved'> = {
    faultAdded: ({ fault }) => this.#onAdded(fault),
    faultStruck: ({ fault, uid }) => this.#onStruck(fault, uid),
    faultRemoved: ({ fault }) => {
      if (!this.#faults.delete(fault)) this.#report.object(`fault ${fault} was removed, but does not exist`);
    },
  };
  readonly #report: Report;
  readonly #scenario: CheckedScenario;
  readonly #effectOf: (uid: number) => 'none' | 'sudden' | 'silent';
  readonly #faults: Map<number, CheckedFault> = new Map();
  /** uids of targets that a fault struck and whose failure has not appeared yet. */
  readonly #struck: Set<number> = new Set();
  #added = 0;

  /** @param effectOf uid → `none`: cannot be struck; `sudden`: must fail in the same instant; `silent`: need not fail visibly */
  constructor(
    report: Report,
    scenario: CheckedScenario,
    effectOf: (uid: number) => 'none' | 'sudden' | 'silent',
  ) {
    this.#report = report;
    this.#scenario = scenario;
    this.#effectOf = effectOf;
  }

  /** Whether a fault struck a GPR or placement and its failure is still open. Marks the failure as seen. */
  takeStrike(uid: number): boolean {
    return this.#struck.delete(uid);
  }

  endTurn(): void {
    for (const uid of this.#struck)
      this.#report.object(`a fault struck ${uid}; expected a failure in the same instant`);
    this.#struck.clear();
  }

  #onAdded(number: number): void {
    this.#added++;
    if (number !== this.#added)
      this.#report.object(`fault ${number} was added; expected number ${this.#added}`);
    this.#faults.set(number, { times: this.#scenario.faults[number - 1]?.times, struck: 0 });
  }

  #onStruck(number: number, uid: number): void {
    const effect = this.#effectOf(uid);
    if (effect === 'none') this.#report.object(`fault ${number} struck ${uid}, which it cannot strike`);
    if (effect === 'sudden') this.#struck.add(uid);
    const fault = this.#faults.get(number);
    if (fault === undefined) {
      this.#report.object(`fault ${number} struck, but does not exist`);
      return;
    }
    fault.struck++;
    if (fault.times != null && fault.struck > fault.times)
      this.#report.object(`fault ${number} struck ${fault.struck} times; expected at most ${fault.times}`);
  }
}
