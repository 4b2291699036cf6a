// Commands for the resources on top of GPRs: policies, templates, bindings, endpoints, placements, faults. The check of a
// command fills in `choice` and `choices`. The journal keeps them, so that a replay does not choose again.

import { type CreateGpr, chosenGpr } from './gpr.ts';
import {
  binding,
  faultSpec,
  gprTemplate,
  gpuSpec,
  modelSpec,
  type Policy,
  policy,
  workloadDefinition,
  workloadTemplate,
} from './resource-data.ts';
import type { PlacementPhase } from './resource-views.ts';
import {
  either,
  freeText,
  kinds,
  list,
  object,
  oneOf,
  optional,
  orNull,
  partial,
  type Schema,
  type TypeOf,
} from './schema.ts';
import { anyText, count, name, nameOrNull } from './values.ts';

/** How an endpoint or a decision gets its GPR. */
export type GprChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'attach'; readonly gprId: string }
  | { readonly kind: 'make'; readonly by: 'requested' | 'template'; readonly request: CreateGpr };

const choice: Schema<GprChoice> = kinds('a chosen GPR', {
  none: {},
  attach: { gprId: name },
  make: { by: oneOf('requested', 'template'), request: object({ kind: oneOf('gpr.create'), ...chosenGpr }) },
});
/** One per decision. */
const choices = optional(list(choice, 0, 10_000));

export const worldCommands = {
  /** Members that are not in `changes` keep their values. */
  'policy.set': { workspace: name, changes: object(partial(policy)) },
  'gpr-template.create': { template: gprTemplate },
  'gpr-template.replace': { template: gprTemplate },
  'gpr-template.delete': { name },
  /** Creates the binding of a workspace, or replaces it. */
  'binding.create': { binding },
  /** Refused if the workspace has no binding. */
  'binding.replace': { binding },
  'binding.delete': { workspace: name },
  'endpoint.create': {
    name,
    workspace: name,
    cluster: anyText,
    /** null = `rawModelSpec` is set. */
    model: orNull(modelSpec),
    rawModelSpec: orNull(freeText),
    /** none: the endpoint runs on CPUs. auto: the default template of the workspace's binding applies. */
    gpu: either('"none", "auto" or an object', oneOf('none', 'auto'), gpuSpec),
    choice: optional(choice),
  },
  /** `cluster` null = any. */
  'endpoint.delete': { workspace: name, name, cluster: nameOrNull },
  'workload-template.create': {
    template: workloadTemplate,
    /** How each decision of the placement that `autoPlacement` creates gets its GPR. The check of the command sets it. */
    choices,
  },
  'workload-template.replace': { template: workloadTemplate },
  'workload-template.delete': { name },
  /** Members of the definition that are missing come from the workload template. */
  'placement.create': {
    ...partial(workloadDefinition),
    name,
    workspace: name,
    /** '' = none. */
    workloadTemplate: anyText,
    numPlacements: count,
    /** null = the default template of the workspace's binding if that enables auto-GPR, else no GPR. */
    gpu: orNull(gpuSpec),
    choices,
  },
  /** Has the members that were sent. A member equal to the present value counts as unset. */
  'placement.update': {
    ...partial(workloadDefinition),
    name,
    /** `newName` and `workspace` are refused if they differ from the present values. */
    newName: optional(anyText),
    workspace: optional(anyText),
    workloadTemplate: optional(anyText),
    numPlacements: optional(count),
    gpu: optional(orNull(gpuSpec)),
    /** If the change makes the decisions anew. */
    choices,
  },
  'placement.delete': { name },
  'fault.add': { spec: faultSpec },
  'fault.remove': { faultId: name },
};
const worldCommand = kinds('a command of a resource', worldCommands);
export type WorldCommand = TypeOf<typeof worldCommand>;
type Of<Kind extends WorldCommand['kind']> = Extract<WorldCommand, { readonly kind: Kind }>;

export type CreateEndpoint = Of<'endpoint.create'>;
export type DeleteEndpoint = Of<'endpoint.delete'>;
export type CreateWorkloadTemplate = Of<'workload-template.create'>;
export type CreatePlacement = Of<'placement.create'>;
export type UpdatePlacement = Of<'placement.update'>;

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
