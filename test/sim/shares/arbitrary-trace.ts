// Random scenarios with shared GPUs: a few small nodes, and GPRs with shares, whole GPUs, or CPU alone.

import fc from 'fast-check';
import {
  PLACEMENT_POLICIES,
  QUEUE_POLICIES,
  type Scenario,
  TIME_MAX_MS,
  type TraceGpr,
  type TraceWorkload,
} from '../../../sim/index.ts';
import { cluster, instanceType, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';

const MODELS = ['model-small', 'model-large'];
/** Policies that plan starts need other machines. */
const QUEUES = QUEUE_POLICIES.filter(({ plansOf }) => plansOf === undefined).map(({ name }) => name);

/** `cpu` CPUs and `cpu` × 1000 MiB. */
const machine = (name: string, gpus: number, cpu: number) =>
  instanceType(name, gpus, { cpuMilli: cpu * 1000, memoryMib: cpu * 1000 });

const gpr: fc.Arbitrary<Omit<TraceGpr, 'name'>> = fc
  .record({
    arrival: fc.nat(40),
    priority: fc.constantFrom(10, 150, 250),
    gpus: fc.constantFrom(0, 1, 1, 1, 2, 4),
    gpuMilli: fc.constantFrom(100, 250, 300, 500, 1000, 1000),
    cpu: fc.integer({ min: 0, max: 6 }),
    memory: fc.integer({ min: 0, max: 6 }),
    exit: fc.integer({ min: 1, max: 20 }),
    ranShare: fc.constantFrom(1, 1, 0.5),
    models: fc.constantFrom([], [], [MODELS[0]], [MODELS[1]], MODELS),
  })
  .map(({ arrival, priority, gpus, gpuMilli, cpu, memory, exit, ranShare, models }) => ({
    arrivalMs: arrival * SECOND,
    priority,
    gpusPerNode: gpus,
    nodeCount: 1,
    shape: {
      gpuMilli: gpus === 0 ? 0 : gpus > 1 ? 1000 : gpuMilli,
      cpuMilli: cpu * 1000,
      memoryMib: memory * 1000,
    },
    exitMs: exit * SECOND,
    runMs: Math.ceil(exit * SECOND * ranShare),
    gpuModels: gpus === 0 ? [] : models,
  }));

/**
 * @param quiet without failures, and GPRs use their whole exit durations: forecasts foresee everything
 * @param shuffles some with shuffled arrivals, whose GPRs stay until simulated time ends
 */
export function sharedScenarios(quiet = false, shuffles = false): fc.Arbitrary<Scenario> {
  return fc
    .record({
      seed: fc.nat(1000),
      queue: fc.constantFrom(...QUEUES),
      placement: fc.constantFrom(...PLACEMENT_POLICIES.map(({ name }) => name)),
      cycle: fc.constantFrom('instant' as const, 'event' as const),
      delay: fc.constantFrom(0, 2 * SECOND),
      small: fc.integer({ min: 1, max: 3 }),
      large: fc.integer({ min: 1, max: 2 }),
      fails: fc.boolean(),
      isShuffled: shuffles ? fc.constantFrom(false, false, false, true) : fc.constant(false),
      gprs: fc.array(gpr, { minLength: 1, maxLength: 60 }),
    })
    .map(({ seed, queue, placement, cycle, delay, small, large, fails, isShuffled, gprs }) => {
      const stays = isShuffled && gprs.some(({ gpusPerNode }) => gpusPerNode > 0);
      const sorted = gprs.toSorted((a, b) => a.arrivalMs - b.arrivalMs);
      const workload: TraceWorkload = {
        kind: 'trace',
        format: 'openb',
        cluster: 'shared',
        gprs: sorted.map((one, i) => {
          const ends = stays ? { arrivalMs: 0, exitMs: TIME_MAX_MS, runMs: TIME_MAX_MS } : {};
          return { ...one, name: `g${i}`, ...ends, ...(quiet ? { runMs: one.exitMs } : {}) };
        }),
        ...(stays && { arrivals: 'shuffled' }),
      };
      const nodes = [nodeGroup('small', small), nodeGroup('large', large)];
      return scenarioOf({
        seed,
        instanceTypes: [machine('small', 2, 8), machine('large', 4, 12)],
        clusters: [{ ...cluster('shared', nodes, true), capacity: 'shares' }],
        workspaces: [],
        scheduler: { queue, placement, cycle, provisioningDelayMs: cycle === 'event' ? 0 : delay },
        failures: fails && !quiet ? { nodeMtbfMs: 30 * SECOND, nodeRepairMs: 5 * SECOND } : {},
        workload: [workload],
      });
    });
}
