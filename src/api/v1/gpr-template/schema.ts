import * as v from 'valibot';
import { boolean, list, string, whole } from '../../frame/answers/shapes.ts';
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
export const createGprTemplateAnswer = v.strictObject({ gprTemplateName: string });

/** The contract spells `memoryPerGPU` in requests and `memoryPerGpu` in answers. */
export const gprTemplateRecord = v.object({
  name: string,
  clusterName: string,
  numberOfGPUs: whole,
  instanceType: string,
  numberOfGPUNodes: whole,
  priority: whole,
  memoryPerGpu: whole,
  gpuShape: string,
  exitDuration: string,
  idleTimeOutDuration: string,
  enforceIdleTimeOut: boolean,
  enableEviction: boolean,
  requeueOnFailure: boolean,
});

export type GprTemplateRecord = v.InferOutput<typeof gprTemplateRecord>;

export const listGprTemplatesAnswer = v.object({ items: list(gprTemplateRecord) });
