import * as v from 'valibot';
import { carriedMembers, GPR_STATES } from '../../../../sim/index.ts';
import { boolean, list, orNull, string, strings, whole } from '../../frame/answers/shapes.ts';
import { oneOf } from '../../frame/errors/problems.ts';
import {
  COUNT_MAX,
  duration,
  flag,
  integer,
  nestedNames,
  optional,
  optionalDuration,
  optionalFlag,
  optionalText,
  priority,
  text,
} from '../../frame/request/fields.ts';
import {
  emptyBeside,
  mandatoryUnless,
  type Requirement,
  requiring,
} from '../../frame/request/requirements.ts';

const members = v.object({
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
  memoryPerGPU: optional(integer(1, COUNT_MAX)),
  priority: priority(),
  exitDuration: duration(),
  idleTimeOutDuration: optionalDuration(),
  enforceIdleTimeOut: optionalFlag(),
  enableEviction: optionalFlag(),
  requeueOnFailure: optionalFlag(),
  dedicatedNodes: flag(),
  ...carriedMembers(flag),
});

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

export const createGprAnswer = v.object({ gprId: string });

const changing = ['gprName', 'priority', 'enableEviction', 'requeueOnFailure'];

export const updateGprRequest = requiring(
  v.object({
    gprId: text(),
    gprName: optional(text()),
    earlyRelease: flag(),
    priority: optional(priority()),
    enableEviction: optionalFlag(),
    requeueOnFailure: optionalFlag(),
  }),
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
  gprId: string,
  gprName: string,
  sliceName: string,
  clusterName: string,
  numberOfGPUs: whole,
  numberOfGPUNodes: whole,
  instanceType: string,
  gpuShape: string,
  memoryPerGPU: whole,
  priority: whole,
  gpuSharingMode: string,
  estimatedStartTime: string,
  estimatedWaitTime: string,
  exitDuration: string,
  earlyRelease: boolean,
  dedicatedNodes: boolean,
  ...carriedMembers(v.boolean),
  enforceIdleTimeOut: boolean,
  idleTimeOutDuration: string,
  enableEviction: boolean,
  requeueOnFailure: boolean,
  status: v.object({
    provisioningStatus: v.picklist(GPR_STATES),
    failureReason: string,
    numGpusAllocated: whole,
    startTimestamp: string,
    completionTimestamp: string,
    cost: string,
    nodes: orNull(strings),
    internalState: v.picklist(['Queued', 'Reserved', 'Released']),
    retryCount: whole,
    delayedCount: whole,
  }),
});

export type GprRecord = v.InferOutput<typeof gprRecord>;

export const listGprsAnswer = v.object({ items: list(gprRecord) });

export const deleteGprAnswer = v.strictObject({});
