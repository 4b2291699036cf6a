// The resources on top of GPRs, by the engine and by the naive world.

import fc from 'fast-check';
import { property } from '../support/property.ts';
import { question, type Twist, twists } from './arbitrary.ts';
import { burstPlays, burstScenarios } from './arbitrary-bursts.ts';
import { plays, resourceScenarios } from './arbitrary-resources.ts';
import { playBoth } from './play.ts';

property(
  'they say the same of endpoints, placements, and what these rest on',
  400,
  fc.tuple(resourceScenarios, plays, twists, fc.array(question, { minLength: 1, maxLength: 10 })),
  playBoth,
);

property(
  'they say the same of placements that burst',
  400,
  fc.tuple(
    burstScenarios,
    burstPlays,
    fc.constant<Twist[]>([{}]),
    fc.array(question, { minLength: 1, maxLength: 10 }),
  ),
  playBoth,
);
