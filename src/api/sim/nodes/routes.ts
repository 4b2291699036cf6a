// Operations that take nodes down, bring them up, add and remove them.

import type { Command, Outcome } from '../../../../sim/index.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { listed, shown } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import { rejected } from '../../v1/rejection-errors.ts';
import { addNodesAnswer, addNodesRequest, nodeRequest, takeNodeDownRequest } from './schema.ts';

const path = '/sim/nodes';
const nodePath = `${path}/{cluster}/{node}`;

export const nodeOperations: readonly Operation[] = [
  operation({
    operationId: 'takeNodeDown',
    summary: 'Take a node down',
    description:
      'The GPRs on the node are requeued or fail, according to their `requeueOnFailure`. Without `repairAfter` the node stays down.',
    method: 'POST',
    path: `${nodePath}/down`,
    from: 'body',
    request: takeNodeDownRequest,
    errors: ['node-not-found', 'node-cluster-not-found', 'node-state'],
    example: { repairAfter: '30m' },
    async handle({ cluster, node, repairAfter: repairAfterMs }, _caller, service) {
      await submit({ kind: 'node.down', cluster, node, repairAfterMs }, service);
      return {};
    },
  }),
  operation({
    operationId: 'bringNodeUp',
    summary: 'Bring a node up',
    method: 'POST',
    path: `${nodePath}/up`,
    from: 'body',
    request: nodeRequest,
    errors: ['node-not-found', 'node-cluster-not-found', 'node-state'],
    async handle({ cluster, node }, _caller, service) {
      await submit({ kind: 'node.up', cluster, node }, service);
      return {};
    },
  }),
  operation({
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
  }),
  operation({
    operationId: 'removeNode',
    summary: 'Remove a node',
    description: 'The GPRs on the node are treated as if the node had failed.',
    method: 'DELETE',
    path: nodePath,
    from: 'body',
    request: nodeRequest,
    errors: ['node-not-found', 'node-cluster-not-found', 'node-state'],
    async handle({ cluster, node }, _caller, service) {
      await submit({ kind: 'node.remove', cluster, node }, service);
      return {};
    },
  }),
];

const wireNames = { clusters: 'cluster', gpuShape: 'gpuModelName' };

async function submit(command: Command, { world }: Service): Promise<Outcome> {
  const result = await world.submit(command);
  if (result.ok) return result.outcome;
  const { rejection } = result;
  const known = world.scenario.clusters.map(({ name }) => name);
  if (rejection.code === 'node-unknown' && !known.includes(rejection.cluster)) {
    const why = `unknown cluster ${shown(rejection.cluster)}; this world has ${listed(known)}`;
    throw new Failure('node-cluster-not-found', { why });
  }
  throw rejected(rejection, { fields: wireNames });
}
