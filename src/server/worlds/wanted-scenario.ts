// The scenario of a new world, as a client asks for it.

import type { Scenario } from '../../../sim/index.ts';
import { Failure } from '../../http/errors/failure.ts';
import { bounded, oneOf, problem } from '../../http/errors/problems.ts';
import { builtInScenarios } from '../../scenario/builtin.ts';
import { scenarioOf } from '../../scenario/load.ts';
import { override } from '../../scenario/override.ts';

/** Each world has a copy of its scenario. */
const RECORDED_MAX = 20_000;

/** @param own that of the server @throws Failure with all that is wrong */
export function wantedScenario(
  wanted: string | object | null,
  given: number | null,
  own: Scenario,
): Scenario {
  const seed = given ?? undefined;
  if (wanted === null) return override(requireSmall(own), { seed });
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
  const problems = loaded.problems.map(({ path, message }) =>
    problem(path === '' ? 'scenario' : `scenario.${path}`, message),
  );
  throw new Failure('invalid', {}, bounded(problems));
}

function requireSmall(own: Scenario): Scenario {
  const recorded = own.workload.reduce(
    (sum, entry) => sum + (entry.kind === 'trace' ? entry.gprs.length : 0),
    0,
  );
  if (recorded <= RECORDED_MAX) return own;
  const why = `is required: that of the server has ${recorded} recorded GPRs, and that of a world at most ${RECORDED_MAX}`;
  throw new Failure('invalid', {}, [problem('scenario', why)]);
}
