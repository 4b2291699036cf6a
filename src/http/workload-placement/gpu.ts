import * as v from 'valibot';
import type { GprView, GpuSpec } from '../../../sim/index.ts';
import { formatDuration } from '../../wire/durations.ts';
import { whole } from '../answered.ts';
import {
  countMax,
  emptyBeside,
  flag,
  integer,
  object,
  optionalDuration,
  optionalFlag,
  optionalText,
  priority,
} from '../fields.ts';
import { required } from '../problems.ts';

const count = v.nullish(integer(1, countMax), null);

const members = object({
  enableAutoGpuSelection: flag(),
  instanceType: optionalText(),
  gpuShape: optionalText(),
  numberOfGPUs: count,
  numberOfGPUNodes: count,
  exitDuration: optionalDuration(),
  priority: v.nullish(priority(), null),
  memoryPerGpu: count,
  memoryPerGPU: count,
  enableEviction: optionalFlag(),
  requeueOnFailure: optionalFlag(),
});

type Members = v.InferOutput<typeof members>;

/** Details without a set member mean a placement without GPU details: `spec` is then null. */
export const gprDetails = v.pipe(
  members,
  emptyBeside<Members>('enableAutoGpuSelection', 'instanceType', 'gpuShape'),
  v.rawTransform<Members, { readonly spec: GpuSpec | null }>(({ dataset, addIssue, NEVER }) => {
    const sent = dataset.value;
    if (Object.values(sent).every((value) => value === null || value === '' || value === false)) {
      return { spec: null };
    }
    if (sent.enableAutoGpuSelection || sent.instanceType !== '') return { spec: specOf(sent) };
    addIssue({
      message: `${required} unless enableAutoGpuSelection is true`,
      path: [{ type: 'object', origin: 'value', input: sent, key: 'instanceType', value: '' }],
    });
    return NEVER;
  }),
);

export const gprDetailsRecord = v.partial(
  v.object({
    enableAutoGpuSelection: v.boolean(),
    instanceType: v.string(),
    gpuShape: v.string(),
    numberOfGPUs: whole,
    numberOfGPUNodes: whole,
    exitDuration: v.string(),
    priority: whole,
    memoryPerGpu: whole,
    enableEviction: v.boolean(),
    requeueOnFailure: v.boolean(),
  }),
);

export type GprDetails = v.InferOutput<typeof gprDetailsRecord>;

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
