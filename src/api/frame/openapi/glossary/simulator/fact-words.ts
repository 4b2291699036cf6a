import type { Words } from '../word.ts';

export const factWords = {
  seq: ['The number of the fact.', 412],
  at: ['The simulated instant of the fact, ISO 8601 UTC.', '2026-01-05T08:00:20.000Z'],
  kind: ['The kind of the fact, which determines its other members.', 'gpr.created'],
  'RecordSetFact.kind': ['The kind of the created or replaced record.', 'policy.set'],
  'RecordRemovedFact.kind': ['The kind of the removed record.', 'policy.removed'],
  workspaceCreation: [
    'The creation number of the workspace. It is unique, while a name can be used again.',
    3,
  ],

  'GprCreatedFact.priority': ['1 to 100 is low, 101 to 200 medium, 201 to 300 high.', 150],
  nodeCount: ['The number of nodes that the GPR needs.', 1],
  exitMs: ['The exit duration in simulated milliseconds.', 3_600_000],
  'GprProvisioningFact.gpus': ['The number of allocated GPUs over all nodes.', 4],
  waitMs: ['Simulated milliseconds from creation to the first start; null for later starts.', 20_000],
  'GprProvisioningFact.nodes': ['The allocated nodes.', ['worker-1-a2-highgpu-8g-1']],
  gpuMilli: ['Thousandths of each GPU that the GPR takes; 1000 is a whole GPU.', 460],
  'GprShapeFact.cpuMilli': ['Thousandths of a CPU that the GPR takes on each node.', 6000],
  'GprShapeFact.memoryMib': ['The memory that the GPR takes on each node, MiB.', 12_288],
  'GprGpusFact.node': ['A node of the GPR.', 'openb-G2-8-0'],
  gpuIndexes: ['The GPUs of the node that the GPR gets, counted from 0.', [3]],
  'GprEndedFact.state': ['The final state.', 'Complete'],
  'GprEndedFact.reason': ['The reason for the end.', 'exit duration over'],
  'GprRequeuedFact.reason': ['The reason for the requeue.', 'eviction'],
  culprit: [
    'The id of the evicting GPR, or the failed node; null for other reasons, and for a GPR that the caller does not see.',
    null,
  ],
  inSystemMs: ['Simulated milliseconds from creation to end.', 3_620_000],
  ranMs: ['Simulated milliseconds in the state Successful.', 3_600_000],
  costMicro: ['The cost in millionths of the currency.', 12_500_000],
  exitLeftMs: ['The remaining exit duration in simulated milliseconds.', 1_800_000],
  'GprChangedFact.priority': ['1 to 100 is low, 101 to 200 medium, 201 to 300 high.', 150],
  idle: ['Whether its GPUs are idle from this instant.', true],
  estimatedStartMs: [
    'The new estimate of the start, in simulated milliseconds since the start of the scenario; null if no start can be foreseen.',
    7_200_000,
  ],

  repairAtMs: [
    'The instant of the automatic repair, in simulated milliseconds since the start of the scenario; null without one.',
    5_400_000,
  ],
  'NodeAddedFact.gpus': ['The number of GPUs of the node.', 8],

  'HeadBlockedFact.step': ['The step of the scheduling cycle that blocks the GPR.', 3],
  needsNodes: ['The number of nodes that the GPR needs.', 1],
  needsGpusPerNode: ['The number of GPUs that the GPR needs on each node.', 4],
  nodesWithRoom: ['The number of nodes of its pool with enough free GPUs.', 0],
  'HeadBlockedFact.victimsNotEnough': [
    'The number of GPRs of lower priority whose eviction would not free enough GPUs.',
    0,
  ],
  stream: ['The index of the workload in the scenario, from 0.', 0],
  'ScriptRefusedFact.step': ['The index of the step in the script, from 0.', 0],

  'SchedulerChangedFact.queue': ['The queue policy from this instant on.', 'backfill'],
  'SchedulerChangedFact.placement': ['The placement policy from this instant on.', 'best-fit'],
  'OrderChangedFact.order': ['The order of the queue from this instant on.', 'shortest'],
  'OrderChangedFact.backfillOrder': [
    'The order behind a blocked GPR from this instant on; `same` is the order of the queue.',
    'same',
  ],
  arrivalRate: ['The rate of generated arrivals from this instant on, relative to the scenario.', 2],

  'EndpointStatusFact.status': ['The new status.', 'Running'],
  decisions: ['The number of clusters of the placement.', 1],
  decision: ['The index of the cluster among those of the placement, from 0.', 0],
  'PlacementPhaseFact.step': ['The number of completed steps.', 0],
  'PlacementStepFact.step': ['The index of the ended step, from 0.', 0],
  durationMs: ['The duration in simulated milliseconds.', 10_000],
  from: ['The previous cluster.', 'worker-2'],
  left: ['The id of the previous GPR.', 'gpr-7c29e338-ebda'],
} satisfies Words;
