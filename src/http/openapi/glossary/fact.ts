// The members of facts.

import type { Words } from './word.ts';

export const factWords = {
  seq: ['The number of the fact.', 412],
  at: ['When, ISO 8601 UTC.', '2026-01-05T08:00:20.000Z'],
  kind: ['What kind of fact it is; its other members depend on that.', 'gpr.created'],
  'RecordSetFact.kind': ['Which record was created or replaced.', 'policy.set'],
  'RecordRemovedFact.kind': ['Which record was removed.', 'policy.removed'],
  workspaceCreation: ['Which creation of a workspace with this name; no other creation has the number.', 3],

  'GprCreatedFact.priority': ['1 to 100 is low, 101 to 200 medium, 201 to 300 high.', 150],
  nodeCount: ['The nodes that it needs.', 1],
  exitMs: ['Its exit duration, simulated milliseconds.', 3_600_000],
  'GprProvisioningFact.gpus': ['The GPUs that it got, over all nodes.', 4],
  waitMs: ['Simulated milliseconds from creation to this start; null if it is not the first.', 20_000],
  'GprProvisioningFact.nodes': ['The nodes that it got.', ['worker-1-a2-highgpu-8g-1']],
  'GprEndedFact.state': ['The state in which it ended.', 'Complete'],
  'GprEndedFact.reason': ['Why it ended.', 'exit duration over'],
  'GprRequeuedFact.reason': ['Why it was queued again.', 'eviction'],
  culprit: [
    'The id of the GPR that evicted it, or the node that failed; null for other reasons, and for a GPR that the caller does not see.',
    null,
  ],
  inSystemMs: ['Simulated milliseconds from creation to end.', 3_620_000],
  ranMs: ['Simulated milliseconds in which it was Successful.', 3_600_000],
  costMicro: ['Its cost, in millionths of the currency.', 12_500_000],
  exitLeftMs: ['What is left of its exit duration, simulated milliseconds.', 1_800_000],
  'GprChangedFact.priority': ['1 to 100 is low, 101 to 200 medium, 201 to 300 high.', 150],
  idle: ['Whether its GPUs are idle from now on.', true],
  estimatedStartMs: [
    'The start that is estimated now, simulated milliseconds since the start of the scenario; null if no start can be foreseen.',
    7_200_000,
  ],

  repairAtMs: [
    'When it comes back by itself, simulated milliseconds since the start of the scenario; null if it does not.',
    5_400_000,
  ],
  'NodeAddedFact.gpus': ['The GPUs of the node.', 8],

  'HeadBlockedFact.step': ['The step of the scheduling cycle that holds it up.', 3],
  needsNodes: ['The nodes that it needs.', 1],
  needsGpusPerNode: ['The GPUs that it needs on each.', 4],
  nodesWithRoom: ['Nodes of its pool with that many free GPUs.', 0],
  'HeadBlockedFact.victimsNotEnough': [
    'How many GPRs of lower priority it could evict without having enough room.',
    0,
  ],
  stream: ['Which workload of the scenario, from 0.', 0],
  'ScriptRefusedFact.step': ['Which step of the script, from 0.', 0],

  'EndpointStatusFact.status': ['Its status from now on.', 'Running'],
  decisions: ['The clusters that it is placed in.', 1],
  decision: ['Which of the clusters that it is placed in, from 0.', 0],
  'PlacementPhaseFact.step': ['Steps that are done.', 0],
  'PlacementStepFact.step': ['Which step ended, from 0.', 0],
  durationMs: ['How long it took, simulated milliseconds.', 10_000],
  from: ['The cluster that it left.', 'worker-2'],
  left: ['The id of the GPR that it left.', 'gpr-7c29e338-ebda'],
} satisfies Words;
