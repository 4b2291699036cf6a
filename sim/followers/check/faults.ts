// Faults: numbered as they come, striking only while they exist and what is there; without one, no step fails.

import type { CheckedScenario, Report, Rules } from './report.ts';

interface CheckedFault {
  /** Undefined for faults of commands: facts do not tell. */
  readonly times: number | null | undefined;
  struck: number;
}

export class CheckedFaults {
  readonly rules: Rules<'faultAdded' | 'faultStruck' | 'faultRemoved'> = {
    faultAdded: ({ fault }) => this.#onAdded(fault),
    faultStruck: ({ fault, uid }) => this.#onStruck(fault, uid),
    faultRemoved: ({ fault }) => {
      if (!this.#faults.delete(fault)) this.#report.object(`fault ${fault} was removed, but there is none`);
    },
  };
  readonly #report: Report;
  readonly #scenario: CheckedScenario;
  readonly #effectOf: (uid: number) => 'none' | 'sudden' | 'silent';
  readonly #faults: Map<number, CheckedFault> = new Map();
  /** The targets that a fault has struck without an effect so far. */
  readonly #struck: Set<number> = new Set();
  #added = 0;

  /**
   * @param effectOf what a fault does to the GPR, endpoint or placement of a uid: `none` if it cannot be struck,
   * `sudden` if a fact of the same instant must show it
   */
  constructor(
    report: Report,
    scenario: CheckedScenario,
    effectOf: (uid: number) => 'none' | 'sudden' | 'silent',
  ) {
    this.#report = report;
    this.#scenario = scenario;
    this.#effectOf = effectOf;
  }

  /** Whether a fault has struck a GPR or a placement for which there has been no failure since. */
  takeStrike(uid: number): boolean {
    return this.#struck.delete(uid);
  }

  endTurn(): void {
    for (const uid of this.#struck) this.#report.object(`a fault struck ${uid}, and nothing failed`);
    this.#struck.clear();
  }

  #onAdded(number: number): void {
    this.#added++;
    if (number !== this.#added) this.#report.object(`fault ${number} came after ${this.#added - 1} others`);
    this.#faults.set(number, { times: this.#scenario.faults[number - 1]?.times, struck: 0 });
  }

  #onStruck(number: number, uid: number): void {
    const effect = this.#effectOf(uid);
    if (effect === 'none') this.#report.object(`fault ${number} struck ${uid}, which it cannot strike`);
    if (effect === 'sudden') this.#struck.add(uid);
    const fault = this.#faults.get(number);
    if (fault === undefined) {
      this.#report.object(`fault ${number} struck, but there is none`);
      return;
    }
    fault.struck++;
    if (fault.times != null && fault.struck > fault.times)
      this.#report.object(`fault ${number} struck ${fault.struck} times, not ${fault.times}`);
  }
}
