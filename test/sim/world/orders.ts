// Commands on endpoints, placements and their records, with defaults for tests.

import type {
  Binding,
  CreateEndpoint,
  CreatePlacement,
  FaultSpec,
  GprTemplate,
  GpuSpec,
  Step,
  WorkloadDefinition,
} from '../../../sim/index.ts';
import { SECOND } from '../../support/scenario.ts';

export function gpus(given: Partial<GpuSpec> = {}): GpuSpec {
  return {
    instanceType: 'large',
    gpuShape: 'model-large',
    gpusPerNode: 1,
    nodeCount: 1,
    memoryGbPerGpu: null,
    priority: 100,
    exitMs: 100 * SECOND,
    enableEviction: null,
    requeueOnFailure: null,
    ...given,
  };
}

export function endpoint(workspace: string, given: Partial<CreateEndpoint> = {}): CreateEndpoint {
  return {
    kind: 'endpoint.create',
    name: 'model',
    workspace,
    cluster: 'east',
    model: { modelName: 'sklearn', storageUri: '', args: [], cpu: '', memory: '' },
    rawModelSpec: null,
    gpu: gpus(),
    ...given,
  };
}

/** A definition with the steps of these types, named `<type>-<index>`. */
export function workload(
  types: readonly Step['type'][],
  given: Partial<WorkloadDefinition> = {},
): WorkloadDefinition {
  const steps = types.map((type, i) => ({ name: `${type}-${i}`, type }));
  const parts = (type: Step['type']) =>
    steps.filter((step) => step.type === type).map(({ name }) => ({ name }));
  return {
    clusters: ['east'],
    burst: { text: '15m', ms: 900 * SECOND },
    deletionPolicy: 'Delete',
    enableBurst: false,
    helmConfigs: parts('helm'),
    manifestResources: parts('manifest'),
    cmdExec: parts('command'),
    steps,
    ...given,
  };
}

/** A placement named `app` with a chart (30 s), a manifest (5 s) and a command (10 s), on one GPU. */
export function placement(workspace: string, given: Partial<CreatePlacement> = {}): CreatePlacement {
  return {
    kind: 'placement.create',
    name: 'app',
    workspace,
    workloadTemplate: '',
    numPlacements: 1,
    gpu: gpus(),
    ...workload(['helm', 'manifest', 'command']),
    ...given,
  };
}

export function template(name: string, given: Partial<GprTemplate> = {}): GprTemplate {
  const { instanceType, gpuShape, gpusPerNode, nodeCount } = gpus();
  return {
    name,
    cluster: 'east',
    instanceType,
    gpuShape,
    gpusPerNode,
    nodeCount,
    memoryGbPerGpu: 40,
    priority: 100,
    exitMs: 100 * SECOND,
    idleTimeOutMs: null,
    enforceIdleTimeOut: null,
    enableEviction: null,
    requeueOnFailure: null,
    ...given,
  };
}

export function binding(workspace: string, defaultTemplate: string, given: Partial<Binding> = {}): Binding {
  return {
    workspace,
    clusters: [{ cluster: 'east', defaultTemplate, templates: [defaultTemplate] }],
    enableAutoGpr: true,
    ...given,
  };
}

export function fault(kind: FaultSpec['fault'], given: Partial<FaultSpec> = {}): FaultSpec {
  return {
    fault: kind,
    workspace: null,
    cluster: null,
    endpoint: null,
    placement: null,
    step: null,
    gprId: null,
    times: null,
    message: '',
    ...given,
  };
}
