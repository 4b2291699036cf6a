// Measures what the past of a world costs: rewinds, reads of earlier instants, what-ifs, and the snapshots in a file.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };
import { DAY_MS, type Scenario, SECOND_MS, type Simulation } from '../../sim/index.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { millionOf, runThrough } from '../engine/load.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { earlierRows } from './earlier.ts';
import { filled, type Sizes } from './line.ts';
import { rewindRow } from './rewind.ts';

const EVENTS_AT_ONCE = 4_000;
/** Arrivals of the world that goes on: seven tenths of `million` of a size have arrived then. */
const GOING_ON = 0.7;

export const past: Entry = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    const [count, size] = quick ? [5e5, '5e5'] : [1e6, '1e6'];
    const scenario = millionOf({ count });
    const path = join(folder, 'million.gprsim');
    const sizes = filled(path, scenario, runThrough);
    const going = join(folder, 'going.gprsim');
    filled(going, scenario, (simulation, take) =>
      runTo(simulation, Math.round(GOING_ON * count) * SECOND_MS, take),
    );
    const days = quick ? 7 : 28;
    const demoSizes = filled(join(folder, 'demo.gprsim'), demoScenario(), (simulation, take) => {
      for (let day = 1; day <= days; day++) runTo(simulation, day * DAY_MS, take);
    });
    return [
      await rewindRow(path, scenario, quick ? 20 : 50, `rewind ${size}`),
      ...(await earlierRows(going, scenario, size)),
      sizeRow(`snapshots of demo, ${days} days`, demoSizes),
      sizeRow(`snapshots of million, ${size}`, sizes),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function runTo(simulation: Simulation, toMs: number, take: () => void): void {
  while (!simulation.runSome(toMs, EVENTS_AT_ONCE)) take();
  take();
}

/** The size of a state is a count: it depends on no clock. How many are stored depends on the machine. */
function sizeRow(name: string, { stateBytes, restBytes, snapshots, snapshotBytes }: Sizes): Row {
  const grown = `${Math.round((100 * snapshotBytes) / restBytes)} %`;
  return {
    name,
    value: stateBytes / 1e6,
    reference: restBytes / 1e6,
    unit: 'MB',
    ratioOf: 'largest state ÷ file without snapshots',
    ratio: stateBytes / restBytes,
    spread: 0,
    notes: { 'snapshots stored': snapshots, 'bytes of them': snapshotBytes, 'growth of the file': grown },
  };
}

function demoScenario(): Scenario {
  const result = scenarioOf(demo, 'demo', { now: Date.now });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.scenario;
}
