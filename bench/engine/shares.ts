// Measures placements per second of shared GPUs under `fgd`, with facts, hash and curves, against `first-fit` without curves. The
// load is like the FGD study: 1,213 nodes, and GPRs in shuffled order until 130 % of the GPUs have been requested.

import {
  type Cluster,
  Dice,
  type InstanceType,
  type Scenario,
  Simulation,
  scale,
  TIME_MAX_MS,
  type TraceGpr,
} from '../../sim/index.ts';
import { measure, summed, type Task } from '../measuring/measure.ts';
import type { Entry } from '../measuring/row.ts';
import { millionOf, runThrough } from './load.ts';

const PODS = 8000;

/** GPUs, CPUs and number of the nodes of a type. */
const NODES = [
  [2, 64, 270],
  [4, 96, 200],
  [8, 96, 560],
  [1, 32, 183],
] as const;

/** Thousandths, GPUs and CPUs of a request, and how often it is drawn. */
const SHAPES = [
  [1000, 1, 12, 30],
  [1000, 8, 88, 6],
  [1000, 2, 24, 5],
  [0, 0, 8, 16],
  ...[70, 100, 150, 220, 300, 460, 500, 620, 750, 810].map((milli) => [milli, 1, 6, 5] as const),
] as const;

export const shares: Entry = async ({ quick }) => {
  const fgd = task('fgd', true);
  const firstFit = task('first-fit', false);
  const measured = await measure(fgd.run, firstFit.run, { rounds: quick ? 2 : 7, runs: 1 });
  const { subjectMs, referenceMs, ratios } = measured;
  const arrivals = fgd.arrivals();
  return [
    {
      name: 'shared GPUs',
      value: arrivals / (subjectMs / 1000),
      reference: firstFit.arrivals() / (referenceMs / 1000),
      unit: 'placements/s',
      ratioOf: 'fgd with curves ÷ first-fit without',
      ...summed(ratios),
      notes: { arrivals },
    },
  ];
};

function task(placement: string, hasCurves: boolean): { run: Task; arrivals: () => number } {
  const scenario = studyLike(placement);
  let simulation = new Simulation(scenario);
  let allocated: number | null | undefined;
  const run = {
    prepare: () => {
      simulation = new Simulation(scenario);
    },
    run: () => {
      if (!hasCurves) {
        runThrough(simulation);
        return;
      }
      const curves = simulation.curves();
      runThrough(simulation, () => curves.follow(simulation.takeFacts()));
      allocated = curves.rows().at(-1)?.allocatedPercent;
    },
    check: () => {
      const { Queued, Failed } = simulation.views.countStates();
      if (Queued > 0 || Failed === 0)
        throw new Error('not every GPR was placed or refused, or none was refused');
      if (hasCurves && !(Number(allocated) > 80)) throw new Error(`only ${allocated} % are allocated`);
    },
  };
  return { run, arrivals: () => simulation.measures.summary().gprs };
}

function studyLike(placement: string): Scenario {
  const base = millionOf({ count: 1 });
  const instanceTypes: InstanceType[] = NODES.map(([gpuCount, cpus]) => ({
    instanceType: `node-${gpuCount}`,
    gpuModelName: `model-${gpuCount}`,
    gpuCount,
    memoryGb: 16,
    cpuMilli: cpus * 1000,
    memoryMib: cpus * 4096,
    pricePerHourMicro: 0,
  }));
  const cluster: Cluster = {
    name: 'shared',
    cloudProvider: '',
    cloud: '',
    region: '',
    nodes: instanceTypes.map(({ instanceType, gpuModelName }, i) => {
      return { instanceType, gpuModelName, count: NODES[i][2] };
    }),
    onePool: true,
    capacity: 'shares',
  };
  return {
    ...base,
    instanceTypes,
    clusters: [cluster],
    workspaces: [],
    scheduler: { ...base.scheduler, queue: 'refuse', placement },
    workload: [{ kind: 'trace', format: 'openb', cluster: 'shared', arrivals: 'shuffled', gprs: pods() }],
  };
}

function pods(): TraceGpr[] {
  const dice = new Dice(1, 1);
  const drawn = SHAPES.flatMap((shape) => Array.from({ length: shape[3] }, () => shape));
  return Array.from({ length: PODS }, (_, i) => {
    const [gpuMilli, gpusPerNode, cpus] = drawn[scale(dice.draw(i, 0), 0, drawn.length - 1)];
    const cpuMilli = cpus * 1000 + 500 * scale(dice.draw(i, 1), 0, 7);
    return {
      name: `pod-${i}`,
      arrivalMs: 0,
      priority: 100,
      gpusPerNode,
      nodeCount: 1,
      shape: { gpuMilli, cpuMilli, memoryMib: cpuMilli * 2 },
      exitMs: TIME_MAX_MS,
      runMs: TIME_MAX_MS,
      gpuModels: [],
    };
  });
}
