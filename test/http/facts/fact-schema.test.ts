// The OpenAPI document describes every kind of fact and its members.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FACT_SHAPES, type FactView, type Sees, Simulation } from '../../../sim/index.ts';
import { written } from '../../../src/api/sim/shared/fact.ts';
import { Timeline } from '../../../src/wire/time/timestamps.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { scenarioOf } from '../../support/scenario.ts';
import { check, documents } from '../documents/described.ts';

const worlds = fc.tuple(scenarios({ invalidations: true }), actions);
const timeline = new Timeline('2026-01-05T08:00:00Z');

function assertFits(fact: object): void {
  const place = { document: 'simulation', pointer: ['components', 'schemas', 'Fact'] } as const;
  check(`the fact ${JSON.stringify(fact)}`, place, JSON.parse(JSON.stringify(fact)));
}

property(
  'facts of any world are as described, and are shown or hidden by what they show',
  60,
  worlds,
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    const look = () => {
      const run = simulation.takeFacts();
      const facts = simulation.viewFacts(run);
      for (const fact of facts) assertFits(written(fact, timeline));
      const judged: Parameters<Sees>[] = [];
      simulation.viewFacts(run, { sees: (...about) => judged.push(about) > 0 });
      assert.deepEqual(
        judged,
        facts.map(({ workspaceCreation, node }) => [workspaceCreation, node !== undefined]),
      );
    };
    play(simulation, list, look);
    simulation.runTo(simulation.nowMs + 50 * BEAT);
    look();
  },
);

test('each kind of fact is described once, and record facts by their tables', () => {
  const { schemas } = documents.simulation.components;
  const described = schemas.Fact!.oneOf!.map(({ $ref }) => $ref!.split('/').at(-1)!);
  const kinds = described.flatMap((name) => {
    const { kind } = schemas[name]!.properties!;
    return (kind!.enum ?? [kind!.const]) as FactView['kind'][];
  });
  assert.deepEqual(
    kinds,
    FACT_SHAPES.flatMap((shape) => shape.kinds),
  );
});

test('the stream refers to the schema of facts', () => {
  const { responses } = documents.simulation.paths['/sim/facts/stream']!.get as {
    readonly responses: { readonly 200: { readonly content: object } };
  };
  assert.deepEqual(responses[200].content, {
    'text/event-stream': {
      schema: { type: 'string' },
      'x-event-data': { $ref: '#/components/schemas/Fact' },
    },
  });
});

test('the schema refuses a fact with an additional, missing or mistyped member', () => {
  const [added] = factsAtStart();
  assert.equal(added!.kind, 'node.added');
  const fact = { ...written(added!, timeline) };
  assertFits(fact);
  const { gpus: _, ...short } = fact;
  const broken = [{ ...fact, culprit: null }, short, { ...fact, gpus: '8' }, { ...fact, kind: 'node.lost' }];
  for (const other of broken) assert.throws(() => assertFits(other), /is not as described/);
});

function factsAtStart(): FactView[] {
  const simulation = new Simulation(scenarioOf());
  return simulation.viewFacts(simulation.takeFacts());
}
