import * as v from 'valibot';
import { whole } from '../answered.ts';
import {
  countMax,
  duration,
  emptyBeside,
  flagSent,
  integer,
  nestedNames,
  optionalFlag,
  optionalText,
  priority,
  text,
} from '../fields.ts';
import { required } from '../problems.ts';

const requestNameMax = 40;
const defaultPriority = 1;

const members = v.object({
  requestName: text(requestNameMax),
  sliceName: text(),
  preferredClusters: nestedNames(),
  enableAutoClusterSelection: flagSent(),
  enableAutoGpuSelection: flagSent(),
  numberOfGPUs: integer(1, countMax),
  numberOfGPUNodes: integer(1, countMax),
  instanceType: optionalText(),
  gpuShape: optionalText(),
  exitDuration: duration(),
  memoryPerGpu: integer(1, countMax),
  priority: v.nullish(priority(), defaultPriority),
  enableEviction: optionalFlag(),
});

type Members = v.InferOutput<typeof members>;

/** Whether the client selects both the cluster and the GPUs. */
const isManual = (request: Members) => !request.enableAutoClusterSelection && !request.enableAutoGpuSelection;

export const availabilityRequest = v.pipe(
  members,
  v.forward(
    v.check(
      (request: Members) => request.enableAutoClusterSelection || request.preferredClusters.length > 0,
      `${required} when enableAutoClusterSelection is false`,
    ),
    ['preferredClusters'],
  ),
  emptyBeside<Members>('enableAutoClusterSelection', 'preferredClusters'),
  v.forward(
    v.check(
      (request: Members) => request.enableAutoGpuSelection || request.instanceType !== '',
      `${required} when enableAutoGpuSelection is false`,
    ),
    ['instanceType'],
  ),
  emptyBeside<Members>('enableAutoGpuSelection', 'instanceType', 'gpuShape'),
  v.forward(
    v.check(
      (request: Members) => !isManual(request) || request.gpuShape !== '',
      `${required} when both enableAutoClusterSelection and enableAutoGpuSelection are false`,
    ),
    ['gpuShape'],
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
  evictableGPRs: v.array(evictableGpr),
});

export type AvailabilityItem = v.InferOutput<typeof availabilityItem>;

export const availabilityAnswer = v.object({ items: v.array(availabilityItem) });
