// The bare loop and the engine have the same outcome: on shrunk worlds of the benchmark, and on small random worlds with many
// events at the same instant.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BareLoop } from '../../bench/bare/loop.ts';
import { mustAgree, type Outcome, outcomeOf } from '../../bench/bare/outcome.ts';
import { millionOf, runThrough, type Variant } from '../../bench/engine/load.ts';
import { eachFact, FactKind, type Scenario, Simulation } from '../../sim/index.ts';
import { property } from '../support/property.ts';
import { ANY_POOL, cluster, instanceType, nodeGroup, SECOND, scenarioOf } from '../support/scenario.ts';

/** Returns `outcomeOf` after a run, and checks its number of starts against the facts. */
function engineOutcome(scenario: Scenario): Outcome {
  const simulation = new Simulation(scenario);
  let starts = 0;
  runThrough(simulation, () =>
    eachFact(simulation.takeFacts(), (kind) => {
      if (kind === FactKind.gprProvisioning) starts++;
    }),
  );
  const outcome = outcomeOf(simulation);
  assert.equal(outcome.starts, starts);
  return outcome;
}

describe('the bare loop agrees with the engine on shrunk worlds', () => {
  const variants: Readonly<Record<string, Omit<Variant, 'count'>>> = {
    'clusters just full': {},
    'few GPRs wait': { gapMs: 1250 },
    overloaded: { gapMs: 400 },
    'no GPR may evict': { gapMs: 700, evictsMilli: 0 },
    'every GPR may evict': { gapMs: 700, evictsMilli: 1000 },
    'few workspaces': { workspaces: 2_000 },
    greedy: { queue: 'greedy' },
    'greedy, overloaded': { queue: 'greedy', gapMs: 600 },
  };
  for (const [name, variant] of Object.entries(variants)) {
    test(name, () => {
      for (const seed of [1, 2, 2 ** 40 + 3]) {
        const scenario = millionOf({ count: 1e4, shrink: 25, seed, ...variant });
        const outcome = engineOutcome(scenario);
        assert.equal(outcome.placed, 1e4);
        mustAgree(outcome, new BareLoop(scenario).run());
      }
    });
  }
});

const seconds = (...values: number[]) => fc.constantFrom(...values.map((value) => value * SECOND));

const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    seed: fc.nat(),
    queue: fc.constantFrom('strict' as const, 'greedy' as const),
    provisioningDelayMs: seconds(0, 10),
    provisioningMicro: fc.constantFrom(0, 0, 200_000, 900_000),
    nodes: fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3 })),
    count: fc.integer({ min: 1, max: 150 }),
    startMs: seconds(0, 100_000),
    interArrivalMeanMs: seconds(0, 1, 10, 1000),
    workspaces: fc.constantFrom(1, 3, 100),
    priority: fc.constantFrom({ low: 1, medium: 1, high: 1 }, { low: 1, medium: 0, high: 0 }),
    gpus: fc.constantFrom([1], [8], [1, 2, 4, 8]),
    asked: fc.constantFrom([1], [1, 2], [3, 20]),
    exitDurationMs: fc.constantFrom(
      { from: SECOND, to: SECOND },
      { from: 10 * SECOND, to: 100 * SECOND },
      { from: SECOND, to: 1_000_000 * SECOND },
    ),
    runtimeShareMilli: fc.constantFrom({ from: 1, to: 1000 }, { from: 1000, to: 1000 }),
    evictsMilli: fc.constantFrom(0, 500, 1000),
    requeuesMilli: fc.constantFrom(0, 500, 1000),
    idleMilli: fc.constantFrom(0, 500, 1000),
    idleTimeOutMs: seconds(1, 20),
  })
  .map(({ seed, queue, provisioningDelayMs, provisioningMicro, nodes, asked, ...workload }) =>
    scenarioOf({
      seed,
      scheduler: { queue, provisioningDelayMs },
      failures: { provisioningMicro },
      instanceTypes: [instanceType('large', 8), instanceType('small', 2)],
      clusters: [
        cluster('east', [nodeGroup('large', nodes[0]), nodeGroup('small', nodes[1])]),
        cluster('west', [nodeGroup('small', nodes[0])]),
      ],
      workspaces: [],
      workload: [{ kind: 'generated', weekly: null, pools: ANY_POOL, jobs: null, nodes: asked, ...workload }],
    }),
  );

property('the bare loop agrees with the engine on random worlds', 1_000, scenarios, (scenario) => {
  mustAgree(engineOutcome(scenario), new BareLoop(scenario).run());
});
