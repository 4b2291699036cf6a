// Random worlds with endpoints, placements, templates, bindings, policies and faults. They use few names, so that many commands
// find their target and some are refused.

import fc from 'fast-check';
import type {
  Command,
  Durations,
  FaultSpec,
  GprTemplate,
  GpuSpec,
  Scenario,
  Step,
  WorkloadDefinition,
} from '../../sim/index.ts';
import type { Action } from '../support/action.ts';
import { actions } from '../support/arbitrary-actions.ts';
import { BEAT, priority, scenarios } from '../support/arbitrary-scenario.ts';
import { ofKind, weighted } from '../support/draws.ts';
import { cluster, SECOND } from '../support/scenario.ts';
import { policy } from './arbitrary.ts';

/** Usually one of the first list, rarely one of the second. */
function mostly<T>(usual: readonly T[], odd: readonly T[]): fc.Arbitrary<T> {
  return weighted([15, fc.constantFrom(...usual)], [1, fc.constantFrom(...odd)]);
}

const CLUSTERS = ['east', 'north', 'west'];
const workspace = mostly(['team-0', 'team-0', 'team-1', 'team-1', 'team-2', 'team-3'], ['unknown']);
const clusterName = mostly(CLUSTERS, ['nowhere']);
const endpointName = fc.constantFrom('endpoint-0', 'endpoint-1', 'endpoint-2');
const placementName = fc.constantFrom('placement-0', 'placement-1', 'placement-2', 'placement-3');
const templateName = fc.constantFrom('template-0', 'template-1');
const workloadName = fc.constantFrom('workload-0', 'workload-1', 'placement-3');
const flag = fc.constantFrom(null, true, false);
const stepType = fc.constantFrom('helm' as const, 'manifest' as const, 'command' as const);
const exitMs = fc.integer({ min: 1, max: 12 }).map((beats) => beats * BEAT);

const size = {
  gpusPerNode: fc.constantFrom(1, 2, 2, 4),
  nodeCount: fc.constantFrom(1, 1, 1, 2),
  enableEviction: flag,
  requeueOnFailure: flag,
};

const spec: fc.Arbitrary<GpuSpec> = fc.record({
  ...size,
  instanceType: mostly(['', '', '', 'large'], ['small', 'none']),
  gpuShape: mostly(['', ''], ['model-large', 'none']),
  memoryGbPerGpu: mostly([null], [1, 1000]),
  priority: fc.option(priority),
  exitMs: fc.option(exitMs, { freq: 8 }),
});

const gprTemplate: fc.Arbitrary<GprTemplate> = fc
  .record({
    ...size,
    name: templateName,
    cluster: clusterName,
    instanceType: mostly(['large', 'LARGE', 'small'], ['none', '']),
    memoryGbPerGpu: mostly([1], [1000]),
    priority,
    exitMs,
    idleTimeOutMs: fc.constantFrom(null, 2 * BEAT),
    enforceIdleTimeOut: flag,
  })
  .map((given) => ({ ...given, gpuShape: given.instanceType }));

const definition: fc.Arbitrary<WorkloadDefinition> = fc
  .record({
    clusters: weighted(
      [15, fc.shuffledSubarray(CLUSTERS, { minLength: 1 })],
      [1, fc.constantFrom(['nowhere'], ['east', 'east', 'north'])],
    ),
    burstMs: fc.constantFrom(0, 5 * SECOND, BEAT, 3 * BEAT),
    deletionPolicy: fc.constantFrom('Delete' as const, 'Retain' as const),
    enableBurst: fc.constantFrom(true, true, false),
    types: fc.array(stepType, { maxLength: 3 }),
    isUnfounded: mostly([false], [true]),
  })
  .map(({ burstMs, types, isUnfounded, ...given }) => {
    const steps = types.map((type, i) => ({ name: `step-${i}`, type }));
    const parts = (type: Step['type']) =>
      isUnfounded ? [] : steps.filter((step) => step.type === type).map(({ name }) => ({ name }));
    return {
      ...given,
      burst: { text: `${burstMs}ms`, ms: burstMs },
      helmConfigs: parts('helm'),
      manifestResources: parts('manifest'),
      cmdExec: parts('command'),
      steps,
    };
  });

