import * as v from 'valibot';
import { carriedMembers, GPR_STATES } from '../../../../sim/index.ts';
import { whole } from '../../frame/answers/whole.ts';
import { oneOf } from '../../frame/errors/problems.ts';
import {
  COUNT_MAX,
  duration,
  flag,
  integer,
  nestedNames,
  optionalDuration,
  optionalFlag,
  optionalText,
  priority,
  text,
} from '../../frame/request/fields.ts';
import { quick } from '../../frame/request/quick.ts';
import {
  emptyBeside,
  mandatoryUnless,
  type Requirement,
  requiring,
} from '../../frame/request/requirements.ts';

const members = quick(
  v.object({
    gprName: text(),
    sliceName: text(),
    clusterName: optionalText(),
    preferredClusters: nestedNames(),
    enableAutoClusterSelection: flag(),
    enableAutoGpuSelection: flag(),
    instanceType: optionalText(),
    gpuShape: optionalText(),
    numberOfGPUs: v.nullish(integer(1, COUNT_MAX), 1),
    numberOfGPUNodes: integer(1, COUNT_MAX),
    memoryPerGPU: v.nullish(integer(1, COUNT_MAX), null),
    priority: priority(),
    exitDuration: duration(),
    idleTimeOutDuration: optionalDuration(),
    enforceIdleTimeOut: optionalFlag(),
    enableEviction: optionalFlag(),
    requeueOnFailure: optionalFlag(),
    dedicatedNodes: flag(),
    ...carriedMembers(flag),
  }),
);

/** Clients send the cluster in both members. */
const preferredCluster: Requirement = {
  wrong({ clusterName, preferredClusters }) {
    if (typeof clusterName !== 'string' || !Array.isArray(preferredClusters)) return [];
    const preferred = preferredClusters.flat().filter((name) => typeof name === 'string');
    if (clusterName === '' || preferred.length === 0 || preferred.includes(clusterName)) return [];
    return [{ path: ['clusterName'], message: oneOf('one of preferredClusters', preferred, clusterName) }];
  },
};

const autoGpu = { member: 'enableAutoGpuSelection', is: true } as const;
const unlessAutoGpu = 'unless enableAutoGpuSelection is true';

export const createGprRequest = requiring(
  members,
  mandatoryUnless(
    'clusterName',
    'unless preferredClusters is set or enableAutoClusterSelection is true',
    { set: 'preferredClusters' },
    { member: 'enableAutoClusterSelection', is: true },
  ),
  ...emptyBeside('enableAutoClusterSelection', 'clusterName', 'preferredClusters'),
  preferredCluster,
  mandatoryUnless('instanceType', unlessAutoGpu, autoGpu),
  mandatoryUnless('gpuShape', unlessAutoGpu, autoGpu),
  ...emptyBeside('enableAutoGpuSelection', 'instanceType', 'gpuShape'),
);

export type CreateGprRequest = v.InferOutput<typeof createGprRequest>;

export const createGprAnswer = v.object({ gprId: v.string() });

const changing = ['gprName', 'priority', 'enableEviction', 'requeueOnFailure'];

export const updateGprRequest = requiring(
  quick(
    v.object({
      gprId: text(),
      gprName: v.nullish(text(), null),
      earlyRelease: flag(),
      priority: v.nullish(priority(), null),
      enableEviction: optionalFlag(),
      requeueOnFailure: optionalFlag(),
    }),
  ),
  {
    field: '',
    message: `changes nothing; send at least one of ${changing.join(', ')}, and earlyRelease with the value true`,
    anyOf: [...changing.map((member) => ({ sent: member })), { member: 'earlyRelease', is: true }],
  },
);

export type UpdateGprRequest = v.InferOutput<typeof updateGprRequest>;

export const updateGprAnswer = v.strictObject({});

export const gprByIdRequest = v.object({ gprId: text() });

export const listGprsRequest = v.object({ sliceName: text() });

export const gprRecord = v.object({
  gprId: v.string(),
  gprName: v.string(),
  sliceName: v.string(),
  clusterName: v.string(),
  numberOfGPUs: whole,
  numberOfGPUNodes: whole,
  instanceType: v.string(),
  gpuShape: v.string(),
  memoryPerGPU: whole,
  priority: whole,
  gpuSharingMode: v.string(),
  estimatedStartTime: v.string(),
  estimatedWaitTime: v.string(),
  exitDuration: v.string(),
  earlyRelease: v.boolean(),
  dedicatedNodes: v.boolean(),
  ...carriedMembers(v.boolean),
  enforceIdleTimeOut: v.boolean(),
  idleTimeOutDuration: v.string(),
  enableEviction: v.boolean(),
  requeueOnFailure: v.boolean(),
  status: v.object({
    provisioningStatus: v.picklist(GPR_STATES),
    failureReason: v.string(),
    numGpusAllocated: whole,
    startTimestamp: v.string(),
    completionTimestamp: v.string(),
    cost: v.string(),
    nodes: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
    internalState: v.picklist(['Queued', 'Reserved', 'Released']),
    retryCount: whole,
    delayedCount: whole,
  }),
});

export type GprRecord = v.InferOutput<typeof gprRecord>;

export const listGprsAnswer = v.object({ items: v.array(gprRecord) });

export const deleteGprAnswer = v.strictObject({});
