import type { Words } from './word.ts';

/** Members of `/sim/state`, `/sim/gprs` and the filters of `/sim/facts`. */
export const stateWords = {
  'State.clock': ['The clock, as `getClock` returns it.'],
  'State.seq': ['The number of the last fact that the answer includes.', 412],
  'State.scenario': ['The scenario of the world.'],
  'scenario.name': ['The name of the scenario.', 'demo'],
  'scenario.start': ['The start of the scenario, ISO 8601 UTC.', '2026-01-05T08:00:00.000Z'],
  'scenario.queue': ['The queue policy.', 'strict'],
  'scenario.placement': ['The placement policy.', 'best-fit'],
  caller: [
    'The API key of the request: its name, its role, and its workspace.',
    { name: 'owner', role: 'Owner', workspace: null },
  ],
  oneGprPerWorkspace: ['Whether a workspace has at most one provisioned GPR at a time.', true],
  counts: ['The number of GPRs in memory, by state.'],
  Queued: ['The number of GPRs in this state.', 3],
  Provisioning: ['The number of GPRs in this state.', 0],
  Successful: ['The number of GPRs in this state.', 5],
  Complete: ['The number of GPRs in this state that are still in memory.', 40],
  TimedOut: ['The number of GPRs in this state that are still in memory.', 0],
  Failed: ['The number of GPRs in this state that are still in memory.', 2],
  'State.clusters': ['The clusters.'],
  'State.nodes': ['The nodes of all clusters. Removed nodes are left out.'],

  'ClusterState.name': ['The name of the cluster.', 'worker-1'],
  'ClusterState.nodes': ['The number of nodes.', 4],
  'ClusterState.gpus': ['The number of GPUs.', 32],
  queuedGprs: ['The number of queued GPRs.', 3],
  queuedGpus: ['The number of GPUs that the queued GPRs request.', 12],

  'NodeState.name': ['The name of the node.', 'worker-1-a2-highgpu-8g-1'],
  'NodeState.gpus': ['The number of GPUs of the node.', 8],
  up: ['Whether the node is up.', true],
  repairAt: ['The instant of the automatic repair, ISO 8601 UTC; null without one.', null],
  freeGpus: ['The number of free GPUs; 0 while the node is down.', 4],
  allocations: ['The GPRs that hold GPUs of the node, in the order of their starts.'],

  'Allocation.gprId': [
    'The id of the GPR; null if the caller may not see its workspace.',
    'gpr-7c29e338-ebda',
  ],
  'Allocation.gprName': ['The name of the GPR; null if the caller may not see its workspace.', 'training'],
  'Allocation.workspace': ['The workspace; null if the caller may not see it.', 'team-blue'],
  'Allocation.priority': ['1 to 100 is low, 101 to 200 medium, 201 to 300 high.', 150],
  'Allocation.gpus': ['The number of GPUs of the node that the GPR holds.', 4],
  since: ['The start of the attempt, ISO 8601 UTC.', '2026-01-05T08:00:20.000Z'],
  'Allocation.state': ['The state of the GPR: Provisioning or Successful.', 'Successful'],
  'Allocation.idle': ['Whether its GPUs are idle.', false],

  'listSimulatedGprs.state': [
    'Selects GPRs in these states, with commas between. By default, all.',
    ['Queued', 'Provisioning'],
  ],
  'listSimulatedGprs.workspace': ['Selects the GPRs of this workspace.', 'team-blue'],
  'listSimulatedGprs.cluster': ['Selects the GPRs of this cluster.', 'worker-1'],
  priorityFrom: ['Selects GPRs with this priority or a higher one.', 0],
  priorityTo: ['Selects GPRs with this priority or a lower one.', 300],
  'listSimulatedGprs.name': [
    'Selects GPRs with this text in their name or their id. Case does not matter.',
    'train',
  ],
  offset: ['The number of GPRs before the page.', 0],
  estimates: ['Whether to estimate the starts of queued GPRs.', 'true'],
  'listSimulatedGprs.limit': ['The largest number of GPRs to return.', 100],

  'ListSimulatedGprsAnswer.seq': ['The number of the last fact that the answer includes.', 412],
  total: ['The number of GPRs that the request selects.', 1],
  'ListSimulatedGprsAnswer.gprs': ['The GPRs of the page.'],
  'ListedGpr.gprId': [
    'The id of the GPR; null if the caller may not see its workspace.',
    'gpr-7c29e338-ebda',
  ],
  'ListedGpr.gprName': ['The name of the GPR; null if the caller may not see its workspace.', 'training'],
  'ListedGpr.workspace': ['The workspace; null if the caller may not see it.', 'team-blue'],
  'ListedGpr.gpus': ['The number of GPUs that the GPR requests, over all nodes.', 4],
  'ListedGpr.priority': ['1 to 100 is low, 101 to 200 medium, 201 to 300 high.', 150],
  'ListedGpr.failureReason': [
    'The reason for a failure; otherwise empty. Empty if the caller may not see the workspace.',
    '',
  ],
  'ListedGpr.idle': ['Whether its GPUs are idle.', false],
  createdAt: ['The creation of the GPR, ISO 8601 UTC.', '2026-01-05T08:00:00.000Z'],
  startedAt: ['The start of the present or last attempt, ISO 8601 UTC; null while the GPR is queued.', null],
  endedAt: ['The end of the GPR, ISO 8601 UTC; null before it.', null],
  'ListedGpr.nodes': ['The nodes of the GPR; null while it is queued.', null],
  position: ['The place of the GPR among the queued GPRs of its pool, from 1; null unless it is queued.', 1],
  'ListedGpr.estimatedStartTime': [
    'The estimated start of a queued GPR, ISO 8601 UTC; empty if no start can be foreseen, for other GPRs, and without `estimates`.',
    '2026-01-05T08:10:20.000Z',
  ],
  why: [
    'Why a queued GPR waits, in one sentence; empty for other GPRs, and if the caller may not see the workspace.',
    'waits behind gpr-1f0e8c55-90ab, the first of its pool (worker-1, a2-highgpu-8g)',
  ],

  'listFacts.gprId': [
    'Selects facts with this `gprId`, from the creation of the GPR to its end.',
    'gpr-7c29e338-ebda',
  ],
  'streamFacts.gprId': ['Selects facts with this `gprId`.', 'gpr-7c29e338-ebda'],
  'listFacts.kind': [
    'Selects facts of these kinds, with commas between. By default, all.',
    ['gpr.ended', 'node.down'],
  ],
  'streamFacts.kind': [
    'Selects facts of these kinds, with commas between. By default, all.',
    ['gpr.ended', 'node.down'],
  ],
  last: ['Returns the last facts that are selected, at most this many.', 50],
} satisfies Words;
