// Random orders on endpoints, placements, templates, bindings, policies and faults. Like other actions, they refer to their
// targets by number; names are found when they are played.

import type {
  Command,
  FaultSpec,
  GprTemplate,
  GpuSpec,
  Policy,
  Simulation,
  Step,
  WorkloadDefinition,
} from '../../sim/index.ts';
import { fault } from '../sim/world/orders.ts';

export interface Demand {
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly priority: number | null;
  readonly exitMs: number | null;
  readonly enableEviction: boolean | null;
  readonly requeueOnFailure: boolean | null;
  readonly anyType: boolean;
}

export interface Workload {
  readonly enableBurst: boolean;
  readonly burstMs: number;
  readonly deletionPolicy: 'Delete' | 'Retain';
  readonly steps: readonly Step['type'][];
}

export type ResourceOrder =
  | {
      readonly kind: 'template';
      readonly name: number;
      readonly cluster: number;
      readonly type: number;
      readonly demand: Demand;
    }
  | { readonly kind: 'template.delete'; readonly name: number }
  | {
      readonly kind: 'binding';
      readonly workspace: number;
      readonly template: number;
      readonly auto: boolean;
    }
  | { readonly kind: 'binding.delete'; readonly workspace: number }
  | { readonly kind: 'policy'; readonly workspace: number; readonly changes: Partial<Policy> }
  | {
      readonly kind: 'endpoint';
      readonly workspace: number;
      readonly name: number;
      readonly cluster: number;
      readonly type: number;
      readonly gpu: Demand | 'none' | 'auto';
    }
  | { readonly kind: 'endpoint.delete'; readonly workspace: number; readonly name: number }
  | {
      readonly kind: 'placement';
      readonly workspace: number;
      readonly name: number;
      readonly type: number;
      readonly numPlacements: number;
      readonly gpu: Demand | null;
      readonly workload: Workload;
      /** As a template with autoPlacement. */
      readonly asTemplate: boolean;
    }
  | {
      readonly kind: 'placement.update';
      readonly name: number;
      readonly workload: Partial<Workload>;
      readonly numPlacements?: number;
      readonly gpu?: Demand | null;
    }
  | { readonly kind: 'placement.delete'; readonly name: number }
  | { readonly kind: 'workload-template.delete'; readonly name: number }
  | {
      readonly kind: 'fault';
      readonly fault: FaultSpec['fault'];
      readonly workspace: number | null;
      readonly times: number | null;
    }
  | { readonly kind: 'fault.remove'; readonly fault: number };

