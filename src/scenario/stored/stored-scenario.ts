// Reads and checks the scenario in a world's file. It is in the engine's form, with all members written out.

import { type Scenario, scenario as schema } from '../../../sim/index.ts';
import { budgetProblems } from '../fields/budget.ts';
import { type Problem, problemsMax } from '../fields/field-problems.ts';
import { problemsOf } from './check-data.ts';
import { checkStored } from './check-stored.ts';

/** Of a parsed scenario; checking takes as long as 20 bytes take otherwise. */
const BYTES_PER_CHARACTER = 4;

type StoredScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  /** `isTooLarge`: it is valid otherwise, as far as it was read. */
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly isTooLarge?: true };

/**
 * Reads a stored scenario, or returns its problems.
 * @param most bytes that its world may take; unbounded by default: a world that could be made must open again
 */
export function readStoredScenario(json: string, most = Number.POSITIVE_INFINITY): StoredScenario {
  const textMax = most / BYTES_PER_CHARACTER;
  if (json.length > textMax)
    return tooLarge([
      { path: '', message: `must have at most ${textMax} characters, but has ${json.length}` },
    ]);
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (error) {
    return { ok: false, problems: [{ path: '', message: `is not valid JSON: ${(error as Error).message}` }] };
  }
  const wrong = problemsOf(schema, content);
  if (wrong.length > 0) return failed(wrong);
  const scenario = content as Scenario;
  const large = most === Number.POSITIVE_INFINITY ? [] : budgetProblems(scenario, most);
  if (large.length > 0) return tooLarge(large);
  const problems = checkStored(scenario);
  return problems.length > 0 ? failed(problems) : { ok: true, scenario };
}

function tooLarge(problems: readonly Problem[]): StoredScenario {
  return { ...failed(problems), isTooLarge: true } as StoredScenario;
}

function failed(problems: readonly Problem[]): StoredScenario {
  return { ok: false, problems: problems.slice(0, problemsMax) };
}
