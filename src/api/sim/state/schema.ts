import * as v from 'valibot';
import { GPR_STATES } from '../../../../sim/index.ts';
import { whole } from '../../frame/answers/whole.ts';
import { only, optionalText, queryFlag, queryInteger } from '../../frame/request/fields.ts';
import { clockAnswer } from '../shared/clock-answer.ts';

export const getStateRequest = only({
  cluster: optionalText(),
  node: optionalText(),
  offset: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(Number.MAX_SAFE_INTEGER)),
  map: v.optional(queryFlag(), 'false'),
});

/** Who asks: the dashboard offers only what the role may do. */
const caller = v.object({
  name: v.string(),
  role: v.picklist(['Owner', 'Editor', 'Viewer']),
  workspace: v.nullable(v.string()),
});

const scenario = v.object({
  name: v.string(),
  seed: whole,
  start: v.string(),
  oneGprPerWorkspace: v.boolean(),
});

const cluster = v.pipe(
  v.object({
    name: v.string(),
    cloudProvider: v.string(),
    region: v.string(),
    nodes: whole,
    downNodes: whole,
    gpus: whole,
    allocatedGpus: whole,
    availableGpus: whole,
    idleGpus: whole,
    partiallyAllocatedNodes: whole,
    queuedGprs: whole,
    queuedGpus: whole,
    instanceTypes: v.array(v.object({ instanceType: v.string(), gpuModelName: v.string(), nodes: whole })),
  }),
  v.title('ClusterState'),
);

const allocation = v.pipe(
  v.object({
    gprId: v.nullable(v.string()),
    gprName: v.nullable(v.string()),
    workspace: v.nullable(v.string()),
    priority: whole,
    gpus: whole,
    since: v.string(),
    state: v.picklist(GPR_STATES),
    idle: v.boolean(),
  }),
  v.title('Allocation'),
);

const node = v.pipe(
  v.object({
    name: v.string(),
    cluster: v.string(),
    instanceType: v.string(),
    gpuModelName: v.string(),
    gpus: whole,
    up: v.boolean(),
    repairAt: v.nullable(v.string()),
    freeGpus: whole,
    allocations: v.array(allocation),
  }),
  v.title('NodeState'),
);

const nodesOfType = v.pipe(
  v.object({
    cluster: v.string(),
    instanceType: v.string(),
    gpuModelName: v.string(),
    gpus: whole,
    queuedGprs: whole,
    queuedGpus: whole,
    prefix: v.string(),
    names: v.array(v.string()),
    free: v.array(v.nullable(whole)),
    heldMinutes: v.array(v.nullable(whole)),
  }),
  v.title('NodesOfType'),
);

const waits = v.object({ workspace: whole, head: whole, room: whole, down: whole, cycle: whole });

const policies = v.array(v.pipe(v.object({ name: v.string(), summary: v.string() }), v.title('KnownPolicy')));

export const getStateAnswer = v.object({
  clock: clockAnswer,
  branch: whole,
  seq: whole,
  caller,
  scenario,
  scheduler: v.object({
    queue: v.string(),
    placement: v.string(),
    order: v.string(),
    backfillOrder: v.string(),
  }),
  policies: v.object({
    queue: policies,
    placement: policies,
    order: policies,
    refused: v.array(v.pipe(v.object({ name: v.string(), why: v.string() }), v.title('RefusedPolicy'))),
  }),
  arrivalRate: v.number(),
  counts: v.object({
    Queued: whole,
    Provisioning: whole,
    Successful: whole,
    Complete: whole,
    TimedOut: whole,
    Failed: whole,
  }),
  waits,
  medianAgeMs: v.nullable(whole),
  blocked: v.array(
    v.pipe(
      v.object({
        cluster: v.string(),
        instanceType: v.string(),
        gpuModelName: v.string(),
        freeGpus: whole,
        waits,
      }),
      v.title('BlockedPool'),
    ),
  ),
  clusters: v.array(cluster),
  nodesTotal: whole,
  nodes: v.array(node),
  map: v.optional(v.array(nodesOfType)),
});

export type WorldState = v.InferOutput<typeof getStateAnswer>;
export type NodesOfType = v.InferOutput<typeof nodesOfType>;
export type NodeState = v.InferOutput<typeof node>;
export type ClusterState = v.InferOutput<typeof cluster>;