const members: fc.Arbitrary<Partial<WorkloadDefinition>> = fc
  .tuple(
    definition,
    fc.subarray(['clusters', 'burst', 'deletionPolicy', 'enableBurst', 'helmConfigs', 'steps']),
  )
  .map(([whole, names]) =>
    Object.fromEntries(names.map((name) => [name, whole[name as keyof typeof whole]])),
  );

const faultSpec: fc.Arbitrary<FaultSpec> = fc.record({
  fault: fc.constantFrom('image', 'image', 'step', 'step', 'provisioning'),
  workspace: mostly([null, null, 'team-0'], ['unknown']),
  cluster: mostly([null, null, 'east', 'north'], ['nowhere']),
  endpoint: mostly([null], ['endpoint-0']),
  placement: mostly([null], ['placement-0']),
  step: mostly([null], ['step-0']),
  gprId: mostly([null], ['newest', 'gpr-00000000-0000', 'none']),
  times: mostly([1, 1, 2], [null]),
  message: fc.constant(''),
});

const bindingKind = mostly(['binding.create' as const], ['binding.replace' as const]);
const binding = fc.record({
  workspace,
  clusters: fc
    .tuple(fc.subarray(CLUSTERS), templateName, mostly([null], ['nowhere']))
    .map(([names, name, odd]) =>
      [...names, ...(odd === null ? [] : [odd])].map((known) => ({
        cluster: known,
        defaultTemplate: name,
        templates: [name],
      })),
    ),
  enableAutoGpr: fc.constantFrom(true, true, true, false),
});

const workloadTemplate = fc
  .tuple(
    definition,
    fc.record({
      name: workloadName,
      workspace,
      serviceAccount: fc.constant(''),
      autoPlacement: fc.boolean(),
    }),
  )
  .map(([whole, rest]) => ({ ...whole, ...rest }));

const replacement = fc
  .tuple(workloadTemplate, fc.boolean())
  .map(([template, isWithout]) => (isWithout ? { ...template, workspace: '' } : template));

const commandOf = <K extends Command['kind'], T extends object>(kind: K, rest: fc.Arbitrary<T>) =>
  rest.map((given) => ({ kind, ...given }));

/** Commands on resources other than GPRs. A fault for the GPR `newest` applies to the GPR that was created last. */
const resourceCommand = weighted(
  [3, ofKind('gpr-template.create', { template: gprTemplate })],
  [1, ofKind('gpr-template.replace', { template: gprTemplate })],
  [1, commandOf('gpr-template.delete', fc.record({ name: templateName }))],
  [4, fc.record({ kind: bindingKind, binding })],
  [1, commandOf('binding.delete', fc.record({ workspace }))],
  [1, commandOf('policy.set', fc.record({ workspace, changes: policy }))],
  [
    6,
    commandOf(
      'endpoint.create',
      fc.record({
        name: endpointName,
        workspace,
        cluster: clusterName,
        model: fc.constant(null),
        rawModelSpec: fc.constant('kind: Model'),
        gpu: fc.oneof(spec, fc.constantFrom('none' as const, 'auto' as const, 'auto' as const)),
      }),
    ),
  ],
  [
    3,
    commandOf(
      'endpoint.delete',
      fc.record({ name: endpointName, workspace, cluster: mostly([null], ['east']) }),
    ),
  ],
  [1, commandOf('workload-template.create', fc.record({ template: workloadTemplate }))],
  [1, commandOf('workload-template.replace', fc.record({ template: replacement }))],
  [1, commandOf('workload-template.delete', fc.record({ name: workloadName }))],
  [
    12,
    fc
      .record({
        whole: definition,
        some: mostly([false, false, false], [true]).chain((isPart) => (isPart ? members : fc.constant(null))),
        rest: fc.record({
          name: placementName,
          workspace,
          workloadTemplate: mostly([''], ['workload-0', 'workload-1']),
          numPlacements: mostly([1, 1, 2], [4]),
          gpu: fc.option(spec, { freq: 3 }),
        }),
      })
      // Missing members come from a template, which usually exists.
      .map(({ whole, some, rest }) =>
        some === null
          ? { kind: 'placement.create' as const, ...whole, ...rest }
          : { kind: 'placement.create' as const, ...some, ...rest, workloadTemplate: 'workload-0' },
      ),
  ],
  [
    4,
    fc
      .tuple(
        members,
        fc.record(
          {
            name: placementName,
            workspace,
            newName: fc.constantFrom('placement-0', 'other'),
            workloadTemplate: fc.constantFrom('', 'workload-0'),
            numPlacements: fc.constantFrom(1, 2),
            gpu: fc.option(spec),
          },
          { requiredKeys: ['name'] },
        ),
        fc.subarray(['workspace', 'newName', 'workloadTemplate'], { maxLength: 1 }),
      )
      .map(([some, { workspace, newName, workloadTemplate, ...rest }, names]) => ({
        kind: 'placement.update' as const,
        ...some,
        ...rest,
        // Few updates change a member that an update can rarely change.
        ...(names.includes('workspace') && workspace !== undefined && { workspace }),
        ...(names.includes('newName') && newName !== undefined && { newName }),
        ...(names.includes('workloadTemplate') && workloadTemplate !== undefined && { workloadTemplate }),
      })),
  ],
  [3, commandOf('placement.delete', fc.record({ name: placementName }))],
  [3, commandOf('fault.add', fc.record({ spec: faultSpec }))],
  [
    1,
    commandOf(
      'fault.remove',
      fc.record({ faultId: mostly(['fault-1', 'fault-2', 'fault-3'], ['fault-99', 'fault']) }),
    ),
  ],
) as fc.Arbitrary<Command>;

