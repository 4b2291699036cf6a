// Measures a small world, such as that of a test or a branch: the time to make it against the time to read its scenario,
// and its memory after a run against that of its scenario.

import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };
import { type Scenario, Simulation } from '../../sim/index.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { grown } from '../measuring/grown.ts';
import { measure, summed } from '../measuring/measure.ts';
import type { Entry } from '../measuring/row.ts';

/** Worlds per task; with one, the timer would dominate the result. */
const MADE = 100;
const HELD = 20;
/** Scenarios in memory when it is measured: many, because one takes so little that other garbage would show. */
const SCENARIOS_HELD = 1_000;
const RUN_MS = 6 * 3_600_000;

const text = JSON.stringify(demo);

export const smallWorld: Entry = async ({ quick }) => {
  const scenario = read();
  let events = 0;
  const times = await measure(
    {
      run: () => {
        for (let i = 0; i < MADE; i++) events += new Simulation(scenario).events;
      },
    },
    {
      run: () => {
        for (let i = 0; i < MADE; i++) read();
      },
    },
    { rounds: quick ? 3 : 9, runs: 3 },
  );
  if (events !== 0) throw new Error('worlds had events before they were run');
  const worlds = grown(() => Array.from({ length: HELD }, () => ranWorld(scenario)));
  const scenarios = grown(() => Array.from({ length: SCENARIOS_HELD }, read));
  const worldBytes = worlds.bytes / HELD;
  const scenarioBytes = scenarios.bytes / SCENARIOS_HELD;
  return [
    {
      name: 'small world made',
      value: times.subjectMs / MADE,
      reference: times.referenceMs / MADE,
      unit: 'ms',
      ratioOf: 'reading its scenario ÷ making it',
      ...summed(times.ratios),
      notes: {},
    },
    {
      name: 'small world memory',
      value: worldBytes / 1e6,
      reference: scenarioBytes / 1e6,
      unit: 'MB',
      ratioOf: 'world ÷ its scenario',
      ratio: worldBytes / scenarioBytes,
      spread: 0,
      notes: { GPRs: worlds.made[0].measures.gprs },
    },
  ];
};

function read(): Scenario {
  const result = scenarioOf(JSON.parse(text), 'demo', { now: Date.now });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.scenario;
}

/** Runs a world without recorded estimates, which would add to its memory. */
function ranWorld(scenario: Scenario): Simulation {
  const world = new Simulation({ ...scenario, recordEstimatesEveryMs: null });
  world.runTo(RUN_MS);
  world.dropFacts();
  return world;
}
