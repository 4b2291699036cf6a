// Endpoints, placements and their records, in the engine and in the naive world.

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
  'the engine and the naive world report the same endpoints, placements, templates, bindings, policies and faults',
  300,
  fc.tuple(resourceScenarios, plays, twists, fc.array(query, { minLength: 1, maxLength: 10 })),
  playBoth,
);

property(
  'the engine and the naive world report the same bursts',
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
  'the engine and the naive world report the same sharing of GPRs',
  400,
  fc.tuple(
    burstScenarios,
    sharingPlays,
    fc.constant<Twist[]>([{}]),
    fc.array(query, { minLength: 1, maxLength: 10 }),
  ),
  playBoth,
);

/** `shares.test.ts` reports these. */
const OF_SHARES = ['gprShape', 'gprGpus'];

test('these runs report every other kind of fact, with each phase, status and table', () => {
  assert.ok(factsSeen.size > 0, 'run the properties above first');
  const reported = {
    recordSet: [0, 1, 2, 3],
    recordRemoved: [0, 1, 2, 3],
    endpointStatus: [0, 1, 2],
    // A decision begins Pending; that is not reported.
    placementPhase: [1, 2, 3, 4, 5],
    placementStep: [0, 1],
  };
  const expected = Object.keys(FactKind).flatMap((name) =>
    name in reported ? reported[name as keyof typeof reported].map((word) => `${name} ${word}`) : [name],
  );
  assert.deepEqual(
    expected.filter((name) => !factsSeen.has(name) && !OF_SHARES.includes(name)),
    [],
  );
});
