// The operation that returns the whole present state of the clusters.

import { type Operation, operation } from '../../http/operation.ts';
import { reading } from '../clock-answer.ts';
import { requireKnown } from '../known.ts';
import { clusterState, nodeState } from './record.ts';
import { getStateAnswer, getStateRequest } from './schema.ts';

const getState = operation({
  operationId: 'getState',
  summary: 'Read the state of the clusters',
  description:
    'All clusters, and the nodes with the GPRs that hold their GPUs. `cluster`, `offset` and `limit` select nodes, of which ' +
    '`nodesTotal` are in the cluster, or in all. `seq` is the number of the last fact that the answer ' +
    'includes; `streamFacts` with `after` continues from there. Allocations of workspaces that the caller may not see have ' +
    'no names.',
  method: 'GET',
  path: '/sim/state',
  from: 'query',
  request: getStateRequest,
  answer: getStateAnswer,
  handle({ cluster, offset, limit = Infinity }, caller, { world, timeline }) {
    requireKnown({ cluster }, caller, world);
    const clock = world.clock();
    const { branch, seq } = clock;
    const { name, seed, scheduler } = world.scenario;
    const { total, nodes } = world.read.nodePage({ cluster, offset, limit });
    const counts = world.read.countStates();
    return {
      clock: reading(clock, timeline),
      branch,
      seq,
      caller: { name: caller.name, role: caller.role, workspace: caller.workspaceName || null },
      scenario: {
        name,
        seed,
        start: timeline.iso(0),
        queue: scheduler.queue,
        placement: scheduler.placement,
        oneGprPerWorkspace: scheduler.workspaceLimit === 1,
      },
      counts: {
        Queued: counts.Queued,
        Provisioning: counts.Provisioning,
        Successful: counts.Successful,
        Complete: counts.Complete,
        TimedOut: counts.TimedOut,
        Failed: counts.Failed,
      },
      clusters: world.read.clusters().map(clusterState),
      nodesTotal: total,
      nodes: nodes.map((node) => nodeState(node, caller, timeline)),
    };
  },
});

export const stateOperations: readonly Operation[] = [getState];
