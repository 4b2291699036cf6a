// The pictures of shared GPUs against arrived demand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ColumnSteps } from '../../sim/followers/curves/column-steps.ts';
import { NEVER, type Scenario, Simulation } from '../../sim/index.ts';
import { runPage } from '../../src/report/report-of-run.ts';
import { figuresOf } from '../../src/studies/figures.ts';
import { meaningOf } from '../../src/studies/meaning.ts';
import { newPictureReader } from '../../src/studies/pictures.ts';
import { csvLine } from '../../src/wire/text/csv.ts';
import { Timeline } from '../../src/wire/time/timestamps.ts';
import { sharedScenarios } from '../sim/shares/arbitrary-trace.ts';
import { SECOND, scenarioOf } from '../support/scenario.ts';
import { assertSound, csvIn } from './page.ts';

const WINDOW = { fromMs: 0, toMs: NEVER };

function reported(scenario: Scenario) {
  const simulation = new Simulation(scenario);
  simulation.measures.measure(WINDOW);
  const reader = newPictureReader(simulation, WINDOW);
  const curves = simulation.curves();
  simulation.runTo(2000 * SECOND);
  const facts = simulation.takeFacts();
  reader.follow(facts);
  curves.follow(facts);
  const summary = { ...figuresOf(simulation, WINDOW) };
  const page = runPage({
    title: scenario.name,
    about: [],
    meaning: meaningOf(scenario),
    summary,
    parts: summary.parts,
    pictures: reader.pictures(),
    timeline: new Timeline(scenario.start),
  });
  return { page, rows: curves.rows() };
}

test('a report of shared GPUs draws the columns of the curves', () => {
  let drawn = 0;
  for (const scenario of fc.sample(sharedScenarios(), { seed: 1, numRuns: 5 })) {
    const { page, rows } = reported(scenario);
    assertSound(page);
    for (const [section, share] of [
      ['allocation', 'allocatedPercent'],
      ['fragmentation', 'fragmentationPercent'],
    ] as const) {
      const [csv] = csvIn(page, section);
      const lines = rows.map((row) => {
        const value = row[share];
        return csvLine([row.arrivedPercent, value === null ? '' : Number(value.toFixed(4))]);
      });
      assert.deepEqual(csv.split('\n'), [`arrivedPercent,${share}`, ...lines]);
      drawn += rows.filter((row) => (row[share] ?? 0) > 0).length;
    }
  }
  assert.ok(drawn > 0);
});

test('a report of whole GPUs has no such picture', () => {
  const { page } = reported(scenarioOf({}));
  assert.doesNotMatch(page, /arrived demand/);
});

test('a percent without an arrival has the mean of the arrivals at the percents beside it', () => {
  const steps = new ColumnSteps();
  // Of 10 GPUs, 4 % and 6 % have been requested; 2 and 4 GPUs are used, 1 and 3 are free but of no use.
  steps.add(400, 10, 2000, 1000);
  steps.add(600, 10, 4000, 3000);
  const rows = steps.rows(10).slice(3, 9);
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      [3, 20, 10, 12.5],
      [4, 20, 10, 12.5],
      [5, 30, 20, 31.25],
      [6, 40, 30, 50],
      [7, 40, 30, 50],
      [8, null, null, null],
    ],
  );
});
