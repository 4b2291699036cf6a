import * as v from 'valibot';
import type { GprView, GpuSpec } from '../../../../sim/index.ts';
import { formatDuration } from '../../../wire/time/durations.ts';
import { boolean, string, whole } from '../../frame/answers/shapes.ts';
import {
  COUNT_MAX,
  flag,
  integer,
  object,
  optional,
  optionalDuration,
  optionalFlag,
  optionalText,
  priority,
} from '../../frame/request/fields.ts';
import { emptyBeside, mandatoryUnless, requiring } from '../../frame/request/requirements.ts';
import { oneValue } from '../../frame/request/spellings.ts';

const count = optional(integer(1, COUNT_MAX));

const members = object({
  enableAutoGpuSelection: flag(),
  instanceType: optionalText(),
  gpuShape: optionalText(),
  numberOfGPUs: count,
  numberOfGPUNodes: count,
  exitDuration: optionalDuration(),
  priority: optional(priority()),
  memoryPerGpu: count,
  memoryPerGPU: count,
  enableEviction: optionalFlag(),
  requeueOnFailure: optionalFlag(),
});

type Members = v.InferOutput<typeof members>;

/** Details without a set member mean a placement without GPU details: `spec` is then null. */
export const gprDetails = v.pipe(
  requiring(
    members,
    oneValue('memoryPerGpu', 'memoryPerGPU'),
    ...emptyBeside('enableAutoGpuSelection', 'instanceType', 'gpuShape'),
    mandatoryUnless(
      'instanceType',
      'unless enableAutoGpuSelection is true',
      { member: 'enableAutoGpuSelection', is: true },
      { blank: Object.keys(members.entries) },
    ),
  ),
  v.transform((sent): { readonly spec: GpuSpec | null } => {
    const isSet = sent.enableAutoGpuSelection || sent.instanceType !== '';
    return { spec: isSet ? specOf(sent) : null };
  }),
);

export const gprDetailsRecord = v.partial(
  v.object({
    enableAutoGpuSelection: boolean,
    instanceType: string,
    gpuShape: string,
    numberOfGPUs: whole,
    numberOfGPUNodes: whole,
    exitDuration: string,
    priority: whole,
    memoryPerGpu: whole,
    enableEviction: boolean,
    requeueOnFailure: boolean,
  }),
);

type GprDetails = v.InferOutput<typeof gprDetailsRecord>;

/** The GPU details as answers show them. The GPR created from the details supplies unset members. */
export function gprDetailsOf(spec: GpuSpec | null, made: GprView | undefined): GprDetails {
  if (spec === null) return {};
  const exitMs = spec.exitMs ?? made?.exitMs;
  return {
    enableAutoGpuSelection: spec.instanceType === '' && spec.gpuShape === '',
    instanceType: spec.instanceType,
    gpuShape: spec.gpuShape,
    numberOfGPUs: spec.gpusPerNode,
    numberOfGPUNodes: spec.nodeCount,
    exitDuration: exitMs === undefined ? '' : formatDuration(exitMs),
    priority: spec.priority ?? made?.priority ?? 0,
    memoryPerGpu: spec.memoryGbPerGpu ?? made?.memoryGbPerGpu ?? 0,
    enableEviction: spec.enableEviction ?? made?.enableEviction ?? false,
    requeueOnFailure: spec.requeueOnFailure ?? made?.requeueOnFailure ?? false,
  };
}

function specOf(sent: Members): GpuSpec {
  return {
    instanceType: sent.instanceType,
    gpuShape: sent.gpuShape,
    gpusPerNode: sent.numberOfGPUs ?? 1,
    nodeCount: sent.numberOfGPUNodes ?? 1,
    memoryGbPerGpu: sent.memoryPerGpu ?? sent.memoryPerGPU,
    priority: sent.priority,
    exitMs: sent.exitDuration,
    enableEviction: sent.enableEviction,
    requeueOnFailure: sent.requeueOnFailure,
  };
}
