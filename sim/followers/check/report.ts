// What the parts of the checker share: the instant, and the list of what cannot be.

import type { FactName, WordsOf } from '../../facts/catalogue.ts';
import type { Scenario } from '../../language/scenario.ts';

/** Violations are kept up to this many. */
const VIOLATIONS_MAX = 20;

export type CheckedScenario = Pick<Scenario, 'scheduler' | 'clusters' | 'workload' | 'failures' | 'faults'>;

/** What is checked of facts of some kinds. */
export type Rules<Name extends FactName> = {
  readonly [One in Name]: (words: WordsOf<One>) => void;
};

export class Report {
  readonly violations: string[] = [];
  atMs = 0;

  object(what: string): void {
    if (this.violations.length < VIOLATIONS_MAX) this.violations.push(`at ${this.atMs} ms: ${what}`);
  }
}
