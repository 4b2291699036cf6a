// Commands for the resources on top of GPRs: policies, templates, bindings, endpoints, placements, faults. The check of a
// command fills in `choice` and `choices`. The journal keeps them, so that a replay does not choose again.

import type {
  Binding,
  CreateGpr,
  FaultSpec,
  GprTemplate,
  GpuSpec,
  ModelSpec,
  Policy,
  WorkloadDefinition,
  WorkloadTemplate,
} from './resource-data.ts';
import type { PlacementPhase } from './resource-views.ts';

/** How an endpoint or a decision gets its GPR. */
export type GprChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'attach'; readonly gprId: string }
  | { readonly kind: 'make'; readonly by: 'requested' | 'template'; readonly request: CreateGpr };

export interface ByName<Kind extends string> {
  readonly kind: Kind;
  readonly name: string;
}

interface WithTemplate<Kind extends string, Template> {
  readonly kind: Kind;
  readonly template: Template;
}

export interface CreateEndpoint {
  readonly kind: 'endpoint.create';
  readonly name: string;
  readonly workspace: string;
  readonly cluster: string;
  /** null = `rawModelSpec` is set. */
  readonly model: ModelSpec | null;
  readonly rawModelSpec: string | null;
  /** none: the endpoint runs on CPUs. auto: the default template of the workspace's binding applies. */
  readonly gpu: GpuSpec | 'none' | 'auto';
  readonly choice?: GprChoice;
}

export interface DeleteEndpoint {
  readonly kind: 'endpoint.delete';
  readonly workspace: string;
  readonly name: string;
  /** null = any cluster. */
  readonly cluster: string | null;
}

export interface CreateWorkloadTemplate extends WithTemplate<'workload-template.create', WorkloadTemplate> {
  /** How each decision of the placement that `autoPlacement` creates gets its GPR. The check of the command sets it. */
  readonly choices?: readonly GprChoice[];
}

/** Members of the definition that are missing come from the workload template. */
export interface CreatePlacement extends Partial<WorkloadDefinition> {
  readonly kind: 'placement.create';
  readonly name: string;
  readonly workspace: string;
  /** '' = none. */
  readonly workloadTemplate: string;
  readonly numPlacements: number;
  /** null = the default template of the workspace's binding if that enables auto-GPR, else no GPR. */
  readonly gpu: GpuSpec | null;
  /** One per decision. */
  readonly choices?: readonly GprChoice[];
}

/** Has the members that were sent. A member equal to the present value counts as unset. */
export interface UpdatePlacement extends Partial<WorkloadDefinition> {
  readonly kind: 'placement.update';
  readonly name: string;
  /** `newName` and `workspace` are refused if they differ from the present values. */
  readonly newName?: string;
  readonly workspace?: string;
  readonly workloadTemplate?: string;
  readonly numPlacements?: number;
  readonly gpu?: GpuSpec | null;
  /** One per decision, if the change makes the decisions anew. */
  readonly choices?: readonly GprChoice[];
}

export type WorldCommand =
  /** Members that are not in `changes` keep their values. */
  | { readonly kind: 'policy.set'; readonly workspace: string; readonly changes: Partial<Policy> }
  | WithTemplate<'gpr-template.create', GprTemplate>
  | WithTemplate<'gpr-template.replace', GprTemplate>
  | ByName<'gpr-template.delete'>
  /** Creates the binding of a workspace, or replaces it. */
  | { readonly kind: 'binding.create'; readonly binding: Binding }
  /** Refused if the workspace has no binding. */
  | { readonly kind: 'binding.replace'; readonly binding: Binding }
  | { readonly kind: 'binding.delete'; readonly workspace: string }
  | CreateEndpoint
  | DeleteEndpoint
  | CreateWorkloadTemplate
  | WithTemplate<'workload-template.replace', WorkloadTemplate>
  | ByName<'workload-template.delete'>
  | CreatePlacement
  | UpdatePlacement
  | ByName<'placement.delete'>
  | { readonly kind: 'fault.add'; readonly spec: FaultSpec }
  | { readonly kind: 'fault.remove'; readonly faultId: string };

/** Commands that leave the choice of pools and GPRs to the simulator. */
export type ChoosingCommand =
  | CreateGpr
  | CreateEndpoint
  | CreateWorkloadTemplate
  | CreatePlacement
  | UpdatePlacement;

/** Members of a placement that can still change after one of its decisions has left Queued. */
export const LATE_MEMBERS = ['burst', 'deletionPolicy', 'helmConfigs', 'manifestResources'] as const;

/** A limit of a policy that a GPR exceeds. `field`: the member of CreateGpr, '' for the number of GPRs. */
export interface Breach {
  readonly rule: keyof Policy;
  readonly field: string;
  readonly limit: string;
  readonly value: string;
}

export type WorldRejection =
  | ({ readonly code: 'policy'; readonly workspace: string } & Breach)
  | { readonly code: 'gpr-template-exists'; readonly name: string }
  | { readonly code: 'gpr-template-unknown'; readonly name: string }
  | { readonly code: 'binding-unknown'; readonly workspace: string }
  | { readonly code: 'endpoint-exists'; readonly workspace: string; readonly name: string }
  | { readonly code: 'endpoint-unknown'; readonly workspace: string; readonly name: string }
  /** Its GPR is provisioned. */
  | { readonly code: 'endpoint-busy'; readonly name: string; readonly gprId: string; readonly state: string }
  /** An endpoint or placement names no GPUs, and no default template applies in the cluster; `why` gives the reason. */
  | { readonly code: 'gpu-missing'; readonly cluster: string; readonly why: string }
  | { readonly code: 'workload-template-exists'; readonly name: string }
  | { readonly code: 'workload-template-unknown'; readonly name: string }
  | { readonly code: 'placement-exists'; readonly name: string }
  | { readonly code: 'placement-unknown'; readonly name: string }
  /** A member that neither the placement nor its template has. */
  | { readonly code: 'member-missing'; readonly field: string }
  /** `name` is not a chart, manifest or command of the definition. */
  | { readonly code: 'step-unknown'; readonly index: number; readonly type: string; readonly name: string }
  /**
   * The placement is over, or the update changes `fields` that are fixed: always, or since a decision has begun. `begun` lists
   * those decisions.
   */
  | {
      readonly code: 'placement-fixed';
      readonly name: string;
      readonly status: PlacementPhase;
      readonly begun: readonly { readonly cluster: string; readonly phase: PlacementPhase }[];
      readonly fields: readonly string[];
    }
  /** `holding`: its GPRs that hold GPUs. */
  | {
      readonly code: 'placement-state';
      readonly name: string;
      readonly status: string;
      readonly holding: readonly string[];
    }
  | { readonly code: 'fault-unknown'; readonly faultId: string };