const durations: fc.Arbitrary<Durations> = fc.record({
  imagePullMs: fc.constantFrom(0, BEAT, 3 * SECOND),
  imageRetryMs: fc.constantFrom(SECOND, 2 * BEAT),
  helmStepMs: fc.constantFrom(0, BEAT, 2 * BEAT),
  manifestStepMs: fc.constantFrom(SECOND, BEAT),
  commandStepMs: fc.constantFrom(BEAT, 3 * BEAT),
});

/** Scenarios with three clusters, two of them small. Scripts include commands on resources, and faults exist from the start. */
export const resourceScenarios: fc.Arbitrary<Scenario> = fc
  .tuple(
    scenarios({ invalidations: true }),
    fc.record({
      durations,
      faults: fc.array(faultSpec, { maxLength: 2 }),
      drawn: fc.array(fc.tuple(fc.nat(20), resourceCommand), { maxLength: 6 }),
      nodes: fc.integer({ min: 1, max: 2 }),
      policies: fc.array(fc.option(policy), { minLength: 1, maxLength: 6 }),
      provisioningMicro: fc.constantFrom(0, 0, 0, 300_000),
    }),
  )
  .map(([scenario, { durations, faults, drawn, nodes, policies, provisioningMicro }]) => {
    const [east] = scenario.clusters;
    const groups = east.nodes.map((group) => ({ ...group, count: nodes }));
    const others = CLUSTERS.slice(1).map(
      (name) => scenario.clusters.find((known) => known.name === name) ?? cluster(name, groups),
    );
    const steps = drawn
      .map(([beat, command]) => ({ atMs: beat * BEAT, command }))
      .toSorted((a, b) => a.atMs - b.atMs);
    const workspaces = scenario.workspaces.map((own, i) => {
      // The first two workspaces have all clusters and no limits.
      if (i < 2) return { ...own, clusters: CLUSTERS };
      const limits = policies[i % policies.length];
      return limits === null ? own : { ...own, policy: limits };
    });
    return {
      ...scenario,
      clusters: [east, ...others],
      workspaces,
      workload: [...scenario.workload, { kind: 'script', steps }],
      failures: { ...scenario.failures, provisioningMicro },
      durations,
      faults,
    };
  });

/** A step that is played to both worlds: an action, or a complete command. */
export type Play = Action | (Pick<Action, 'gapMs' | 'newRound'> & { readonly command: Command });

export const plays: fc.Arbitrary<Play[]> = fc
  .tuple(
    fc.array(
      fc.record({
        gapMs: fc.constantFrom(0, 0, 0, 0, SECOND, BEAT, 3 * BEAT),
        newRound: fc.boolean(),
        command: resourceCommand,
      }),
      { maxLength: 60, size: 'max' },
    ),
    actions,
  )
  .map(([commands, list]) =>
    commands.flatMap((command, i) =>
      i % 2 === 0 && i / 2 < list.length ? [command, list[i / 2]] : [command],
    ),
  );
