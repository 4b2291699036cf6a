// The resources on top of GPRs, by the engine and by the naive world.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FactKind } from '../../sim/index.ts';
import { property } from '../support/property.ts';
import { query, type Twist, twists } from './arbitrary.ts';
import { burstPlays, burstScenarios } from './arbitrary-bursts.ts';
import { plays, resourceScenarios } from './arbitrary-resources.ts';
import { sharingPlays } from './arbitrary-sharing.ts';
import { factsSeen } from './lockstep.ts';
import { playBoth } from './play.ts';

property(
  'they say the same of endpoints, placements, and what these rest on',
  300,
  fc.tuple(resourceScenarios, plays, twists, fc.array(query, { minLength: 1, maxLength: 10 })),
  playBoth,
);

property(
  'they say the same of placements that burst',
  400,
  fc.tuple(
    burstScenarios,
    burstPlays,
    fc.constant<Twist[]>([{}]),
    fc.array(query, { minLength: 1, maxLength: 10 }),
  ),
  playBoth,
);

property(
  'they say the same of endpoints and placements that share GPRs',
  400,
  fc.tuple(
    burstScenarios,
    sharingPlays,
    fc.constant<Twist[]>([{}]),
    fc.array(query, { minLength: 1, maxLength: 10 }),
  ),
  playBoth,
);

test('every kind of fact came in these runs, with each phase, status and table', () => {
  assert.ok(factsSeen.size > 0, 'the properties above have to run before');
  const said = {
    recordSet: [0, 1, 2, 3],
    recordRemoved: [0, 1, 2, 3],
    endpointStatus: [0, 1, 2],
    // Pending is not noted: a decision begins with it.
    placementPhase: [1, 2, 3, 4, 5],
    placementStep: [0, 1],
  };
  const expected = Object.keys(FactKind).flatMap((name) =>
    name in said ? said[name as keyof typeof said].map((word) => `${name} ${word}`) : [name],
  );
  assert.deepEqual(
    expected.filter((name) => !factsSeen.has(name)),
    [],
  );
});
