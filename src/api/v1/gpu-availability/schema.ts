import * as v from 'valibot';
import { samplesMax, samplesMin } from '../../../wire/bounds.ts';
import { likelyStart } from '../../frame/answers/likely-start.ts';
import { whole } from '../../frame/answers/whole.ts';
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
  requestName: v.string(),
  requestId: v.string(),
  clusterName: v.string(),
  sliceName: v.string(),
  priority: whole,
  exitDuration: v.string(),
  expectedStartTime: v.string(),
  creationTime: v.string(),
  autoEvictionEnabled: v.boolean(),
  gpuReq: v.object({
    numberOfGPUs: whole,
    numberOfGPUNodes: whole,
    instanceType: v.string(),
  }),
});

export type EvictableGpr = v.InferOutput<typeof evictableGpr>;

const availabilityItem = v.object({
  cluster: v.string(),
  instanceType: v.string(),
  gpuShape: v.string(),
  waitduration: v.string(),
  expectedStartTime: v.string(),
  likelyStart: v.optional(likelyStart),
  evictableGPRs: v.array(evictableGpr),
});

export type AvailabilityItem = v.InferOutput<typeof availabilityItem>;

export const availabilityAnswer = v.object({ items: v.array(availabilityItem) });
