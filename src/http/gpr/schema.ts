import * as v from 'valibot';
import { GPR_STATES } from '../../../sim/index.ts';
import { whole } from '../answered.ts';
import {
  countMax,
  duration,
  emptyBeside,
  flag,
  integer,
  nestedNames,
  optionalDuration,
  optionalFlag,
  optionalText,
  priority,
  text,
} from '../fields.ts';
import { oneOf, required } from '../problems.ts';
import { quick } from '../quick.ts';

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
    numberOfGPUs: v.nullish(integer(1, countMax), 1),
    numberOfGPUNodes: integer(1, countMax),
    memoryPerGPU: v.nullish(integer(1, countMax), null),
    priority: priority(),
    exitDuration: duration(),
    idleTimeOutDuration: optionalDuration(),
    enforceIdleTimeOut: optionalFlag(),
    enableEviction: optionalFlag(),
    requeueOnFailure: optionalFlag(),
    multiNode: flag(),
    dedicatedNodes: flag(),
    enableRDMA: flag(),
    enableSecondaryNetwork: flag(),
  }),
);

type Members = v.InferOutput<typeof members>;

const unlessAutoGpu = `${required} unless enableAutoGpuSelection is true`;

export const createGprRequest = v.pipe(
  members,
  v.forward(
    v.check(
      ({ clusterName, preferredClusters, enableAutoClusterSelection }: Members) =>
        enableAutoClusterSelection || clusterName !== '' || preferredClusters.length > 0,
      `${required} unless preferredClusters is set or enableAutoClusterSelection is true`,
    ),
    ['clusterName'],
  ),
  emptyBeside<Members>('enableAutoClusterSelection', 'clusterName', 'preferredClusters'),
  // Clients send the cluster in both members.
  v.forward(
    v.check(
      ({ clusterName, preferredClusters }: Members) =>
        clusterName === '' || preferredClusters.length === 0 || preferredClusters.includes(clusterName),
      ({ input: { clusterName, preferredClusters } }) =>
        oneOf('one of preferredClusters', preferredClusters, clusterName),
    ),
    ['clusterName'],
  ),
  v.forward(
    v.check(
      ({ instanceType, enableAutoGpuSelection }: Members) => enableAutoGpuSelection || instanceType !== '',
      unlessAutoGpu,
    ),
    ['instanceType'],
  ),
  v.forward(
    v.check(
      ({ gpuShape, enableAutoGpuSelection }: Members) => enableAutoGpuSelection || gpuShape !== '',
      unlessAutoGpu,
    ),
    ['gpuShape'],
  ),
  emptyBeside<Members>('enableAutoGpuSelection', 'instanceType', 'gpuShape'),
);

export type CreateGprRequest = v.InferOutput<typeof createGprRequest>;

export const createGprAnswer = v.object({ gprId: v.string() });

export const updateGprRequest = v.pipe(
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
  v.check(
    ({ gprName, earlyRelease, priority, enableEviction, requeueOnFailure }) =>
      earlyRelease ||
      gprName !== null ||
      priority !== null ||
      enableEviction !== null ||
      requeueOnFailure !== null,
    'changes nothing; send at least one of gprName, priority, enableEviction, requeueOnFailure, and earlyRelease with the value true',
  ),
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
  multiNode: v.boolean(),
  dedicatedNodes: v.boolean(),
  enableRDMA: v.boolean(),
  enableSecondaryNetwork: v.boolean(),
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
