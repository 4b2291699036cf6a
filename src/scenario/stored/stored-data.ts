// Schemas of the objects in stored commands and scenarios, in the engine's form: all members are required unless optional
// here, and no others are allowed.

import * as v from 'valibot';
import type {
  Binding,
  CreateGpr,
  FaultSpec,
  GprChoice,
  GprTemplate,
  GpuSpec,
  ModelSpec,
  Policy,
  WorkloadDefinition,
  WorkloadTemplate,
} from '../../../sim/index.ts';
import { limits } from '../fields/size-limits.ts';
import { either, flag, list, members, name, oneOf, whole } from '../fields/strict-fields.ts';
import {
  amount,
  amountOrNull,
  anyText,
  atMs,
  count,
  countOrNull,
  deletionPolicy,
  exitMs,
  exitMsOrNull,
  flagOrNull,
  freeText,
  gprPriority,
  kind,
  nameOrNull,
  names,
  optional,
  priorityOrNull,
  sentDuration,
  stepParts,
  steps,
  texts,
} from './stored-values.ts';

/** A schema whose output is the unchanged input, typed as one of the engine's types. */
export type Of<T> = v.GenericSchema<unknown, T>;

const gprEntries = {
  kind: kind('gpr.create'),
  gprName: anyText,
  workspace: name(),
  clusters: names,
  instanceType: anyText,
  gpuShape: anyText,
  gpusPerNode: count,
  nodeCount: count,
  memoryGbPerGpu: amountOrNull,
  priority: gprPriority,
  exitMs,
  idleTimeOutMs: exitMsOrNull,
  enforceIdleTimeOut: flagOrNull,
  enableEviction: flagOrNull,
  requeueOnFailure: flagOrNull,
  dedicatedNodes: flag(),
  multiNode: flag(),
  enableRDMA: flag(),
  enableSecondaryNetwork: flag(),
};

const pool = members({ cluster: name(), instanceType: name(), gpuModelName: name() });

/** A requested GPR. Without a pool, the engine chooses one later. */
export const askedGpr = members({ ...gprEntries, pool: v.exactOptional(pool) }) satisfies Of<CreateGpr>;

/** A GPR in a journal, with the pool that was chosen. */
export const chosenGpr = members({ ...gprEntries, pool }) satisfies Of<CreateGpr>;

export const gprChoice = either(
  [
    members({ kind: kind('none') }),
    members({ kind: kind('attach'), gprId: name() }),
    members({
      kind: kind('make'),
      by: oneOf('requested', 'template'),
      request: chosenGpr,
    }),
  ],
  'the chosen GPR: {"kind": "none"}, {"kind": "attach"} with gprId, or {"kind": "make"} with by and request',
) satisfies Of<GprChoice>;

export const gprChoices = list(gprChoice, 0, 10_000);

/** Changes of a policy; each member is optional. */
export const policyChanges = members(
  optional({
    priority: members({ from: gprPriority, to: gprPriority }),
    maxGprs: amount,
    maxExit: sentDuration,
    gpuShapes: names,
    maxGpusPerGpr: amount,
    maxMemoryMbPerGpr: amount,
    enforceIdleTimeOut: flag(),
    enableEviction: flag(),
    requeueOnFailure: flag(),
  }),
) satisfies Of<Partial<Policy>>;

export const gprTemplate = members({
  name: name(),
  cluster: name(),
  instanceType: anyText,
  gpuShape: anyText,
  gpusPerNode: count,
  nodeCount: count,
  memoryGbPerGpu: amount,
  priority: gprPriority,
  exitMs,
  idleTimeOutMs: exitMsOrNull,
  enforceIdleTimeOut: flagOrNull,
  enableEviction: flagOrNull,
  requeueOnFailure: flagOrNull,
}) satisfies Of<GprTemplate>;

export const binding = members({
  workspace: name(),
  clusters: list(
    members({ cluster: name(), defaultTemplate: anyText, templates: names }),
    0,
    limits.clusters,
  ),
  enableAutoGpr: flag(),
}) satisfies Of<Binding>;

export const gpuSpec = members({
  instanceType: anyText,
  gpuShape: anyText,
  gpusPerNode: count,
  nodeCount: count,
  memoryGbPerGpu: amountOrNull,
  priority: priorityOrNull,
  exitMs: exitMsOrNull,
  enableEviction: flagOrNull,
  requeueOnFailure: flagOrNull,
}) satisfies Of<GpuSpec>;

export const modelSpec = members({
  modelName: anyText,
  storageUri: anyText,
  args: texts,
  cpu: anyText,
  memory: anyText,
}) satisfies Of<ModelSpec>;

const definitionEntries = {
  clusters: names,
  burst: sentDuration,
  deletionPolicy,
  enableBurst: flag(),
  helmConfigs: stepParts,
  manifestResources: stepParts,
  cmdExec: stepParts,
  steps,
} satisfies Record<keyof WorkloadDefinition, unknown>;

/** The members of a workload definition, each optional, to spread into another schema. */
export const someOfDefinition = optional(definitionEntries);

export const workloadTemplate = members({
  ...definitionEntries,
  name: name(),
  /** '' = the workspace of the template was deleted. */
  workspace: anyText,
  serviceAccount: anyText,
  autoPlacement: flag(),
}) satisfies Of<WorkloadTemplate>;

export const faultSpec = members({
  fault: oneOf('image', 'step', 'provisioning'),
  workspace: nameOrNull,
  cluster: nameOrNull,
  endpoint: nameOrNull,
  placement: nameOrNull,
  step: nameOrNull,
  gprId: nameOrNull,
  times: countOrNull,
  message: freeText,
}) satisfies Of<FaultSpec>;

export const traceGpr = members({
  name: v.exactOptional(anyText),
  workspace: v.exactOptional(whole(0, limits.workspacesMade - 1)),
  arrivalMs: atMs,
  priority: gprPriority,
  gpusPerNode: whole(0, limits.processors),
  nodeCount: count,
  shape: v.exactOptional(
    members({
      gpuMilli: whole(0, 1000),
      cpuMilli: whole(0, limits.cpuMilli),
      memoryMib: whole(0, limits.memoryMib),
    }),
  ),
  exitMs,
  runMs: exitMs,
  gpuModels: names,
});
