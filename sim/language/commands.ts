// Commands to a world, and why it refuses them. A command is plain data: journaled as JSON, and applied again on replay.

import { type CreateGpr, chosenGpr, createGpr } from './gpr.ts';
import { limits } from './limits.ts';
import { type WorldRejection, worldCommands } from './resource-commands.ts';
import { type PolicyNames, policyNames, workspaceRecord } from './resource-data.ts';
import { flag, kinds, list, optional, orNull, partial, type TypeOf, whole } from './schema.ts';
import { anyText, count, name, priority, spanMs } from './values.ts';

/** The bounds of a rate of arrivals, in thousandths: 1000 = as the scenario has it. */
export const ARRIVAL_RATE_MILLI = { from: 10, to: 100_000 } as const;

export const arrivalRateMilli = whole(ARRIVAL_RATE_MILLI.from, ARRIVAL_RATE_MILLI.to);

const byNode = { cluster: name, node: name };

const commands = {
  'workspace.create': { ...workspaceRecord, clusters: list(name, 1, limits.clusters) },
  'workspace.delete': { name },
  'gpr.create': createGpr,
  'gpr.update': {
    gprId: name,
    gprName: optional(anyText),
    priority: optional(priority),
    enableEviction: optional(flag),
    requeueOnFailure: optional(flag),
  },
  'gpr.release': { gprId: name },
  'gpr.delete': { gprId: name },
  'gpr.activity': { gprId: name, busy: flag },
  /** `repairAfterMs` null = until `node.up`. */
  'node.down': { ...byNode, repairAfterMs: orNull(spanMs) },
  'node.up': byNode,
  'node.add': {
    cluster: name,
    instanceType: name,
    /** '' = the only model of the instance type. */
    gpuModelName: anyText,
    count,
  },
  'node.remove': byNode,
  /** Left-out members stay as they are. */
  'scheduler.set': partial(policyNames),
  'workload.set': { arrivalRateMilli },
  ...worldCommands,
};

/** A command of a script: its GPRs may have no pool yet. */
export const scriptedCommand = kinds('a command', commands);
export type Command = TypeOf<typeof scriptedCommand>;
/** A command of a journal. */
export const journaledCommand = kinds('a command', { ...commands, 'gpr.create': chosenGpr });

type Of<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;
export type UpdateGpr = Of<'gpr.update'>;
export type NodeDown = Of<'node.down'>;
export type AddNodes = Of<'node.add'>;
export type SetScheduler = Of<'scheduler.set'>;

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
