// Shared by the parts of the checker: the current instant and the list of violations.

import type { FactName, WordsOf } from '../../facts/catalogue.ts';
import type { Scenario } from '../../language/scenario.ts';

const VIOLATIONS_MAX = 20;

export type CheckedScenario = Pick<
  Scenario,
  'scheduler' | 'clusters' | 'instanceTypes' | 'workload' | 'failures' | 'faults'
>;

/** Name of a fact → the function that checks such a fact and applies it to the model. */
export type Rules<Name extends FactName> = {
  readonly [One in Name]: (words: WordsOf<One>) => void;
};

export class Report {
  readonly violations: string[] = [];
  atMs = 0;

  /** Objects to the current fact. @param what is wrong, and what was expected */
  object(what: string): void {
    if (this.violations.length < VIOLATIONS_MAX) this.violations.push(`at ${this.atMs} ms: ${what}`);
  }
}
