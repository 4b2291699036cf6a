// Random scenarios: small clusters, few workspaces, instants and durations in multiples of ten seconds. Room is short, and many
// events fall on one instant.

import fc from 'fast-check';
import type {
  Cluster,
  GeneratedWorkload,
  InstanceType,
  NodeGroup,
  PoolFilter,
  Scenario,
  ScriptStep,
  TraceGpr,
  Workload,
} from '../../sim/index.ts';
import { HOURS_PER_WEEK } from '../../sim/index.ts';
import { TEAMS } from './action.ts';
import { queueOrders } from './arbitrary-orders.ts';
import { ofKind, weighted } from './draws.ts';
import {
  ANY_POOL,
  cluster,
  instanceType,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
  workspace,
} from './scenario.ts';

export const BEAT = 10 * SECOND;

/** One cycle for each event needs a provisioning delay of 0. */
export function possible<
  S extends { readonly provisioningDelayMs: number; readonly cycle: 'instant' | 'event' },
>(scheduler: S): S {
  return scheduler.provisioningDelayMs === 0 ? scheduler : { ...scheduler, cycle: 'instant' };
}

const beats = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * BEAT);
const milli = fc.constantFrom(0, 300, 1000);

const TYPES = ['large', 'small', 'tiny'] as const;

const instanceTypes: fc.Arbitrary<InstanceType[]> = fc
  .tuple(fc.constantFrom(4, 8), fc.constantFrom(2, 4), fc.constantFrom(1, 2))
  .map((counts) =>
    TYPES.map((name, i) =>
      instanceType(name, counts[i], { memoryGb: 80 >> i, pricePerHourMicro: counts[i] * 1_234_567 }),
    ),
  );

const nodeGroups = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TYPES), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 2,
    selector: ([name]) => name,
    size: 'max',
  })
  .map((groups) => groups.map(([name, count]) => nodeGroup(name, count)));

const clusters: fc.Arbitrary<Cluster[]> = fc
  .array(fc.tuple(nodeGroups, fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 2, size: 'max' })
  .map((list) => list.map(([nodes, shared], i) => cluster(['east', 'west'][i], nodes, shared === 0)));

export const priority = fc.constantFrom(1, 50, 50, 100, 100, 200, 300);

const weekly = weighted(
  [2, fc.constant(null)],
  [
    1,
    fc
      .array(fc.constantFrom(1, 1, 2, 0, 1_000_000_000_000), { minLength: 7, maxLength: 7 })
      .filter((rates) => rates.some((rate) => rate > 0))
      .map((rates) => ({
        // The hour changes within the first arrivals.
        startMs: 3_570_250,
        rates: Array.from({ length: HOURS_PER_WEEK }, (_, hour) => rates[hour % rates.length]),
      })),
  ],
);

const pools: fc.Arbitrary<GeneratedWorkload['pools']> = weighted(
  [3, fc.constant(ANY_POOL)],
  [
    1,
    fc.record({
      cluster: fc.constantFrom(null, 'east', 'west'),
      instanceType: fc.constantFrom(null, ...TYPES),
    }),
  ],
  [
    1,
    fc.uniqueArray(
      fc
        .tuple(fc.constantFrom('east', 'west'), fc.constantFrom(...TYPES), fc.integer({ min: 1, max: 9 }))
        .map(([cluster, instanceType, weight]) => ({
          cluster,
          instanceType,
          gpuModelName: `model-${instanceType}`,
          weight,
        })),
      { minLength: 1, maxLength: 6, size: 'max', selector: (pool) => pool.cluster + pool.instanceType },
    ),
  ],
);

/** Replaces a choice of pools that leaves a workspace without any. */
function withChoice(workload: Workload, { clusters, workspaces }: Scenario): Workload {
  if (workload.kind !== 'generated') return workload;
  const { pools: wanted } = workload;
  const isWanted = (cluster: string, { instanceType }: NodeGroup) =>
    Array.isArray(wanted)
      ? wanted.some((pool) => pool.cluster === cluster && pool.instanceType === instanceType)
      : [null, cluster].includes((wanted as PoolFilter).cluster) &&
        [null, instanceType].includes((wanted as PoolFilter).instanceType);
  const places = clusters.filter(({ name, nodes }) => nodes.some((group) => isWanted(name, group)));
  const hasChoice = (near: readonly string[]) => places.some(({ name }) => near.includes(name));
  const isRight =
    typeof workload.workspaces === 'number'
      ? places.length > 0
      : workspaces.every((workspace) => hasChoice(workspace.clusters));
  return isRight ? workload : { ...workload, pools: ANY_POOL };
}

const jobs = weighted(
  [2, fc.constant(null)],
  [
    1,
    fc.array(
      fc
        .record({
          gpusPerNode: fc.constantFrom(1, 2, 8),
          nodeCount: fc.constantFrom(1, 3),
          exitMs: beats(1, 6),
          runMs: beats(1, 6),
          weight: fc.integer({ min: 1, max: 20 }),
        })
        .map((job) => ({ ...job, runMs: Math.min(job.runMs, job.exitMs) })),
      { minLength: 1, maxLength: 5 },
    ),
  ],
);

const writtenPools = weighted(
  [2, fc.constant([])],
  [
    1,
    fc
      .record({
        cluster: fc.constantFrom('east', 'west'),
        instanceType: fc.constantFrom(...TYPES),
        gpuCount: fc.constantFrom(1, 2, 8),
        nodes: fc.integer({ min: 1, max: 4 }),
      })
      .map((pool) => [{ ...pool, gpuModelName: `model-${pool.instanceType}` }]),
  ],
);

