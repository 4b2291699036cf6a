// Plays the journeys in fixtures/journeys, each in a new world.

import { test } from 'node:test';
import { journeyFiles, readJourneys, take } from './journey.ts';

for (const file of journeyFiles())
  for (const journey of readJourneys(file))
    test(`${file}: ${journey.title}`, async () => void (await take(journey)));
