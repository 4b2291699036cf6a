// Random worlds in which the placements of three small, crowded clusters burst from one to another. Requests and endpoints
// compete for the same nodes or share a GPR with the placements.

import fc from 'fast-check';
import type { Command, GprTemplate, GpuSpec, Scenario, Step } from '../../sim/index.ts';
import { fault } from '../sim/world/orders.ts';
import { type Order, TEAMS } from '../support/action.ts';
import { queueOrders } from '../support/arbitrary-orders.ts';
import { BEAT, possible } from '../support/arbitrary-scenario.ts';
import { ofKind, weighted } from '../support/draws.ts';
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
export const OWN: readonly string[] = TEAMS.slice(0, 5);

const gapMs = fc.constantFrom(0, 0, 0, 5 * SECOND, BEAT);
const team = fc.constantFrom(...OWN);
const place = fc.constantFrom(...CLUSTERS);
const priority = fc.constantFrom(50, 100, 100, 200);
const exitMs = fc.integer({ min: 1, max: 12 }).map((beats) => beats * BEAT);
const gpusPerNode = fc.constantFrom(2, 4, 8, 8);
const placementName = fc.integer({ min: 0, max: 9 }).map((number) => `placement-${number}`);
const endpointName = fc.constantFrom('endpoint-0', 'endpoint-1', 'endpoint-2');
const burst = fc.constantFrom(0, 5 * SECOND, 2 * BEAT).map((ms) => ({ text: `${ms}ms`, ms }));

const gpu: fc.Arbitrary<GpuSpec> = fc.record({
  instanceType: fc.constantFrom('', '', 'large'),
  gpuShape: fc.constant(''),
  gpusPerNode,
  nodeCount: fc.constant(1),
  memoryGbPerGpu: fc.constant(null),
  priority: fc.option(priority, { freq: 4 }),
  exitMs,
  enableEviction: fc.boolean(),
  requeueOnFailure: fc.boolean(),
});

