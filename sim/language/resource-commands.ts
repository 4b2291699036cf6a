// Commands about the resources on top of GPRs. `choice` and `choices` are filled in by checking and journaled with the
// command, so that a replay does not choose again.

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

/** The GPR that an endpoint or a decision gets: none, one that is there, or its own. */
export type GprChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'attach'; readonly gprId: string }
  | { readonly kind: 'make'; readonly by: 'requested' | 'template'; readonly request: CreateGpr };

/** Changes the members that are given. */
export interface SetPolicy {
  readonly kind: 'policy.set';
  readonly workspace: string;
  readonly changes: Partial<Policy>;
}

export interface CreateGprTemplate {
  readonly kind: 'gpr-template.create';
  readonly template: GprTemplate;
}

export interface ReplaceGprTemplate {
  readonly kind: 'gpr-template.replace';
  readonly template: GprTemplate;
}

export interface DeleteGprTemplate {
  readonly kind: 'gpr-template.delete';
  readonly name: string;
}

/** Makes a workspace's binding, or replaces the one it has. */
export interface CreateBinding {
  readonly kind: 'binding.create';
  readonly binding: Binding;
}

/** Replaces the binding that a workspace has. */
export interface ReplaceBinding {
  readonly kind: 'binding.replace';
  readonly binding: Binding;
}

export interface DeleteBinding {
  readonly kind: 'binding.delete';
  readonly workspace: string;
}

export interface CreateEndpoint {
  readonly kind: 'endpoint.create';
  readonly name: string;
  readonly workspace: string;
  readonly cluster: string;
  /** null = the raw specification is given. */
  readonly model: ModelSpec | null;
  readonly rawModelSpec: string | null;
  /** none: it runs on CPUs. auto: by the default template of the workspace's binding. */
  readonly gpu: GpuSpec | 'none' | 'auto';
  readonly choice?: GprChoice;
}

export interface DeleteEndpoint {
  readonly kind: 'endpoint.delete';
  readonly workspace: string;
  readonly name: string;
  /** null = whichever it is in. */
  readonly cluster: string | null;
}

export interface CreateWorkloadTemplate {
  readonly kind: 'workload-template.create';
  readonly template: WorkloadTemplate;
  /** Of the placement that it makes at once, one a decision. */
  readonly choices?: readonly GprChoice[];
}

export interface ReplaceWorkloadTemplate {
  readonly kind: 'workload-template.replace';
  readonly template: WorkloadTemplate;
}

export interface DeleteWorkloadTemplate {
  readonly kind: 'workload-template.delete';
  readonly name: string;
}

/** What a placement may leave to its workload template. */
export interface CreatePlacement extends Partial<WorkloadDefinition> {
  readonly kind: 'placement.create';
  readonly name: string;
  readonly workspace: string;
  /** '' = none. */
  readonly workloadTemplate: string;
  readonly numPlacements: number;
  /** null = none of its own: by the default template of the workspace's binding if that says so, else no GPR. */
  readonly gpu: GpuSpec | null;
  /** One a decision. */
  readonly choices?: readonly GprChoice[];
}

/** The members that were sent; those that do not differ count as unset. */
export interface UpdatePlacement extends Partial<WorkloadDefinition> {
  readonly kind: 'placement.update';
  /** Which one. */
  readonly name: string;
  /** What cannot be changed, as it was sent. */
  readonly newName?: string;
  readonly workspace?: string;
  readonly workloadTemplate?: string;
  readonly numPlacements?: number;
  readonly gpu?: GpuSpec | null;
  /** One a decision, where those are to be made anew. */
  readonly choices?: readonly GprChoice[];
}

export interface DeletePlacement {
  readonly kind: 'placement.delete';
  readonly name: string;
}

export interface AddFault {
  readonly kind: 'fault.add';
  readonly spec: FaultSpec;
}

export interface RemoveFault {
  readonly kind: 'fault.remove';
  readonly faultId: string;
}

export type WorldCommand =
  | SetPolicy
  | CreateGprTemplate
  | ReplaceGprTemplate
  | DeleteGprTemplate
  | CreateBinding
  | ReplaceBinding
  | DeleteBinding
  | CreateEndpoint
  | DeleteEndpoint
  | CreateWorkloadTemplate
  | ReplaceWorkloadTemplate
  | DeleteWorkloadTemplate
  | CreatePlacement
  | UpdatePlacement
  | DeletePlacement
  | AddFault
  | RemoveFault;

/** Members of a placement that can be changed once a decision of it is past Queued. */
export const LATE_MEMBERS = ['burst', 'deletionPolicy', 'helmConfigs', 'manifestResources'] as const;

/** Why a command about these resources was refused. */
export type WorldRejection =
  /** `field` is the member of CreateGpr that goes beyond the policy; '' for the number of GPRs. */
  | {
      readonly code: 'policy';
      readonly workspace: string;
      readonly rule: keyof Policy;
      readonly field: string;
      readonly limit: string;
      readonly value: string;
    }
  | { readonly code: 'gpr-template-exists'; readonly name: string }
  | { readonly code: 'gpr-template-unknown'; readonly name: string }
  | { readonly code: 'binding-unknown'; readonly workspace: string }
  | { readonly code: 'endpoint-exists'; readonly workspace: string; readonly name: string }
  | { readonly code: 'endpoint-unknown'; readonly workspace: string; readonly name: string }
  /** Its GPR is provisioned. */
  | { readonly code: 'endpoint-busy'; readonly name: string; readonly gprId: string; readonly state: string }
  /** There is nothing to make a GPR from; `why` is a sentence. */
  | { readonly code: 'gpu-missing'; readonly cluster: string; readonly why: string }
  | { readonly code: 'workload-template-exists'; readonly name: string }
  | { readonly code: 'workload-template-unknown'; readonly name: string }
  | { readonly code: 'placement-exists'; readonly name: string }
  | { readonly code: 'placement-unknown'; readonly name: string }
  /** A member that neither the placement nor its template has. */
  | { readonly code: 'member-missing'; readonly field: string }
  /** A step that names no chart, manifest or command of its type. */
  | { readonly code: 'step-unknown'; readonly index: number; readonly type: string; readonly name: string }
  /**
   * The update names members that can no longer be changed, or never. `begun` are the decisions that have used their
   * definition, whatever the status of the whole.
   */
  | {
      readonly code: 'placement-fixed';
      readonly name: string;
      readonly status: PlacementPhase;
      readonly begun: readonly { readonly cluster: string; readonly phase: PlacementPhase }[];
      readonly fields: readonly string[];
    }
  | { readonly code: 'placement-state'; readonly name: string; readonly status: string }
  | { readonly code: 'fault-unknown'; readonly faultId: string };
