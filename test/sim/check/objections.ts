// Runs the checker on facts that a test writes.

import assert from 'node:assert/strict';
import { Checker } from '../../../sim/followers/check/checker.ts';
import type { Scenario } from '../../../sim/index.ts';
import { FactWriter } from '../../support/fact-run.ts';
import { scenarioOf } from '../../support/scenario.ts';

export const facts = () => new FactWriter();

/** Returns the objections to a complete run. */
export function objections(writer: FactWriter, scenario: Scenario = scenarioOf()): readonly string[] {
  const checker = new Checker(scenario);
  checker.read(writer.take());
  // At the end of the run, the checker also objects to unfinished evictions and faults.
  const { queued, provisioned } = checker.result();
  checker.compare({ Queued: queued, Provisioning: provisioned, Successful: 0 });
  return checker.violations;
}

/** Asserts that there is exactly one objection, with this text. */
export function assertObjection(writer: FactWriter, text: RegExp, scenario?: Scenario): void {
  const found = objections(writer, scenario);
  assert.equal(found.length, 1, found.join('\n') || 'no objection');
  assert.match(found[0]!, text);
}

export function assertSound(writer: FactWriter, scenario?: Scenario): void {
  assert.deepEqual(objections(writer, scenario), []);
}
