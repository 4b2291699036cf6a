import { each, having, type Json } from './shapes.ts';
import type { StrictClient } from './strict-client.ts';

const path = '/api/v1/inference-endpoint';

export interface GpuSpec {
  readonly gpuShape: string;
  readonly instanceType: string;
  readonly memoryPerGPU: number;
  readonly numberOfGPUs: number;
  readonly numberOfGPUNodes: number;
  readonly exitDuration: string;
  readonly priority: number;
}

export interface ModelSpec {
  readonly modelName: string;
  readonly storageURI: string | null;
  readonly args: readonly string[];
  readonly secret: object;
  readonly resources: { readonly cpu: string; readonly memory: string } | null;
}

export interface Where {
  readonly cluster: string;
  readonly endpoint: string;
  readonly workspace: string;
}

/** Sends all six members. One of the model specifications is null, and the GPU specification may be null. */
export async function createEndpoint(
  client: StrictClient,
  where: Where,
  gpuSpec: GpuSpec | null,
  model: ModelSpec | string,
): Promise<string> {
  const body = {
    clusterName: where.cluster,
    endpointName: where.endpoint,
    workspace: where.workspace,
    gpuSpec,
    modelSpec: typeof model === 'string' ? null : model,
    rawModelSpec: typeof model === 'string' ? model : null,
  };
  return having(await client.call('POST', path, body), ['endpointName']).endpointName;
}

const listed = ['endpointName', 'modelName', 'status', 'endpoint', 'clusterName', 'namespace'];
const described = [...listed, 'predictStatus', 'ingressStatus', 'tryCommand', 'dnsRecords', 'gpuRequests'];

export async function listEndpoints(client: StrictClient, workspace: string): Promise<Json[]> {
  const data = having(await client.call('GET', `${path}/list?workspace=${workspace}`), ['endpoints']);
  return each(data.endpoints, (endpoint) => having(endpoint, listed));
}

export async function describeEndpoint(client: StrictClient, where: Where): Promise<Json> {
  const query = `workspace=${where.workspace}&endpoint=${where.endpoint}&cluster=${where.cluster}`;
  const data = having(await client.call('GET', `${path}?${query}`), ['endpoint']);
  const endpoint = having(data.endpoint, described);
  for (const list of [endpoint.tryCommand, endpoint.dnsRecords, endpoint.gpuRequests])
    each(list, (item) => item);
  return endpoint;
}

export async function deleteEndpoint(client: StrictClient, where: Where): Promise<void> {
  having(await client.call('DELETE', path, where), []);
}
