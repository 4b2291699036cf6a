// Nodes that fail, come back, are added and removed.

import type { Command, Outcome } from '../../../sim/index.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { rejected } from '../../http/rejections.ts';
import type { Service } from '../../http/service.ts';
import { addNodesAnswer, addNodesRequest, nodeAnswer, nodeRequest, takeNodeDownRequest } from './schema.ts';

const path = '/sim/nodes';
const nodePath = `${path}/{cluster}/{node}`;

const takeNodeDown = operation({
  operationId: 'takeNodeDown',
  summary: 'Take a node down',
  description:
    'Its GPRs are queued again or fail, as their `requeueOnFailure` says. Without `repairAfter` it stays down.',
  method: 'POST',
  path: `${nodePath}/down`,
  from: 'body',
  request: takeNodeDownRequest,
  answer: nodeAnswer,
  errors: ['node-not-found', 'node-state'],
  example: { repairAfter: '30m' },
  async handle({ cluster, node, repairAfter: repairAfterMs }, _caller, service) {
    await submit({ kind: 'node.down', cluster, node, repairAfterMs }, service);
    return {};
  },
});

const bringNodeUp = operation({
  operationId: 'bringNodeUp',
  summary: 'Bring a node up',
  method: 'POST',
  path: `${nodePath}/up`,
  from: 'body',
  request: nodeRequest,
  answer: nodeAnswer,
  errors: ['node-not-found', 'node-state'],
  async handle({ cluster, node }, _caller, service) {
    await submit({ kind: 'node.up', cluster, node }, service);
    return {};
  },
});

const addNodes = operation({
  operationId: 'addNodes',
  summary: 'Add nodes to a cluster',
  method: 'POST',
  path,
  from: 'body',
  request: addNodesRequest,
  answer: addNodesAnswer,
  async handle({ cluster, instanceType, gpuModelName, count }, _caller, service) {
    const command = { kind: 'node.add', cluster, instanceType, gpuModelName, count } as const;
    return { nodes: (await submit(command, service)).nodes! };
  },
});

const removeNode = operation({
  operationId: 'removeNode',
  summary: 'Remove a node',
  description: 'Its GPRs are treated as if it had failed.',
  method: 'DELETE',
  path: nodePath,
  from: 'body',
  request: nodeRequest,
  answer: nodeAnswer,
  errors: ['node-not-found', 'node-state'],
  async handle({ cluster, node }, _caller, service) {
    await submit({ kind: 'node.remove', cluster, node }, service);
    return {};
  },
});

export const nodeOperations: readonly Operation[] = [takeNodeDown, bringNodeUp, addNodes, removeNode];

const wireNames = { clusters: 'cluster', gpuShape: 'gpuModelName' };

async function submit(command: Command, { world }: Service): Promise<Outcome> {
  const result = await world.submit(command);
  if (!result.ok) throw rejected(result.rejection, { fields: wireNames });
  return result.outcome;
}
