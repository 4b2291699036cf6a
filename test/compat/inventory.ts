// The inventory, with the calls and readers of the client.

import { each, having, type Json } from './shapes.ts';
import type { StrictClient } from './strict-client.ts';

/** A node of the client: both shape and model are the GPU model, and the status has another name. */
export interface ClientNode {
  readonly name: string | null;
  readonly gpuShape: string | null;
  readonly gpuModelName: string | null;
  readonly instanceType: string | null;
  readonly clusterName: string | null;
  readonly memory: number | null;
  readonly gpuCount: number | null;
  readonly availableGpus: number;
  readonly status: string | null;
  readonly health: string | null;
  readonly allocation: readonly Json[];
}

export async function listInventory(client: StrictClient) {
  const data = having(await client.call('GET', '/api/v1/inventory/list'), ['managedNodes', 'unmanagedNodes']);
  return { managedNodes: each(data.managedNodes, nodeOf), unmanagedNodes: each(data.unmanagedNodes, nodeOf) };
}

function nodeOf(node: Json): ClientNode {
  having(node, []);
  each(node.gpuSlicingProfile ?? [], profileOf);
  return {
    name: node.gpuNodeName ?? null,
    gpuShape: node.gpuModelName ?? null,
    gpuModelName: node.gpuModelName ?? null,
    instanceType: node.instanceType ?? null,
    clusterName: node.clusterName ?? null,
    memory: node.memory ?? null,
    gpuCount: node.gpuCount ?? null,
    availableGpus: node.availableGPUs ?? 0,
    status: node.gpuNodeStatus ?? null,
    health: node.nodeHealth ?? null,
    allocation: each(node.allocation ?? [], (item) => {
      having(item, ['gprName', 'sliceName', 'totalGPUsAllocated', 'allocationTimeStamp']);
      having(item.allocationTimeStamp, ['seconds', 'nanos']);
      return item;
    }),
  };
}

function profileOf(profile: Json): Json {
  return having(profile, [
    'profileName',
    'memory',
    'totalGpus',
    'deviceName',
    'availableGpus',
    'memoryPerGpu',
    'gpusPerNode',
  ]);
}

export async function workspaceInventory(client: StrictClient, workspace: string): Promise<Json[]> {
  const data = having(await client.call('GET', `/api/v1/inventory?sliceName=${workspace}`), ['items']);
  return each(data.items, (item) => {
    each(item.gpuSlicingProfile ?? [], profileOf);
    return having(item, [
      'instanceType',
      'gpuShape',
      'memoryPerGpu',
      'gpuPerNode',
      'totalGpuNodes',
      'clusterName',
    ]);
  });
}
