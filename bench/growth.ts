// What a GPR costs in a long run beside a short one, at the same load and the same depth of the queues.

import { millionOf, runThrough } from './load.ts';
import { measure, summed } from './measure.ts';
import type { Entry, Row } from './row.ts';

/** The clusters of `million` are so much larger that the short run would end before they are full. */
const SHRINK = 25;
const SHORT = 1e4;

export const growth: Entry = async ({ quick }) => {
  const rows = [await measureGrowth('growth 1e4 to 1e5', 1e5, 7)];
  if (!quick) rows.push(await measureGrowth('growth 1e4 to 1e6', 1e6, 7));
  return rows;
};

async function measureGrowth(name: string, long: number, rounds: number): Promise<Row> {
  const longScenario = millionOf(long, SHRINK);
  const shortScenario = millionOf(SHORT, SHRINK);
  const shortRuns = 5;
  const { subjectMs, referenceMs, ratios } = await measure(
    { run: () => runThrough(longScenario) },
    {
      run: () => {
        for (let i = 0; i < shortRuns; i++) runThrough(shortScenario);
      },
    },
    { rounds, runs: 1 },
  );
  const usEach = (ms: number, gprs: number) => (ms * 1000) / gprs;
  return {
    name,
    value: usEach(subjectMs, long),
    reference: usEach(referenceMs, SHORT * shortRuns),
    unit: 'µs/GPR',
    ratioOf: 'cost in the long run ÷ in the short one',
    ...summed(ratios.map((ratio) => (SHORT * shortRuns) / long / ratio)),
    notes: {},
  };
}