const placement: fc.Arbitrary<Command> = fc
  .record({
    name: placementName,
    workspace: team,
    numPlacements: fc.constantFrom(1, 1, 1, 2),
    gpu: fc.option(gpu, { freq: 1 }),
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

const endpoint: fc.Arbitrary<Command> = ofKind('endpoint.create', {
  name: endpointName,
  workspace: team,
  cluster: place,
  model: fc.constant(null),
  rawModelSpec: fc.constant('kind: Model'),
  gpu: fc.oneof(gpu, fc.constantFrom('auto' as const, 'auto' as const, 'none' as const)),
});

const change: fc.Arbitrary<Command> = fc
  .record({
    name: placementName,
    members: fc.subarray(['enableBurst', 'burst', 'deletionPolicy', 'numPlacements', 'gpu'] as const),
    to: fc.record({
      enableBurst: fc.boolean(),
      burst,
      deletionPolicy: fc.constantFrom('Delete' as const, 'Retain' as const),
      numPlacements: fc.constantFrom(1, 2),
      gpu: fc.option(
        gpu.map((given): GpuSpec => ({ ...given, priority: null, requeueOnFailure: null })),
        { freq: 3 },
      ),
    }),
  })
  .map(({ name, members, to }) => ({
    kind: 'placement.update',
    name,
    ...Object.fromEntries(members.map((member) => [member, to[member]])),
  }));

const limits: fc.Arbitrary<Command> = ofKind('policy.set', {
  workspace: team,
  changes: fc.record({
    priority: fc.constantFrom({ from: 1, to: 300 }, { from: 1, to: 300 }, { from: 1, to: 90 }),
    maxGprs: fc.constantFrom(0, 1, 2),
    gpuShapes: fc.constantFrom<string[]>([], [], ['large'], ['small']),
  }),
});

const faults: fc.Arbitrary<Command> = fc
  .record({
    kind: fc.constantFrom('step' as const, 'step' as const, 'provisioning' as const, 'image' as const),
    workspace: fc.constantFrom(null, ...OWN),
    isLasting: fc.boolean(),
  })
  .map(({ isLasting, kind, workspace }) => ({
    kind: 'fault.add',
    // Only image faults may last, because a pull is retried; other lasting faults would end everything.
    spec: fault(kind, { workspace, times: isLasting && kind === 'image' ? null : 1 }),
  }));

const removal: fc.Arbitrary<Command> = fc.oneof(
  placementName.map((name) => ({ kind: 'placement.delete' as const, name })),
  ofKind('endpoint.delete', { workspace: team, name: endpointName, cluster: fc.constant(null) }),
  fc.constantFrom(1, 2, 3).map((number) => ({ kind: 'fault.remove' as const, faultId: `fault-${number}` })),
);

/** Deletes a workspace, or creates it again with its binding. */
const renewal: fc.Arbitrary<Command> = fc.oneof(
  team.map((name) => ({ kind: 'workspace.delete' as const, name })),
  team.map((name) => ({ kind: 'workspace.create' as const, ...workspace(name, CLUSTERS) })),
  team.map((name) => bindingOf(name)),
);

/** Changes what bursting placements without GPU details get in another cluster. */
const defaults: fc.Arbitrary<Command> = fc.oneof(
  fc
    .tuple(place, fc.record({ gpusPerNode, priority, exitMs }))
    .map(([name, given]) => ({ kind: 'gpr-template.replace' as const, template: templateOf(name, given) })),
  fc
    .tuple(team, fc.subarray(CLUSTERS), fc.constantFrom(true, true, false))
    .map(([own, places, enableAutoGpr]) => bindingOf(own, places, enableAutoGpr)),
  place.map((name) => ({ kind: 'gpr-template.delete' as const, name: `template-${name}` })),
);

const number = fc.nat(99);
export const order: fc.Arbitrary<Order> = fc.oneof(
  fc.record({ kind: fc.constantFrom('release' as const, 'delete' as const), gpr: number }),
  ofKind('update', {
    gpr: number,
    fields: fc.record({ priority, enableEviction: fc.boolean() }, { requiredKeys: ['priority'] }),
  }),
  ofKind('node.down', { node: number, repairAfterMs: fc.constantFrom(null, BEAT, 5 * BEAT) }),
  fc.record({ kind: fc.constantFrom('node.up' as const, 'node.remove' as const), node: number }),
  ofKind('node.add', { cluster: number, type: number, count: fc.constant(1) }),
);

/** The first commands of every play: each workspace gets GPRs by default, from another template in each cluster. */
export const BINDINGS: readonly Command[] = [
  ...[4, 8, 2].map((gpusPerNode, i): Command => {
    const given = { gpusPerNode, priority: 100 + 50 * (i % 2), exitMs: (8 - 2 * i) * BEAT };
    return { kind: 'gpr-template.create', template: templateOf(CLUSTERS[i], given) };
  }),
  ...OWN.map((own) => bindingOf(own)),
];

function templateOf(
  place: string,
  given: Pick<GprTemplate, 'gpusPerNode' | 'priority' | 'exitMs'>,
): GprTemplate {
  return {
    name: `template-${place}`,
    cluster: place,
    instanceType: 'large',
    gpuShape: 'large',
    nodeCount: 1,
    memoryGbPerGpu: 1,
    idleTimeOutMs: null,
    enforceIdleTimeOut: null,
    enableEviction: null,
    requeueOnFailure: true,
    ...given,
  };
}

function bindingOf(own: string, places: readonly string[] = CLUSTERS, enableAutoGpr = true): Command {
  const clusters = places.map((name) => ({
    cluster: name,
    defaultTemplate: `template-${name}`,
    templates: [`template-${name}`],
  }));
  return { kind: 'binding.create', binding: { workspace: own, clusters, enableAutoGpr } };
}

/** The same command, limited to the first workspaces and clusters, so that more commands interact. */
function narrowed(command: Command, teams: number, places: number): Command {
  const nearer = (name: string, list: readonly string[], count: number) => list[list.indexOf(name) % count];
  const own = 'workspace' in command && command.workspace !== undefined ? command.workspace : undefined;
  return {
    ...command,
    ...(own !== undefined && { workspace: nearer(own, OWN, teams) }),
    ...(command.kind === 'endpoint.create' && { cluster: nearer(command.cluster, CLUSTERS, places) }),
    ...(command.kind === 'gpr.create' && { clusters: [nearer(command.clusters[0], CLUSTERS, places)] }),
  } as Command;
}

const what = weighted(
  [12, placement],
  [6, creation],
  [5, endpoint],
  [3, change],
  [1, limits],
  [2, faults],
  [4, removal],
  [1, renewal],
  [2, defaults],
  [3, order.map((drawn) => ({ order: drawn }))],
);

export const burstPlays: fc.Arbitrary<Play[]> = fc
  .record({
    teams: fc.constantFrom(1, 2, 5, 5),
    places: fc.integer({ min: 1, max: 3 }),
    drawn: fc.array(fc.record({ gapMs, newRound: fc.boolean(), what }), {
      minLength: 5,
      maxLength: 40,
      size: 'max',
    }),
  })
  .map(({ teams, places, drawn }) => [
    ...BINDINGS.map((command) => ({ gapMs: 0, newRound: false, command })),
    ...drawn.map(({ what, ...when }) =>
      'kind' in what ? { ...when, command: narrowed(what, teams, places) } : { ...when, ...what },
    ),
  ]);

export const burstScenarios: fc.Arbitrary<Scenario> = fc
  .record({
    seed: fc.nat(1000),
    scheduler: fc
      .record({
        queue: fc.constantFrom('strict' as const, 'greedy' as const, 'backfill' as const),
        workspaceLimit: fc.constantFrom(1 as const, 1 as const, 'none' as const),
        provisioningDelayMs: fc.constantFrom(0, BEAT, 1500),
        cycle: fc.constantFrom('instant' as const, 'event' as const),
        ...queueOrders,
      })
      .map(possible),
    recordEstimatesEveryMs: fc.constantFrom(null, null, BEAT),
    keepEnded: fc.constantFrom(0, 2, 1000),
    groups: fc.array(fc.constantFrom(['large'], ['large', 'small'], ['small', 'large']), {
      minLength: 3,
      maxLength: 3,
    }),
    durations: fc.record({
      helmStepMs: fc.constantFrom(0, BEAT),
      commandStepMs: fc.constantFrom(5 * SECOND, 3 * BEAT),
      imagePullMs: fc.constantFrom(0, BEAT),
    }),
  })
  .map(({ groups, ...given }) =>
    scenarioOf({
      ...given,
      instanceTypes: [instanceType('large', 8), instanceType('small', 4)],
      clusters: CLUSTERS.map((name, i) =>
        cluster(
          name,
          groups[i].map((type) => nodeGroup(type, 1)),
        ),
      ),
      workspaces: OWN.map((name) => workspace(name, CLUSTERS)),
    }),
  );
