// GPRs a second through the whole engine on `million`, beside the bare event loop. The world is built beforehand.

import { Simulation } from '../sim/index.ts';
import { bareLoop } from './bare-loop.ts';
import { millionOf, type Ran, runThrough, workloadOf } from './load.ts';
import { measure, summed } from './measure.ts';
import type { Entry, Row } from './row.ts';

export const engine: Entry = async ({ quick }) => {
  const rows = [await measureRun('engine 1e5', 1e5, 5)];
  if (!quick) rows.push(await measureRun('engine 1e6', 1e6, 3));
  return rows;
};

async function measureRun(name: string, count: number, rounds: number): Promise<Row> {
  const scenario = millionOf(count);
  const workload = workloadOf(scenario);
  let simulation = new Simulation(scenario);
  let first: Ran | undefined;
  const { subjectMs, referenceMs, ratios } = await measure(
    {
      prepare: () => {
        simulation = new Simulation(scenario);
      },
      run: () => {
        const ran = runThrough(simulation);
        first ??= ran;
        if (ran.hash !== first.hash)
          throw new Error(`${name}: two runs have the hashes ${first.hash} and ${ran.hash}`);
      },
    },
    {
      run: () => {
        const { events } = bareLoop(workload, scenario.seed);
        if (events !== 2 * count)
          throw new Error(`the bare loop had ${events} events instead of ${2 * count}`);
      },
    },
    { rounds, runs: 1 },
  );
  const perSecond = (ms: number) => count / (ms / 1000);
  return {
    name,
    value: perSecond(subjectMs),
    reference: perSecond(referenceMs),
    unit: 'GPRs/s',
    ratioOf: 'engine ÷ bare loop',
    ...summed(ratios),
    notes: {
      facts: first!.facts,
      'facts/s': Math.round(first!.facts / (subjectMs / 1000)),
      hash: first!.hash,
    },
  };
}
