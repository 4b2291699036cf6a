// Random worlds in which the endpoints and placements of one or two workspaces come and go, and share GPRs.

import fc from 'fast-check';
import type { Command, Step } from '../../sim/index.ts';
import { fault } from '../sim/world/orders.ts';
import { BEAT } from '../support/arbitrary-scenario.ts';
import { ofKind, weighted } from '../support/draws.ts';
import { request, SECOND } from '../support/scenario.ts';
import { BINDINGS, OWN, order } from './arbitrary-bursts.ts';
import type { Play } from './arbitrary-resources.ts';

const workspace = fc.constantFrom(OWN[0], OWN[0], OWN[0], OWN[1]);
const endpointName = fc.integer({ min: 0, max: 4 }).map((number) => `endpoint-${number}`);
const placementName = fc.constantFrom('placement-0', 'placement-0', 'placement-1');
/** The cluster of most GPRs, and the one to which they burst. */
const cluster = fc.constantFrom('east', 'east', 'east', 'north');

const gpu = {
  instanceType: 'large',
  gpuShape: '',
  gpusPerNode: 4,
  nodeCount: 1,
  memoryGbPerGpu: null,
  priority: 100,
  exitMs: 6 * BEAT,
  enableEviction: null,
  requeueOnFailure: true,
};

const endpoint: fc.Arbitrary<Command> = ofKind('endpoint.create', {
  name: endpointName,
  workspace,
  cluster,
  model: fc.constant(null),
  rawModelSpec: fc.constant('kind: Model'),
  gpu: fc.constantFrom('auto' as const, 'auto' as const, 'auto' as const, 'none' as const, gpu),
});

const placement: fc.Arbitrary<Command> = fc
  .record({
    name: placementName,
    workspace,
    numPlacements: fc.constantFrom(1, 1, 2),
    gpu: fc.constantFrom(null, null, gpu),
    clusters: fc.constantFrom(['east', 'north'], ['east', 'north'], ['north', 'east']),
    burst: fc.constantFrom(0, BEAT).map((ms) => ({ text: `${ms}ms`, ms })),
    deletionPolicy: fc.constantFrom('Delete' as const, 'Delete' as const, 'Retain' as const),
    enableBurst: fc.constantFrom(true, true, false),
    steps: fc.constantFrom<Step[]>([], [{ name: 'step', type: 'helm' }]),
  })
  .map((given) => ({
    kind: 'placement.create',
    workloadTemplate: '',
    ...given,
    helmConfigs: [{ name: 'step' }],
    manifestResources: [],
    cmdExec: [],
  }));

const change: fc.Arbitrary<Command> = fc
  .record({
    name: placementName,
    changes: fc.constantFrom({ numPlacements: 1 }, { numPlacements: 2 }, { gpu: null }, { gpu }),
  })
  .map(({ name, changes }) => ({ kind: 'placement.update', name, ...changes }));

const endpointRemoval: fc.Arbitrary<Command> = ofKind('endpoint.delete', {
  workspace,
  name: endpointName,
  cluster: fc.constant(null),
});

/** A GPR that fills a node: others queue behind it or are evicted by it. */
const blocker: fc.Arbitrary<Command> = fc
  .record({
    own: fc.constantFrom(OWN[3], OWN[4]),
    at: cluster,
    given: fc.record({
      gpusPerNode: fc.constant(8),
      priority: fc.constantFrom(50, 200),
      exitMs: fc.constantFrom(BEAT, 4 * BEAT),
      enableEviction: fc.boolean(),
    }),
  })
  .map(({ own, at, given }) => request(own, { ...given, clusters: [at] }));

const limits: fc.Arbitrary<Command> = ofKind('policy.set', {
  workspace,
  changes: fc.record({ maxGprs: fc.constantFrom(0, 1, 1, 2) }),
});

/** An image fault that lasts until it is removed, or a step fault that strikes once. */
const faults: fc.Arbitrary<Command> = fc.constantFrom('image' as const, 'step' as const).map((kind) => ({
  kind: 'fault.add',
  spec: fault(kind, { times: kind === 'image' ? null : 1 }),
}));

const what = weighted(
  [8, endpoint],
  [6, placement],
  [5, endpointRemoval],
  [2, placementName.map((name): Command => ({ kind: 'placement.delete', name }))],
  [4, change],
  [4, blocker],
  [1, limits],
  [1, faults],
  [1, fc.constantFrom('fault-1', 'fault-2').map((faultId): Command => ({ kind: 'fault.remove', faultId }))],
  [2, order.map((drawn) => ({ order: drawn }))],
);

const filled = fc.constantFrom([], ['east'], ['east', 'north']);

export const sharingPlays: fc.Arbitrary<Play[]> = fc
  .tuple(
    filled,
    fc.array(
      fc.record({ gapMs: fc.constantFrom(0, 0, 0, 0, 5 * SECOND, BEAT), newRound: fc.boolean(), what }),
      {
        minLength: 5,
        maxLength: 40,
        size: 'max',
      },
    ),
  )
  .map(([clusters, drawn]) => {
    const given = { gpusPerNode: 8, priority: 200, exitMs: 8 * BEAT };
    const fillers = clusters.map((name, i) => request(OWN[3 + i], { ...given, clusters: [name] }));
    return [
      ...[...BINDINGS, ...fillers].map((command) => ({ gapMs: 0, newRound: false, command })),
      ...drawn.map(({ what, ...when }) =>
        'kind' in what ? { ...when, command: what } : { ...when, ...what },
      ),
    ];
  });
