// The operation that returns the whole present state of the clusters.

import { knownPolicies, type NodeView, QUEUE_POLICIES, whyPoliciesRefused } from '../../../../sim/index.ts';
import type { ReadableWorld } from '../../../driver/world.ts';
import { scopeOf } from '../../frame/access/scope.ts';
import { records } from '../../frame/answers/shared-answers.ts';
import { requireNone } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { simTime } from '../../frame/operation/service.ts';
import { reading } from '../shared/clock-answer.ts';
import { requireKnown, unknownNode } from '../shared/known-names.ts';
import { clusterState, nodeState, nodesOfType } from './record.ts';
import { getStateAnswer, getStateRequest, type WorldState } from './schema.ts';

function policies({ scenario, read }: ReadableWorld): WorldState['policies'] {
  const { queue, placement, order } = knownPolicies(read.ownPolicies, scenario);
  const described = (known: typeof queue) => known.map(({ name, summary }) => ({ name, summary }));
  const { scheduler } = read.rules();
  const refused = QUEUE_POLICIES.flatMap(({ name }) => {
    const why = whyPoliciesRefused({ ...scheduler, queue: name }, scenario);
    return why === undefined ? [] : [{ name, why }];
  });
  return { queue: described(queue), placement: described(placement), order: described(order), refused };
}

export const stateOperations: readonly Operation[] = [
  operation({
    operationId: 'getState',
    summary: 'Read the state of the clusters',
    description:
      'All clusters, and the nodes with the GPRs that hold their GPUs. `cluster`, `node`, `offset` and `limit` select nodes, of ' +
      'which `nodesTotal` are in the cluster, or in all. `map` adds all nodes in columns, without their GPRs: enough for a picture of ten thousand. `seq` is the number of the last fact that the answer ' +
      'includes; `streamFacts` with `after` continues from there. Allocations of workspaces that the caller may not see have ' +
      'no names.',
    method: 'GET',
    path: '/sim/state',
    from: 'query',
    request: getStateRequest,
    answer: getStateAnswer,
    handle({ cluster, node, offset, limit = Infinity, map }, caller, service) {
      const { world } = service;
      requireKnown({ cluster }, caller, world);
      const problems = unknownNode({ node, cluster: cluster || undefined }, world);
      requireNone(problems);
      const wanted = { cluster, node, offset };
      const { total } = world.read.views.nodePage({ ...wanted, limit: 0 });
      const key = `state ${JSON.stringify([cluster, node, offset, limit, map, caller.name, scopeOf(caller), caller.role])}`;
      return service.sharedAnswers.list<WorldState, 'nodes'>(
        world,
        key,
        Math.min(limit, total - offset),
        () => {
          const { timeline } = service;
          const clock = world.clock();
          const { branch, seq } = clock;
          const { name, seed, scheduler } = world.scenario;
          const page = world.read.views.nodePage({ ...wanted, limit });
          const data = {
            clock: reading(clock, timeline),
            branch,
            seq,
            caller: { name: caller.name, role: caller.role, workspace: caller.workspaceName || null },
            scenario: {
              name,
              seed,
              start: timeline.iso(0),
              oneGprPerWorkspace: scheduler.workspaceLimit === 1,
            },
            ...world.read.rules(),
            policies: policies(world),
            counts: world.read.views.countStates() as WorldState['counts'],
            ...world.read.queueFigures(),
            clusters: world.read.views.clusters().map(clusterState),
            nodesTotal: page.total,
            ...(map && { map: world.read.views.nodeMap().map((of) => nodesOfType(of, world.nowMs())) }),
          };
          const record = (view: NodeView) => nodeState(view, caller, timeline);
          return { data, member: 'nodes', records: records(page.nodes, record), simTime: simTime(service) };
        },
      );
    },
  }),
];
