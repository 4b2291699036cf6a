// Measures the cost of a GPR in a long run against a short one, with the same load and the same queue lengths.

import { Simulation } from '../../sim/index.ts';
import { measure, summed } from '../measuring/measure.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { millionOf, runThrough } from './load.ts';

/** Factor for smaller clusters: the short run would end before those of `million` are full. */
const SHRINK = 25;
const SHORT = 1e4;
const SHORT_RUNS = 5;

export const growth: Entry = async ({ quick }) => {
  const rows = [await measureGrowth('growth 1e4 to 1e5', 1e5, 7)];
  if (!quick) rows.push(await measureGrowth('growth 1e4 to 1e6', 1e6, 7));
  return rows;
};

async function measureGrowth(name: string, long: number, rounds: number): Promise<Row> {
  const longScenario = millionOf({ count: long, shrink: SHRINK });
  const shortScenario = millionOf({ count: SHORT, shrink: SHRINK });
  let longWorld = new Simulation(longScenario);
  let shortWorlds: Simulation[] = [];
  const { subjectMs, referenceMs, ratios } = await measure(
    {
      prepare: () => {
        longWorld = new Simulation(longScenario);
      },
      run: () => runThrough(longWorld),
    },
    {
      prepare: () => {
        shortWorlds = Array.from({ length: SHORT_RUNS }, () => new Simulation(shortScenario));
      },
      run: () => {
        for (const world of shortWorlds) runThrough(world);
      },
    },
    { rounds, runs: 1 },
  );
  const usEach = (ms: number, gprs: number) => (ms * 1000) / gprs;
  return {
    name,
    value: usEach(subjectMs, long),
    reference: usEach(referenceMs, SHORT * SHORT_RUNS),
    unit: 'µs/GPR',
    ratioOf: 'cost in the long run ÷ in the short one',
    ...summed(ratios.map((ratio) => (SHORT * SHORT_RUNS) / long / ratio)),
    notes: {},
  };
}