const generated = (names: readonly string[]): fc.Arbitrary<GeneratedWorkload> =>
  ofKind('generated', {
    count: fc.integer({ min: 1, max: 30 }),
    startMs: beats(0, 5),
    interArrivalMeanMs: fc.constantFrom(0, 3 * SECOND, 2 * BEAT),
    weekly,
    workspaces: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant([...names])),
    pools,
    priority: fc.constant({ low: 1, medium: 1, high: 1 }),
    jobs,
    gpus: fc.constantFrom([1], [1, 2, 4, 8]),
    nodes: fc.constantFrom([1], [1, 2, 3]),
    exitDurationMs: fc.constantFrom({ from: BEAT, to: BEAT }, { from: SECOND, to: 6 * BEAT }),
    runtimeShareMilli: fc.constantFrom({ from: 1000, to: 1000 }, { from: 100, to: 1000 }),
    evictsMilli: milli,
    requeuesMilli: milli,
    idleMilli: milli,
    idleTimeOutMs: fc.constantFrom(SECOND, 2 * BEAT),
  });

const script = (names: readonly string[]): fc.Arbitrary<Workload> => {
  const create = fc.record({
    gpusPerNode: fc.constantFrom(1, 2, 4),
    priority,
    exitMs: beats(1, 6),
    enableEviction: fc.boolean(),
    requeueOnFailure: fc.boolean(),
  });
  const step: fc.Arbitrary<ScriptStep> = fc.oneof(
    fc
      .tuple(beats(0, 30), fc.constantFrom(...names), create, beats(1, 6))
      .map(([atMs, name, given, runMs]) => ({
        atMs,
        command: request(name, given),
        runMs,
      })),
    fc.tuple(beats(0, 30), fc.integer({ min: 0, max: 2 })).map(([atMs, index]) => ({
      atMs,
      command: {
        kind: 'node.down',
        cluster: 'east',
        node: `east-large-${index}`,
        repairAfterMs: 3 * BEAT,
      } as const,
    })),
  );
  return fc
    .array(step, { maxLength: 20, size: 'max' })
    .map((steps) => ({ kind: 'script', steps: steps.toSorted((a, b) => a.atMs - b.atMs) }));
};

const trace = (name: string): fc.Arbitrary<Workload> => {
  // Demands that fit no node of the pool are included: they wait without end. (The reader of a trace would drop them.)
  const gpr: fc.Arbitrary<Omit<TraceGpr, 'name'>> = fc.record({
    arrivalMs: beats(0, 20),
    priority,
    gpusPerNode: fc.constantFrom(1, 1, 2, 4),
    nodeCount: fc.constantFrom(1, 1, 2),
    exitMs: beats(2, 6),
    runMs: beats(1, 2),
    gpuModels: fc.constantFrom<string[]>([], [], ['model-large'], ['model-small', 'model-tiny']),
  });
  return fc.array(gpr, { maxLength: 12, size: 'max' }).map((gprs) => ({
    kind: 'trace',
    format: 'test',
    cluster: name,
    gprs: gprs
      .toSorted((a, b) => a.arrivalMs - b.arrivalMs)
      .map((given, i) => ({ ...given, name: `pod-${i}` })),
  }));
};

export interface Leeway {
  /** Random failures, hidden run times, idleness and continuous arrivals, which no forecast knows. */
  readonly invalidations: boolean;
}

export function scenarios({ invalidations }: Leeway): fc.Arbitrary<Scenario> {
  return fc.tuple(instanceTypes, clusters).chain(([types, places]) => {
    const clusterNames = places.map(({ name }) => name);
    const members = fc
      .array(fc.subarray(clusterNames, { minLength: 1 }), {
        minLength: 2,
        maxLength: TEAMS.length,
        size: 'max',
      })
      .map((lists) => lists.map((list, i) => workspace(TEAMS[i], list)));
    const shared = places.find(({ onePool }) => onePool);
    return members.chain((workspaces) => {
      const names = workspaces.map(({ name }) => name);
      const workloads = [
        generated(names),
        script(names),
        ...(shared === undefined ? [] : [trace(shared.name)]),
      ];
      return fc
        .record({
          arrivalRateMilli: fc.constantFrom(1000, 1000, 10, 2500),
          writtenPools,
          seed: fc.oneof(fc.nat(1000), fc.constant(Number.MAX_SAFE_INTEGER)),
          scheduler: fc
            .record({
              queue: fc.constantFrom('strict' as const, 'greedy' as const, 'backfill' as const),
              placement: fc.constantFrom('best-fit' as const, 'first-fit' as const, 'worst-fit' as const),
              ...queueOrders,
              workspaceLimit: fc.constantFrom(1 as const, 1 as const, 'none' as const),
              provisioningDelayMs: fc.constantFrom(0, BEAT, 1500),
              cycle: fc.constantFrom('instant' as const, 'event' as const),
            })
            .map(possible),
          recordEstimatesEveryMs: fc.constantFrom(null, 3 * BEAT),
          keepEnded: fc.constantFrom(0, 2, 1000),
          workload: invalidations
            ? fc.subarray(workloads).chain((list) => fc.tuple(...list))
            : fc.constant([]),
          failures: invalidations
            ? fc.record({
                nodeMtbfMs: fc.constantFrom(null, 60 * BEAT),
                nodeRepairMs: beats(1, 5),
                provisioningMicro: fc.constantFrom(0, 200_000, 900_000),
              })
            : fc.constant({}),
        })
        .map((given) => scenarioOf({ ...given, instanceTypes: types, clusters: places, workspaces }))
        .map((scenario) => ({
          ...scenario,
          workload: scenario.workload.map((workload) => withChoice(workload, scenario)),
        }));
    });
  });
}
