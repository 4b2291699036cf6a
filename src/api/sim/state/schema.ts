import * as v from 'valibot';
import { GPR_STATES } from '../../../../sim/index.ts';
import {
  boolean,
  each,
  list,
  named,
  number,
  string,
  stringOrNull,
  strings,
  titled,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { only, optionalInteger, optionalText, queryFlag, queryInteger } from '../../frame/request/fields.ts';
import { clockAnswer } from '../shared/clock-answer.ts';

export const getStateRequest = only({
  cluster: optionalText(),
  node: optionalText(),
  offset: optionalInteger(Number.MAX_SAFE_INTEGER, 0),
  limit: v.optional(queryInteger(Number.MAX_SAFE_INTEGER)),
  map: v.optional(queryFlag(), 'false'),
});

/** Who asks: the dashboard offers only what the role may do. */
const caller = v.object({
  name: string,
  role: v.picklist(['Owner', 'Editor', 'Viewer']),
  workspace: stringOrNull,
});

const scenario = v.object({
  name: string,
  seed: whole,
  start: string,
  oneGprPerWorkspace: boolean,
});

const cluster = titled('ClusterState', {
  name: string,
  cloudProvider: string,
  region: string,
  nodes: whole,
  downNodes: whole,
  gpus: whole,
  allocatedGpus: whole,
  availableGpus: whole,
  idleGpus: whole,
  partiallyAllocatedNodes: whole,
  queuedGprs: whole,
  queuedGpus: whole,
  instanceTypes: list(v.object({ instanceType: string, gpuModelName: string, nodes: whole })),
});

const allocation = titled('Allocation', {
  ...named,
  priority: whole,
  gpus: whole,
  since: string,
  state: v.picklist(GPR_STATES),
  idle: boolean,
});

const node = titled('NodeState', {
  name: string,
  cluster: string,
  instanceType: string,
  gpuModelName: string,
  gpus: whole,
  up: boolean,
  repairAt: stringOrNull,
  freeGpus: whole,
  allocations: list(allocation),
});

const nodesOfType = titled('NodesOfType', {
  cluster: string,
  instanceType: string,
  gpuModelName: string,
  gpus: whole,
  queuedGprs: whole,
  queuedGpus: whole,
  prefix: string,
  names: strings,
  free: list(wholeOrNull),
  heldMinutes: list(wholeOrNull),
});

const waits = v.object({ workspace: whole, head: whole, room: whole, down: whole, cycle: whole });

const policies = list(titled('KnownPolicy', { name: string, summary: string }));

export const getStateAnswer = v.object({
  clock: clockAnswer,
  branch: whole,
  seq: whole,
  caller,
  scenario,
  scheduler: v.object({
    queue: string,
    placement: string,
    order: string,
    backfillOrder: string,
  }),
  policies: v.object({
    queue: policies,
    placement: policies,
    order: policies,
    refused: list(titled('RefusedPolicy', { name: string, why: string })),
  }),
  arrivalRate: number,
  counts: each(GPR_STATES, whole),
  waits,
  medianAgeMs: wholeOrNull,
  blocked: list(
    titled('BlockedPool', {
      cluster: string,
      instanceType: string,
      gpuModelName: string,
      freeGpus: whole,
      waits,
    }),
  ),
  clusters: list(cluster),
  nodesTotal: whole,
  nodes: list(node),
  map: v.optional(list(nodesOfType)),
});

export type WorldState = v.InferOutput<typeof getStateAnswer>;
export type NodesOfType = v.InferOutput<typeof nodesOfType>;
export type NodeState = v.InferOutput<typeof node>;
export type ClusterState = v.InferOutput<typeof cluster>;
