// The data of the resources on top of GPRs, in the engine's units: milliseconds, integers, null for
// unset. Objects are plain and immutable: a change makes a new object, and copies of a world share objects.

import type { Json } from './carried.ts';
import { requestedGpr, requestedGpus } from './gpr.ts';
import { limits } from './limits.ts';
import {
  flag,
  freeText,
  isObject,
  list,
  type ObjectOf,
  object,
  oneOf,
  orNull,
  type TypeOf,
  tested,
} from './schema.ts';
import {
  amount,
  anyText,
  count,
  exitMsOrNull,
  flagOrNull,
  items,
  name,
  nameOrNull,
  names,
  priority,
  spanMs,
  texts,
} from './values.ts';

/** A duration as it was sent, and its value. */
const sentDuration = object({ text: anyText, ms: spanMs });
export type SentDuration = TypeOf<typeof sentDuration>;

/** The members of a workspace that a client or a scenario sets. */
export const workspaceRecord = {
  name,
  clusters: names,
  namespaces: names,
  username: anyText,
  email: anyText,
};
export type WorkspaceRecord = ObjectOf<typeof workspaceRecord>;

/** GPUs that an endpoint or a placement requests. Both names are '' if the service is to choose the type. */
export const gpuSpec = object({
  ...requestedGpus,
  /** GB, null = the pool's. */
  memoryGbPerGpu: orNull(amount),
  /** null = 101, moved into the range of the policy. */
  priority: orNull(priority),
  /** null = 24 hours, or the limit of the policy if that is less. */
  exitMs: exitMsOrNull,
  /** null = the value of the policy. */
  enableEviction: flagOrNull,
  requeueOnFailure: flagOrNull,
});
export type GpuSpec = TypeOf<typeof gpuSpec>;

/** A specification after its defaults were filled in. */
export type FullGpuSpec = GpuSpec & { readonly priority: number; readonly exitMs: number };

export const gprTemplate = object({ ...requestedGpr, name, cluster: name, memoryGbPerGpu: amount });
export type GprTemplate = TypeOf<typeof gprTemplate>;

/** The GPR templates that a workspace uses in a cluster. */
const clusterBinding = object({ cluster: name, defaultTemplate: anyText, templates: names });
export type ClusterBinding = TypeOf<typeof clusterBinding>;

export const binding = object({
  workspace: name,
  clusters: list(clusterBinding, 0, limits.clusters),
  /** true: endpoints and placements without GPU details get a GPR from their cluster's default template. */
  enableAutoGpr: flag,
});
export type Binding = TypeOf<typeof binding>;

/** What a workspace may request. 0 = no limit. */
export const policy = {
  priority: object({ from: priority, to: priority }),
  /** Counts GPRs that have not ended. */
  maxGprs: amount,
  /** `ms` 0 = no limit. */
  maxExit: sentDuration,
  /** Accepted GPU models or machine types, any case; empty = all. */
  gpuShapes: names,
  /** GPUs per node × nodes. */
  maxGpusPerGpr: amount,
  /** MB, over all GPUs of a GPR. */
  maxMemoryMbPerGpr: amount,
  /** Values of flags that a request leaves unset. */
  enforceIdleTimeOut: flag,
  enableEviction: flag,
  requeueOnFailure: flag,
};
export type Policy = ObjectOf<typeof policy>;

/** `storageUri`, `cpu` and `memory` are '' if unset. */
export const modelSpec = object({
  modelName: anyText,
  storageUri: anyText,
  args: texts,
  cpu: anyText,
  memory: anyText,
});
export type ModelSpec = TypeOf<typeof modelSpec>;

const stepType = oneOf('helm', 'manifest', 'command');
export type StepType = TypeOf<typeof stepType>;

const step = object({ name: freeText, type: stepType });
export type Step = TypeOf<typeof step>;

/** A chart, manifest or command: a name and arbitrary other members. */
export type StepPart = { readonly name: string; readonly [member: string]: Json };
const stepParts = items(
  tested<StepPart>('an object with a name', (value) => isObject(value) && typeof value.name === 'string'),
);

/** What a placement deploys. Nothing is ever executed: steps take simulated time, and faults make them fail. */
export const workloadDefinition = {
  clusters: names,
  burst: sentDuration,
  deletionPolicy: oneOf('Delete', 'Retain'),
  enableBurst: flag,
  helmConfigs: stepParts,
  manifestResources: stepParts,
  cmdExec: stepParts,
  steps: items(step),
};
export type WorkloadDefinition = ObjectOf<typeof workloadDefinition>;

export const workloadTemplate = object({
  ...workloadDefinition,
  name,
  /** '' = the workspace of the template was deleted. */
  workspace: anyText,
  serviceAccount: anyText,
  /** true: creating the template also creates one placement, with the same name. */
  autoPlacement: flag,
});
export type WorkloadTemplate = TypeOf<typeof workloadTemplate>;

/** What fails, and for which resources. A member that is null matches all. */
export const faultSpec = object({
  /** image: an endpoint's image cannot be pulled. step: a placement's step fails. provisioning: a GPR's provisioning fails. */
  fault: oneOf('image', 'step', 'provisioning'),
  workspace: nameOrNull,
  cluster: nameOrNull,
  /** Image faults only. */
  endpoint: nameOrNull,
  /** Step faults only. */
  placement: nameOrNull,
  step: nameOrNull,
  /** Provisioning faults only. */
  gprId: nameOrNull,
  /** Number of failures; null = until the fault is removed. */
  times: orNull(count),
  /** Message of a failed step; '' = the simulator's default. */
  message: freeText,
});
export type FaultSpec = TypeOf<typeof faultSpec>;

/** Names of policies (`sim/kernel/policies.ts`). */
export const policyNames = {
  queue: name,
  placement: name,
  order: name,
  /** The order of the heads behind a blocked one; `same` = `order`. */
  backfillOrder: name,
};
export type PolicyNames = ObjectOf<typeof policyNames>;
