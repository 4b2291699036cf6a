// The scenario of a new world, as a client asks for it.

import type { Scenario } from '../../../sim/index.ts';
import { Failure } from '../../http/errors/failure.ts';
import { bounded, oneOf, problem } from '../../http/errors/problems.ts';
import { builtInScenarios } from '../../scenario/builtin.ts';
import { scenarioOf } from '../../scenario/load.ts';
import { override } from '../../scenario/override.ts';

/** Nodes and recorded GPRs: a world with more would hold the event loop while it is made, and each has a copy of its scenario. */
const LARGEST = 20_000;

/** @param own that of the server @throws Failure with all that is wrong */
export function wantedScenario(
  wanted: string | object | null,
  given: number | null,
  own: Scenario,
): Scenario {
  const seed = given ?? undefined;
  if (wanted === null) return override(requireSmall(own, 'that of the server'), { seed });
  const builtIn = builtInScenarios.find(({ name }) => name === wanted);
  if (typeof wanted === 'string' && builtIn === undefined) {
    const names = builtInScenarios.map(({ name }) => name);
    throw new Failure('invalid', {}, [
      problem('scenario', oneOf('an object, or the name of a built-in scenario', names, wanted)),
    ]);
  }
  const content = builtIn?.file ?? wanted;
  const loaded = scenarioOf(content, 'scenario', { seed, now: Date.now, namesNoFile: true });
  if (loaded.ok) return requireSmall(loaded.scenario, 'it');
  const problems = loaded.problems.map(({ path, message }) =>
    problem(path === '' ? 'scenario' : `scenario.${path}`, message),
  );
  throw new Failure('invalid', {}, bounded(problems));
}

export function nodesOf({ clusters }: Scenario): number {
  return clusters.reduce((sum, { nodes }) => sum + nodes.reduce((more, { count }) => more + count, 0), 0);
}

/** @param which names the scenario */
function requireSmall(scenario: Scenario, which: string): Scenario {
  const recorded = scenario.workload.reduce(
    (sum, entry) => sum + (entry.kind === 'trace' ? entry.gprs.length : 0),
    0,
  );
  const nodes = nodesOf(scenario);
  const tooMany =
    nodes > LARGEST ? `${nodes} nodes` : recorded > LARGEST ? `${recorded} recorded GPRs` : undefined;
  if (tooMany === undefined) return scenario;
  const why = `must be a smaller one: ${which} has ${tooMany}, and a world may have at most ${LARGEST}`;
  throw new Failure('invalid', {}, [problem('scenario', why)]);
}