export function resourceCommandOf(order: ResourceOrder, simulation: Simulation): Command | null {
  const { scenario, resources } = simulation;
  const workspaceOf = (number: number) => pickOf(simulation.views.workspaces(), number);
  const typeOf = (number: number) => pickOf(scenario.instanceTypes, number)!;
  const placementName = (number: number) => `placement-${number % 4}`;
  const templateName = (number: number) => `template-${number % 3}`;

  switch (order.kind) {
    case 'template': {
      const name = templateName(order.name);
      const cluster = pickOf(scenario.clusters, order.cluster)!.name;
      const template: GprTemplate = {
        name,
        cluster,
        ...specOf({ ...order.demand, anyType: false }, typeOf(order.type)),
        memoryGbPerGpu: 1,
        priority: order.demand.priority ?? 100,
        exitMs: order.demand.exitMs ?? 50_000,
        idleTimeOutMs: null,
        enforceIdleTimeOut: null,
      };
      const isKnown = resources.gprTemplate(name) !== undefined;
      return { kind: isKnown ? 'gpr-template.replace' : 'gpr-template.create', template };
    }
    case 'template.delete':
      return { kind: 'gpr-template.delete', name: templateName(order.name) };
    case 'binding': {
      const workspace = workspaceOf(order.workspace);
      if (workspace === undefined) return null;
      const clusters = workspace.clusters.map((cluster) => ({
        cluster,
        defaultTemplate: templateName(order.template),
        templates: [templateName(order.template), 'nothing'],
      }));
      return {
        kind: 'binding.create',
        binding: { workspace: workspace.name, clusters, enableAutoGpr: order.auto },
      };
    }
    case 'binding.delete': {
      const workspace = workspaceOf(order.workspace);
      return workspace === undefined ? null : { kind: 'binding.delete', workspace: workspace.name };
    }
    case 'policy': {
      const workspace = workspaceOf(order.workspace);
      return workspace === undefined
        ? null
        : { kind: 'policy.set', workspace: workspace.name, changes: order.changes };
    }
    case 'endpoint': {
      const workspace = workspaceOf(order.workspace);
      if (workspace === undefined) return null;
      const { gpu } = order;
      return {
        kind: 'endpoint.create',
        name: `endpoint-${order.name % 3}`,
        workspace: workspace.name,
        cluster: pickOf(workspace.clusters, order.cluster)!,
        model: null,
        rawModelSpec: 'kind: Model',
        gpu: gpu === 'none' || gpu === 'auto' ? gpu : specOf(gpu, typeOf(order.type)),
      };
    }
    case 'endpoint.delete': {
      const workspace = workspaceOf(order.workspace);
      if (workspace === undefined) return null;
      const name = `endpoint-${order.name % 3}`;
      return { kind: 'endpoint.delete', workspace: workspace.name, name, cluster: null };
    }
    case 'placement': {
      const workspace = workspaceOf(order.workspace);
      if (workspace === undefined) return null;
      const name = placementName(order.name);
      const definition = definitionOf(order.workload, workspace.clusters);
      if (order.asTemplate) {
        const template = {
          ...definition,
          name,
          workspace: workspace.name,
          serviceAccount: '',
          autoPlacement: true,
        };
        return { kind: 'workload-template.create', template };
      }
      return {
        kind: 'placement.create',
        name,
        workspace: workspace.name,
        workloadTemplate: '',
        numPlacements: order.numPlacements,
        gpu: order.gpu === null ? null : specOf(order.gpu, typeOf(order.type)),
        ...definition,
      };
    }
    case 'placement.update': {
      const name = placementName(order.name);
      const placement = resources.placement(name);
      if (placement === undefined) return null;
      const { numPlacements, gpu } = order;
      return {
        kind: 'placement.update',
        name,
        ...changesOf(order.workload),
        ...(numPlacements !== undefined && { numPlacements }),
        ...(gpu !== undefined && { gpu: gpu === null ? null : specOf(gpu, scenario.instanceTypes[0]) }),
      };
    }
    case 'placement.delete':
      return { kind: 'placement.delete', name: placementName(order.name) };
    case 'workload-template.delete':
      return { kind: 'workload-template.delete', name: placementName(order.name) };
    case 'fault':
      return {
        kind: 'fault.add',
        spec: fault(order.fault, {
          workspace: order.workspace === null ? null : (workspaceOf(order.workspace)?.name ?? null),
          times: order.times,
        }),
      };
    case 'fault.remove': {
      const fault = pickOf(resources.faults(), order.fault);
      return fault === undefined ? null : { kind: 'fault.remove', faultId: fault.faultId };
    }
  }
}

function specOf(
  { anyType, ...demand }: Demand,
  type: { instanceType: string; gpuModelName: string },
): GpuSpec {
  return {
    ...demand,
    instanceType: anyType ? '' : type.instanceType,
    gpuShape: anyType ? '' : type.gpuModelName,
    memoryGbPerGpu: null,
  };
}

function definitionOf(workload: Workload, clusters: readonly string[]): WorkloadDefinition {
  return { ...changesOf(workload), clusters } as WorkloadDefinition;
}

function changesOf(workload: Partial<Workload>): Partial<WorkloadDefinition> {
  const { steps, burstMs, ...rest } = workload;
  const burst = burstMs === undefined ? {} : { burst: { text: `${burstMs / 1000}s`, ms: burstMs } };
  if (steps === undefined) return { ...rest, ...burst };
  const named = steps.map((type, i) => ({ name: `step-${i}`, type }));
  const parts = (type: Step['type']) =>
    named.filter((step) => step.type === type).map(({ name }) => ({ name }));
  return {
    ...rest,
    ...burst,
    steps: named,
    helmConfigs: parts('helm'),
    manifestResources: parts('manifest'),
    cmdExec: parts('command'),
  };
}

function pickOf<T>(list: readonly T[], number: number): T | undefined {
  return list.length === 0 ? undefined : list[number % list.length];
}
