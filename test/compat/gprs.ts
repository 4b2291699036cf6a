import { GpuAlreadyProvisioned, GpuAlreadyReleased } from './failures.ts';
import { each, having, type Json } from './shapes.ts';
import type { StrictClient } from './strict-client.ts';

const path = '/api/v1/gpr';

export interface Work {
  readonly name: string;
  readonly workspace: string;
  readonly gpus?: number;
  readonly nodes?: number;
  readonly memoryGb?: number;
  readonly exitDuration?: string;
  readonly priority?: number;
  readonly idleTimeOut?: string;
  readonly enforceIdleTimeOut?: boolean;
  readonly enableEviction?: boolean;
  readonly requeueOnFailure?: boolean;
}

/** The cluster and the GPUs of a request, in the form of its variant. */
interface Choice {
  readonly clusterName: string | null;
  readonly preferredClusters: readonly (string | readonly string[])[] | null;
  readonly autoCluster: boolean;
  readonly autoGpu: boolean;
  readonly instanceType: string;
  readonly gpuShape: string;
}

export interface Gpu {
  readonly instanceType: string;
  readonly gpuShape: string;
}

const anyGpu: Gpu = { instanceType: '', gpuShape: '' };

/** The five variants of a request, by their selections. */
export const choices = {
  oldStyle: (cluster: string, gpu: Gpu): Choice => ({
    clusterName: cluster,
    preferredClusters: null,
    autoCluster: false,
    autoGpu: false,
    ...gpu,
  }),
  manual: (cluster: string, gpu: Gpu): Choice => ({
    ...choices.oldStyle(cluster, gpu),
    preferredClusters: [cluster],
  }),
  /** Scripts send a nested list of clusters. */
  autoGpu: (clusters: readonly (string | readonly string[])[]): Choice => ({
    clusterName: '',
    preferredClusters: clusters,
    autoCluster: false,
    autoGpu: true,
    ...anyGpu,
  }),
  autoCluster: (gpu: Gpu): Choice => ({ ...choices.auto(), autoGpu: false, ...gpu }),
  auto: (): Choice => ({
    clusterName: '',
    preferredClusters: null,
    autoCluster: true,
    autoGpu: true,
    ...anyGpu,
  }),
};

/** Sends all seventeen members, unset ones as null. */
export async function requestGpu(client: StrictClient, work: Work, choice: Choice): Promise<string> {
  const body = {
    gprName: work.name,
    sliceName: work.workspace,
    clusterName: choice.clusterName,
    preferredClusters: choice.preferredClusters,
    enableAutoClusterSelection: choice.autoCluster,
    enableAutoGpuSelection: choice.autoGpu,
    numberOfGPUs: work.gpus ?? 1,
    instanceType: choice.instanceType,
    exitDuration: work.exitDuration ?? '0d0h5m',
    numberOfGPUNodes: work.nodes ?? 1,
    priority: work.priority ?? 201,
    memoryPerGpu: work.memoryGb ?? 15,
    gpuShape: choice.gpuShape,
    idleTimeOutDuration: work.idleTimeOut ?? null,
    enforceIdleTimeOut: work.enforceIdleTimeOut ?? false,
    enableEviction: work.enableEviction ?? null,
    requeueOnFailure: work.requeueOnFailure ?? null,
  };
  return having(await client.call('POST', path, body), ['gprId']).gprId;
}

export async function gprOf(client: StrictClient, gprId: string): Promise<Json> {
  return recordOf(await client.call('GET', `${path}?gprId=${gprId}`));
}

export async function gprsOf(client: StrictClient, workspace: string): Promise<Json[]> {
  const data = having(await client.call('GET', `${path}/list?sliceName=${workspace}`), ['items']);
  return each(data.items, recordOf);
}

function recordOf(gpr: Json): Json {
  having(gpr, [
    'gprId',
    'sliceName',
    'clusterName',
    'numberOfGPUs',
    'numberOfGPUNodes',
    'instanceType',
    'memoryPerGPU',
    'priority',
    'gpuSharingMode',
    'estimatedStartTime',
    'estimatedWaitTime',
    'exitDuration',
    'earlyRelease',
    'gprName',
    'gpuShape',
    'multiNode',
    'dedicatedNodes',
    'enableRDMA',
    'enableSecondaryNetwork',
    'status',
  ]);
  having(gpr.status, [
    'provisioningStatus',
    'failureReason',
    'numGpusAllocated',
    'startTimestamp',
    'completionTimestamp',
    'cost',
    'nodes',
    'internalState',
    'retryCount',
    'delayedCount',
  ]);
  return gpr;
}

export async function changePriority(client: StrictClient, gprId: string, priority: number): Promise<void> {
  await client.call('PUT', path, { gprId, priority }, { other: GpuAlreadyProvisioned });
}

export async function changeName(client: StrictClient, gprId: string, gprName: string): Promise<void> {
  await client.call('PUT', path, { gprId, gprName }, { other: GpuAlreadyProvisioned });
}

export async function releaseGpu(client: StrictClient, gprId: string): Promise<void> {
  await client.call('PUT', path, { gprId, earlyRelease: true }, { other: GpuAlreadyReleased });
}

export async function cancelRequest(client: StrictClient, gprId: string): Promise<void> {
  await client.call('DELETE', path, { gprId }, { other: GpuAlreadyProvisioned });
}
