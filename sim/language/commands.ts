// Commands to a world, and why it refuses them. A command is plain data: journaled as JSON, and applied again on replay.

import type { ByName, WorldCommand, WorldRejection } from './resource-commands.ts';
import type { CreateGpr, PolicyNames, WorkspaceRecord } from './resource-data.ts';

interface CreateWorkspace extends WorkspaceRecord {
  readonly kind: 'workspace.create';
}

interface ByGpr<Kind extends string> {
  readonly kind: Kind;
  readonly gprId: string;
}

export interface UpdateGpr extends ByGpr<'gpr.update'> {
  readonly gprName?: string;
  readonly priority?: number;
  readonly enableEviction?: boolean;
  readonly requeueOnFailure?: boolean;
}

interface SetActivity extends ByGpr<'gpr.activity'> {
  readonly busy: boolean;
}

interface ByNode<Kind extends string> {
  readonly kind: Kind;
  readonly cluster: string;
  readonly node: string;
}

export interface NodeDown extends ByNode<'node.down'> {
  /** null = until `node.up`. */
  readonly repairAfterMs: number | null;
}

export interface AddNodes {
  readonly kind: 'node.add';
  readonly cluster: string;
  readonly instanceType: string;
  /** '' = the only model of the instance type. */
  readonly gpuModelName: string;
  readonly count: number;
}

/** Left-out members stay as they are. */
export interface SetScheduler extends Partial<PolicyNames> {
  readonly kind: 'scheduler.set';
}

export interface SetWorkload {
  readonly kind: 'workload.set';
  /** Within `ARRIVAL_RATE_MILLI`. */
  readonly arrivalRateMilli: number;
}

export type Command =
  | CreateWorkspace
  | ByName<'workspace.delete'>
  | CreateGpr
  | UpdateGpr
  | ByGpr<'gpr.release'>
  | ByGpr<'gpr.delete'>
  | SetActivity
  | NodeDown
  | ByNode<'node.up'>
  | AddNodes
  | ByNode<'node.remove'>
  | SetScheduler
  | SetWorkload
  | WorldCommand;

/** What an instance type of a pool offers when all its nodes are up and empty. */
export interface Offer {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  /** The first of these members that is too small for the refused request. */
  readonly lacks: 'memoryGbPerGpu' | 'gpusPerNode' | 'nodeCount';
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  readonly memoryGbPerGpu: number;
}

/** Why a world refused a command. A refused command changes nothing. */
export type Rejection = SingleRejection & {
  /** Rejections of further members. */
  readonly also?: readonly Rejection[];
};

/** `field` is the wrong member of the command. */
export type SingleRejection =
  | { readonly code: 'workspace-unknown'; readonly workspace: string }
  | { readonly code: 'workspace-exists'; readonly workspace: string }
  | { readonly code: 'workspace-going'; readonly workspace: string }
  | { readonly code: 'cluster-unknown'; readonly cluster: string; readonly known: readonly string[] }
  | {
      readonly code: 'cluster-not-in-workspace';
      readonly cluster: string;
      readonly workspace: string;
      readonly clusters: readonly string[];
    }
  | {
      readonly code: 'instance-type-unknown';
      readonly instanceType: string;
      readonly known: readonly string[];
    }
  | { readonly code: 'gpu-shape-unknown'; readonly gpuShape: string; readonly known: readonly string[] }
  | {
      readonly code: 'demand-never-fits';
      readonly requested: Pick<CreateGpr, 'gpusPerNode' | 'nodeCount' | 'memoryGbPerGpu'>;
      readonly offers: readonly Offer[];
    }
  /** None of the `clusters` has this instance type with this shape; `known` are the instance types of these clusters. */
  | {
      readonly code: 'kind-not-there';
      readonly clusters: readonly string[];
      readonly instanceType: string;
      readonly gpuShape: string;
      readonly known: readonly string[];
    }
  | { readonly code: 'gpr-unknown'; readonly gprId: string }
  | {
      readonly code: 'gpr-state';
      readonly gprId: string;
      readonly state: string;
      readonly action: 'update' | 'release' | 'delete' | 'activity';
    }
  | { readonly code: 'node-unknown'; readonly cluster: string; readonly node: string }
  | {
      readonly code: 'node-state';
      readonly cluster: string;
      readonly node: string;
      readonly state: 'up' | 'down';
    }
  /** The cluster or the instance type is one machine with processors: no nodes can be added to it, and none of its type. */
  | {
      readonly code: 'one-machine';
      readonly field: 'cluster' | 'instanceType';
      readonly name: string;
    }
  /** `value`: the name of a policy that this world cannot have. `why` follows "because". */
  | {
      readonly code: 'policy-not-here';
      readonly field: keyof PolicyNames;
      readonly value: string;
      readonly why: string;
    }
  /** The placement policy must know each GPU, and nodes of this instance type have too many, or a pool has too many nodes. */
  | {
      readonly code: 'gpus-not-shareable';
      readonly field: 'placement' | 'instanceType' | 'count';
      readonly placement: string;
      readonly instanceType: string;
      readonly of: 'gpus' | 'nodes';
      readonly limit: number;
      readonly value: number;
    }
  /** The scenario has no generated workload, so its rate has no effect. */
  | { readonly code: 'no-generated-workload' }
  /** `of`: what is counted. */
  | {
      readonly code: 'limit';
      readonly field: string;
      readonly limit: number;
      readonly value: number;
      readonly of?: string;
    }
  | WorldRejection;

export interface Refused {
  readonly ok: false;
  readonly rejection: Rejection;
}

/** The result of a check. */
export type Checked<Found> = ({ readonly ok: true } & Found) | Refused;

/** What an applied command created. */
export interface Outcome {
  readonly gprId?: string;
  readonly nodes?: readonly string[];
  readonly faultId?: string;
}
