// The scenario of a new world, as a client asks for it.

import type { Scenario } from '../../../sim/index.ts';
import { Failure } from '../../api/frame/errors/failure.ts';
import { bounded, oneOf, problem } from '../../api/frame/errors/problems.ts';
import { builtInScenarios } from '../../scenario/builtin.ts';
import { budgetProblems, CLIENT_BYTES } from '../../scenario/fields/budget.ts';
import type { Problem } from '../../scenario/fields/field-problems.ts';
import { scenarioOf } from '../../scenario/load.ts';
import { override } from '../../scenario/override.ts';

/** @param own that of the server @throws Failure with all that is wrong */
export function wantedScenario(
  wanted: string | object | null,
  given: number | null,
  own: Scenario,
): Scenario {
  const seed = given ?? undefined;
  if (wanted === null) {
    const tooLarge = budgetProblems(own, CLIENT_BYTES);
    if (tooLarge.length > 0) throw invalid(tooLarge);
    return override(own, { seed });
  }
  const builtIn = builtInScenarios.find(({ name }) => name === wanted);
  if (typeof wanted === 'string' && builtIn === undefined) {
    const names = builtInScenarios.map(({ name }) => name);
    throw new Failure('invalid', {}, [
      problem('scenario', oneOf('an object, or the name of a built-in scenario', names, wanted)),
    ]);
  }
  const content = builtIn?.file ?? wanted;
  const loaded = scenarioOf(content, 'scenario', { seed, now: Date.now, namesNoFile: true });
  if (loaded.ok) return loaded.scenario;
  throw invalid(loaded.problems);
}

function invalid(problems: readonly Problem[]): Failure {
  const fields = problems.map(({ path, message }) =>
    problem(path === '' ? 'scenario' : `scenario.${path}`, message),
  );
  return new Failure('invalid', {}, bounded(fields));
}
