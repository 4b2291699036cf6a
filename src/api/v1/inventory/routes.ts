import type { NodeView } from '../../../../sim/index.ts';
import { scopeOf, workspaceOf } from '../../frame/access/scope.ts';
import { records } from '../../frame/answers/shared-answers.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { simTime } from '../../frame/operation/service.ts';
import { nodeOf } from './node.ts';
import {
  type InventoryList,
  inventorySummaryAnswer,
  listInventoryAnswer,
  workspaceInventoryAnswer,
  workspaceInventoryRequest,
} from './schema.ts';

const path = '/api/v1/inventory';
/** In place of a workspace, unless one has this name: all clusters. */
const allClusters = '*';

export const inventoryOperations: readonly Operation[] = [
  operation({
    operationId: 'listInventory',
    summary: 'List the GPU nodes',
    description:
      'Lists the nodes of all clusters. Allocations to workspaces that the caller does not see are left out.',
    method: 'GET',
    path: `${path}/list`,
    answer: listInventoryAnswer,
    handle(_request, caller, service) {
      const { read } = service.world;
      const { total } = read.views.nodePage({ cluster: '', offset: 0, limit: 0 });
      return service.sharedAnswers.list<InventoryList, 'managedNodes'>(
        service.world,
        `inventory ${scopeOf(caller)}`,
        total,
        () => {
          const { timeline } = service;
          const clusters = new Map(read.views.clusters().map((cluster) => [cluster.name, cluster]));
          const record = (node: NodeView) => nodeOf(node, clusters.get(node.cluster)!, caller, timeline);
          return {
            data: { unmanagedNodes: [] },
            member: 'managedNodes',
            records: records(read.views.nodes(), record),
            simTime: simTime(service),
          };
        },
      );
    },
  }),
  operation({
    operationId: 'getWorkspaceInventory',
    summary: "List the node types of a workspace's clusters",
    description:
      'Lists the node types of the clusters of the workspace, allocated or not; with `*`, those of all clusters.',
    method: 'GET',
    path,
    from: 'query',
    spellings: { workspaceName: 'sliceName', workspace: 'sliceName' },
    request: workspaceInventoryRequest,
    answer: workspaceInventoryAnswer,
    errors: ['workspace-foreign', 'inventory-workspace-not-found'],
    handle({ sliceName }, caller, { world }) {
      let pools = world.read.views.pools();
      if (sliceName !== allClusters || world.read.views.workspace(sliceName) !== undefined) {
        const { clusters } = workspaceOf(world, caller, sliceName, 'inventory-workspace-not-found');
        pools = pools.filter(({ cluster }) => clusters.includes(cluster));
      }
      return {
        items: pools.map((pool) => ({
          instanceType: pool.instanceType,
          gpuShape: pool.gpuModelName,
          clusterName: pool.cluster,
          gpuSlicingProfile: [],
          memoryPerGpu: pool.memoryGb,
          gpuPerNode: pool.gpuCount,
          totalGpuNodes: pool.nodes,
        })),
      };
    },
  }),
  operation({
    operationId: 'getInventorySummary',
    summary: 'Sum up the GPUs of each cluster',
    description:
      'Counts the GPUs of each cluster. `availableGpus` are free on healthy nodes. `idleGpus` are allocated to idle GPRs.',
    method: 'GET',
    path: `${path}/summary`,
    answer: inventorySummaryAnswer,
    handle(_request, _caller, { world }) {
      return {
        items: world.read.views.clusters().map((cluster) => ({
          clusterName: cluster.name,
          cloudProvider: cluster.cloudProvider,
          region: cluster.region,
          totalGpus: cluster.gpus,
          allocatedGpus: cluster.allocatedGpus,
          availableGpus: cluster.availableGpus,
          totalGpuNodes: cluster.nodes,
          partiallyAllocatedNodes: cluster.partiallyAllocatedNodes,
          idleGpus: cluster.idleGpus,
        })),
      };
    },
  }),
];
