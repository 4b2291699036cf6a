import type { EndpointStatus, EndpointView, GprState, OwnedGprView } from '../../../../sim/index.ts';
import type { Service } from '../../frame/operation/service.ts';
import { addressOf, tryCommand } from './endpoint-address.ts';
import type { EndpointItem, EndpointRecord } from './schema.ts';

type RequestStatus = EndpointRecord['gpuRequests'][number]['status'];

const statuses: Record<EndpointStatus, EndpointItem['status']> = {
  Pending: 'Pending',
  Running: 'Running',
  // The contract spells this status so.
  ImageFailed: 'Image Pull Backoffice',
};

const requestStatuses: Record<GprState, RequestStatus> = {
  Queued: 'Queued',
  Provisioning: 'Provisioned',
  Successful: 'Provisioned',
  Complete: 'Released',
  TimedOut: 'Released',
  Failed: 'Released',
};

export function itemOf(endpoint: EndpointView, service: Service): EndpointItem {
  return {
    endpointName: endpoint.name,
    modelName: modelNameOf(endpoint),
    status: statuses[endpoint.status],
    endpoint: endpoint.status === 'Running' ? addressIn(endpoint, service).url : '',
    clusterName: endpoint.cluster,
    namespace: endpoint.namespace,
  };
}

export function recordOf(endpoint: EndpointView, service: Service): EndpointRecord {
  const isRunning = endpoint.status === 'Running';
  const address = addressIn(endpoint, service);
  return {
    ...itemOf(endpoint, service),
    predictStatus: isRunning ? 'Ready' : 'Pending',
    ingressStatus: isRunning ? 'Ready' : 'Pending',
    tryCommand: isRunning ? [tryCommand(address, modelNameOf(endpoint))] : [],
    dnsRecords: isRunning ? [{ dns: address.host, type: 'A', value: address.ip }] : [],
    gpuRequests: endpoint.gpr === null ? [] : [requestOf(endpoint.gpr)],
  };
}

function modelNameOf({ model }: EndpointView): string {
  return model === null ? 'custom' : model.modelName;
}

function addressIn(endpoint: EndpointView, { world }: Service) {
  const index = world.scenario.clusters.findIndex(({ name }) => name === endpoint.cluster);
  return addressOf(endpoint, index);
}

function requestOf(gpr: OwnedGprView): EndpointRecord['gpuRequests'][number] {
  return {
    gprName: gpr.gprName,
    gprId: gpr.gprId,
    instanceType: gpr.instanceType,
    gpuShape: gpr.gpuModelName,
    status: requestStatuses[gpr.state],
    numberOfGPUs: gpr.gpusPerNode,
    numberOfGPUNodes: gpr.nodeCount,
    memoryPerGPU: String(gpr.memoryGbPerGpu),
  };
}
