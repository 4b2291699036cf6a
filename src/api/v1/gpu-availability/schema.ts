import * as v from 'valibot';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import { likelyStart } from '../../frame/answers/likely-start.ts';
import { boolean, list, string, whole } from '../../frame/answers/shapes.ts';
import {
  COUNT_MAX,
  duration,
  flagSent,
  integer,
  nestedNames,
  optionalFlag,
  optionalText,
  priority,
  text,
} from '../../frame/request/fields.ts';
import { emptyBeside, mandatoryUnless, requiring } from '../../frame/request/requirements.ts';

const requestNameMax = 40;
const defaultPriority = 1;

const members = v.object({
  requestName: text(requestNameMax),
  sliceName: text(),
  preferredClusters: nestedNames(),
  enableAutoClusterSelection: flagSent(),
  enableAutoGpuSelection: flagSent(),
  numberOfGPUs: integer(1, COUNT_MAX),
  numberOfGPUNodes: integer(1, COUNT_MAX),
  instanceType: optionalText(),
  gpuShape: optionalText(),
  exitDuration: duration(),
  memoryPerGpu: integer(1, COUNT_MAX),
  priority: v.nullish(priority(), defaultPriority),
  enableEviction: optionalFlag(),
  samples: v.nullish(integer(samplesMin, samplesMax)),
});

const autoCluster = { member: 'enableAutoClusterSelection', is: true } as const;
const autoGpu = { member: 'enableAutoGpuSelection', is: true } as const;

export const availabilityRequest = requiring(
  members,
  mandatoryUnless('preferredClusters', 'when enableAutoClusterSelection is false', autoCluster),
  ...emptyBeside('enableAutoClusterSelection', 'preferredClusters'),
  mandatoryUnless('instanceType', 'when enableAutoGpuSelection is false', autoGpu),
  ...emptyBeside('enableAutoGpuSelection', 'instanceType', 'gpuShape'),
  mandatoryUnless(
    'gpuShape',
    'when both enableAutoClusterSelection and enableAutoGpuSelection are false',
    autoCluster,
    autoGpu,
  ),
);

export type AvailabilityRequest = v.InferOutput<typeof availabilityRequest>;

const evictableGpr = v.object({
  requestName: string,
  requestId: string,
  clusterName: string,
  sliceName: string,
  priority: whole,
  exitDuration: string,
  expectedStartTime: string,
  creationTime: string,
  autoEvictionEnabled: boolean,
  gpuReq: v.object({
    numberOfGPUs: whole,
    numberOfGPUNodes: whole,
    instanceType: string,
  }),
});

export type EvictableGpr = v.InferOutput<typeof evictableGpr>;

const availabilityItem = v.object({
  cluster: string,
  instanceType: string,
  gpuShape: string,
  waitduration: string,
  expectedStartTime: string,
  likelyStart: v.optional(likelyStart),
  evictableGPRs: list(evictableGpr),
});

export type AvailabilityItem = v.InferOutput<typeof availabilityItem>;

export const availabilityAnswer = v.object({ items: list(availabilityItem) });
