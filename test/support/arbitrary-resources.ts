import fc from 'fast-check';
import { BEAT, priority } from './arbitrary-scenario.ts';
import { ofKind, type Weighted, weighted } from './draws.ts';
import type { Demand, ResourceOrder, Workload } from './resource-order.ts';

const number = fc.nat(99);
const flag = fc.constantFrom(null, true, false);

const demand: fc.Arbitrary<Demand> = fc.record({
  gpusPerNode: fc.constantFrom(1, 1, 2, 4),
  nodeCount: fc.constantFrom(1, 1, 2),
  priority: fc.option(priority),
  exitMs: fc.option(
    fc.integer({ min: 1, max: 12 }).map((count) => count * BEAT),
    { freq: 8 },
  ),
  enableEviction: flag,
  requeueOnFailure: flag,
  anyType: fc.boolean(),
});

const workloadMembers = {
  enableBurst: fc.constantFrom(true, true, false),
  burstMs: fc.constantFrom(0, 5_000, BEAT, 3 * BEAT),
  deletionPolicy: fc.constantFrom('Delete' as const, 'Retain' as const),
  steps: fc.array(fc.constantFrom('helm' as const, 'manifest' as const, 'command' as const), {
    maxLength: 3,
  }),
};
const workload: fc.Arbitrary<Workload> = fc.record(workloadMembers);

const changes = fc.record(
  {
    priority: fc.constantFrom({ from: 1, to: 300 }, { from: 1, to: 100 }, { from: 100, to: 200 }),
    maxGprs: fc.constantFrom(0, 2, 5),
    maxExit: fc.constantFrom({ text: '0', ms: 0 }, { text: '60s', ms: 60_000 }),
    gpuShapes: fc.constantFrom<string[]>([], ['large'], ['model-small', 'tiny']),
    maxGpusPerGpr: fc.constantFrom(0, 4),
    maxMemoryMbPerGpr: fc.constantFrom(0, 160_000),
    enableEviction: fc.boolean(),
    requeueOnFailure: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Orders whose effects forecasts foresee. */
const known: Weighted<ResourceOrder>[] = [
  [3, ofKind('template', { name: number, cluster: number, type: number, demand })],
  [1, ofKind('template.delete', { name: number })],
  [3, ofKind('binding', { workspace: number, template: number, auto: fc.constantFrom(true, true, false) })],
  [1, ofKind('binding.delete', { workspace: number })],
  [1, ofKind('policy', { workspace: number, changes })],
  [
    5,
    ofKind('endpoint', {
      workspace: number,
      name: number,
      cluster: number,
      type: number,
      gpu: fc.oneof(demand, fc.constantFrom('none' as const, 'auto' as const)),
    }),
  ],
  [2, ofKind('endpoint.delete', { workspace: number, name: number })],
  [
    8,
    ofKind('placement', {
      workspace: number,
      name: number,
      type: number,
      numPlacements: fc.constantFrom(1, 1, 2),
      gpu: fc.option(demand, { freq: 4 }),
      workload,
      asTemplate: fc.constantFrom(false, false, false, true),
    }),
  ],
  [
    2,
    fc.record(
      {
        kind: fc.constant('placement.update'),
        name: number,
        workload: fc.record(workloadMembers, { requiredKeys: [] }),
        numPlacements: fc.constantFrom(1, 2),
        gpu: fc.option(demand),
      },
      { requiredKeys: ['kind', 'name', 'workload'] },
    ),
  ],
  [2, ofKind('placement.delete', { name: number })],
] as Weighted<ResourceOrder>[];

/** Orders without faults, which no forecast foresees. */
export const resourceOrder: fc.Arbitrary<ResourceOrder> = weighted(...known);

/** The orders above that act on existing resources. */
export const followUpOrder: fc.Arbitrary<ResourceOrder> = weighted(
  ...known.filter(([weight]) => weight <= 2),
  [1, ofKind('workload-template.delete', { name: number })],
);

export const faultOrder = weighted(
  [
    3,
    ofKind('fault', {
      fault: fc.constantFrom('image', 'step', 'step', 'provisioning'),
      workspace: fc.option(number),
      times: fc.constantFrom(null, 1, 2),
    }),
  ],
  [2, ofKind('fault.remove', { fault: number })],
) as fc.Arbitrary<ResourceOrder>;
