// Plays the runs in fixtures/runs.

import { test } from 'node:test';
import { play, readRuns } from './run.ts';

for (const run of readRuns()) test(run.title, () => play(run));
