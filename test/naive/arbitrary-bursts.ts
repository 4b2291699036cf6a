// Random worlds in which placements crowd three small clusters and burst from one to the other, among requests and endpoints
// that want the same nodes or share a GPR with them.

import fc from 'fast-check';
import type { Command, Scenario, Step } from '../../sim/index.ts';
import { type Order, TEAMS } from '../support/action.ts';
import { BEAT } from '../support/arbitrary-scenario.ts';
import {
  cluster,
  instanceType,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
  workspace,
} from '../support/scenario.ts';
import type { Play } from './arbitrary-resources.ts';

const CLUSTERS = ['east', 'north', 'west'];
const OWN = TEAMS.slice(0, 5);

const gapMs = fc.constantFrom(0, 0, 0, 5 * SECOND, BEAT);
const team = fc.constantFrom(...OWN);
const place = fc.constantFrom(...CLUSTERS);
const priority = fc.constantFrom(50, 100, 100, 200);
const exitMs = fc.integer({ min: 1, max: 12 }).map((beats) => beats * BEAT);
const gpusPerNode = fc.constantFrom(2, 4, 8, 8);
const placementName = fc.integer({ min: 0, max: 9 }).map((number) => `placement-${number}`);
const endpointName = fc.constantFrom('endpoint-0', 'endpoint-1');
const burst = fc.constantFrom(0, 5 * SECOND, 2 * BEAT).map((ms) => ({ text: `${ms}ms`, ms }));

const gpu = fc.record({
  instanceType: fc.constantFrom('', 'large', 'large'),
  gpuShape: fc.constant(''),
  gpusPerNode,
  nodeCount: fc.constant(1),
  memoryGbPerGpu: fc.constant(null),
  priority,
  exitMs,
  enableEviction: fc.boolean(),
  requeueOnFailure: fc.boolean(),
});

const placement: fc.Arbitrary<Command> = fc
  .record({
    name: placementName,
    workspace: team,
    numPlacements: fc.constantFrom(1, 1, 1, 2),
    gpu: fc.option(gpu, { freq: 6 }),
    clusters: fc.shuffledSubarray(CLUSTERS, { minLength: 2 }),
    burst,
    deletionPolicy: fc.constantFrom('Delete' as const, 'Retain' as const),
    enableBurst: fc.constantFrom(true, true, true, false),
    steps: fc
      .array(fc.constantFrom('helm' as const, 'command' as const), { maxLength: 2 })
      .map((types) => types.map((type, i) => ({ name: `step-${i}`, type }))),
  })
  .map((given) => {
    const parts = (type: Step['type']) => given.steps.filter((step) => step.type === type);
    return {
      kind: 'placement.create',
      workloadTemplate: '',
      ...given,
      helmConfigs: parts('helm').map(({ name }) => ({ name })),
      manifestResources: [],
      cmdExec: parts('command').map(({ name }) => ({ name })),
    };
  });

const creation: fc.Arbitrary<Command> = fc
  .tuple(
    team,
    place,
    fc.record({
      gpusPerNode,
      priority,
      exitMs,
      enableEviction: fc.boolean(),
      requeueOnFailure: fc.boolean(),
    }),
  )
  .map(([own, at, given]) => request(own, { ...given, clusters: [at] }));

const endpoint: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant('endpoint.create'),
  name: endpointName,
  workspace: team,
  cluster: place,
  model: fc.constant(null),
  rawModelSpec: fc.constant('kind: Model'),
  gpu: fc.oneof(gpu, fc.constantFrom('auto' as const, 'auto' as const)),
});

const change: fc.Arbitrary<Command> = fc.record(
  {
    kind: fc.constant('placement.update'),
    name: placementName,
    enableBurst: fc.boolean(),
    burst,
    deletionPolicy: fc.constantFrom('Delete' as const, 'Retain' as const),
    numPlacements: fc.constantFrom(1, 2),
  },
  { requiredKeys: ['kind', 'name'] },
);

const limits: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant('policy.set'),
  workspace: team,
  changes: fc.record({
    maxGprs: fc.constantFrom(0, 1, 2),
    gpuShapes: fc.constantFrom<string[]>([], [], ['large'], ['small']),
  }),
});

const fault: fc.Arbitrary<Command> = fc
  .record({
    fault: fc.constantFrom('step' as const, 'step' as const, 'provisioning' as const),
    workspace: fc.constantFrom(null, ...OWN),
  })
  .map((given) => ({
    kind: 'fault.add',
    spec: {
      ...given,
      cluster: null,
      endpoint: null,
      placement: null,
      step: null,
      gprId: null,
      times: 1,
      message: '',
    },
  }));

