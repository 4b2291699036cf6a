// Machines of interchangeable processors, in the engine and in the naive world.

import fc from 'fast-check';
import { property } from '../support/property.ts';
import { query, type Twist } from './arbitrary.ts';
import { machineActions, machineScenarios } from './arbitrary-machines.ts';
import { playBoth } from './play.ts';

property(
  'the engine and the naive world report the same facts, estimates and prospects of machines',
  300,
  fc.tuple(
    machineScenarios,
    machineActions,
    fc.constant<Twist[]>([{}]),
    fc.array(query, { minLength: 1, maxLength: 10 }),
  ),
  playBoth,
);
