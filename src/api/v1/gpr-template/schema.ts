import * as v from 'valibot';
import { whole } from '../../frame/answers/whole.ts';
import {
  COUNT_MAX,
  duration,
  integer,
  optionalDuration,
  optionalFlag,
  priority,
  text,
} from '../../frame/request/fields.ts';

export const gprTemplateRequest = v.object({
  name: text(),
  clusterName: text(),
  numberOfGPUs: integer(1, COUNT_MAX),
  numberOfGPUNodes: integer(1, COUNT_MAX),
  instanceType: text(),
  gpuShape: text(),
  memoryPerGPU: integer(1, COUNT_MAX),
  priority: priority(),
  exitDuration: duration(),
  idleTimeOutDuration: optionalDuration(),
  enforceIdleTimeOut: optionalFlag(),
  enableEviction: optionalFlag(),
  requeueOnFailure: optionalFlag(),
});

export type GprTemplateRequest = v.InferOutput<typeof gprTemplateRequest>;

export const gprTemplateByNameRequest = v.object({ gprTemplateName: text() });

/** Clients fail on any further member. */
export const createGprTemplateAnswer = v.strictObject({ gprTemplateName: v.string() });

/** The contract spells `memoryPerGPU` in requests and `memoryPerGpu` in answers. */
export const gprTemplateRecord = v.object({
  name: v.string(),
  clusterName: v.string(),
  numberOfGPUs: whole,
  instanceType: v.string(),
  numberOfGPUNodes: whole,
  priority: whole,
  memoryPerGpu: whole,
  gpuShape: v.string(),
  exitDuration: v.string(),
  idleTimeOutDuration: v.string(),
  enforceIdleTimeOut: v.boolean(),
  enableEviction: v.boolean(),
  requeueOnFailure: v.boolean(),
});

export type GprTemplateRecord = v.InferOutput<typeof gprTemplateRecord>;

export const listGprTemplatesAnswer = v.object({ items: v.array(gprTemplateRecord) });