const removal: fc.Arbitrary<Command> = fc.oneof(
  placementName.map((name) => ({ kind: 'placement.delete' as const, name })),
  fc.record({
    kind: fc.constant('endpoint.delete' as const),
    workspace: team,
    name: endpointName,
    cluster: fc.constant(null),
  }),
);

const number = fc.nat(99);
const order: fc.Arbitrary<Order> = fc.oneof(
  fc.record({ kind: fc.constantFrom('release' as const, 'delete' as const), gpr: number }),
  fc.record({
    kind: fc.constant('update' as const),
    gpr: number,
    fields: fc.record({ priority, enableEviction: fc.boolean() }, { requiredKeys: ['priority'] }),
  }),
  fc.record({
    kind: fc.constant('node.down' as const),
    node: number,
    repairAfterMs: fc.constantFrom(null, BEAT, 5 * BEAT),
  }),
  fc.record({ kind: fc.constantFrom('node.up' as const, 'node.remove' as const), node: number }),
  fc.record({
    kind: fc.constant('node.add' as const),
    cluster: number,
    type: number,
    count: fc.constant(1),
  }),
);

/** First of all, each workspace gets its GPRs from a template where it asks for none. */
const BINDINGS: readonly Command[] = [
  {
    kind: 'gpr-template.create',
    template: {
      name: 'template',
      cluster: 'east',
      instanceType: 'large',
      gpuShape: 'large',
      gpusPerNode: 4,
      nodeCount: 1,
      memoryGbPerGpu: 1,
      priority: 100,
      exitMs: 8 * BEAT,
      idleTimeOutMs: null,
      enforceIdleTimeOut: null,
      enableEviction: null,
      requeueOnFailure: true,
    },
  },
  ...OWN.map((own): Command => {
    const clusters = CLUSTERS.map((name) => ({
      cluster: name,
      defaultTemplate: 'template',
      templates: ['template'],
    }));
    return { kind: 'binding.create', binding: { workspace: own, clusters, enableAutoGpr: true } };
  }),
];

export const burstPlays: fc.Arbitrary<Play[]> = fc
  .array(
    fc.record({
      gapMs,
      newRound: fc.boolean(),
      what: fc.oneof(
        { weight: 12, arbitrary: placement },
        { weight: 6, arbitrary: creation },
        { weight: 3, arbitrary: endpoint },
        { weight: 3, arbitrary: change },
        { weight: 1, arbitrary: limits },
        { weight: 1, arbitrary: fault },
        { weight: 2, arbitrary: removal },
        { weight: 3, arbitrary: order.map((drawn) => ({ order: drawn })) },
      ),
    }),
    { minLength: 5, maxLength: 40, size: 'max' },
  )
  .map((drawn) => [
    ...BINDINGS.map((command) => ({ gapMs: 0, newRound: false, command })),
    ...drawn.map(({ what, ...when }) =>
      'order' in what ? { ...when, ...what } : { ...when, command: what },
    ),
  ]);

export const burstScenarios: fc.Arbitrary<Scenario> = fc
  .record({
    seed: fc.nat(1000),
    scheduler: fc.record({
      queue: fc.constantFrom('strict' as const, 'greedy' as const, 'backfill' as const),
      workspaceLimit: fc.constantFrom(1 as const, 1 as const, 'none' as const),
      provisioningDelayMs: fc.constantFrom(0, BEAT, 1500),
    }),
    promiseEveryMs: fc.constantFrom(null, null, 3 * BEAT),
    keepEnded: fc.constantFrom(0, 2, 1000),
    small: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    durations: fc.record({
      helmStepMs: fc.constantFrom(0, BEAT),
      commandStepMs: fc.constantFrom(5 * SECOND, 3 * BEAT),
      imagePullMs: fc.constantFrom(0, BEAT),
    }),
  })
  .map(({ small, ...given }) =>
    scenarioOf({
      ...given,
      instanceTypes: [instanceType('large', 8), instanceType('small', 4)],
      clusters: CLUSTERS.map((name, i) =>
        cluster(name, [nodeGroup('large', 1), ...(small[i] ? [nodeGroup('small', 1)] : [])]),
      ),
      workspaces: OWN.map((name) => workspace(name, CLUSTERS)),
    }),
  );
