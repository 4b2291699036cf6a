// Words of the explanation of a GPR.

import type { Words } from './word.ts';

export const explanationWords = {
  state: ['The state of the GPR.', 'Queued'],
  sentence: ['The explanation in one sentence.', 'It waits for 4 free GPUs on one node.'],
  step: ['The step of the scheduling cycle that blocks the GPR; 0 if none does.', 3],
  needs: ['The nodes and GPUs that the GPR needs.'],
  'needs.nodes': ['The number of nodes.', 1],
  gpusPerNode: ['The number of GPUs on each node.', 4],
  free: ['The free resources of the pool; null if they are not the reason.'],
  'free.nodes': ['The number of nodes with enough free GPUs.', 0],
  gpus: ['The number of GPUs.', 2],
  behind: ['The GPR that goes first; null without one, or if the caller does not see it.', null],
  behindBecause: ['Why the other GPR goes first.', null],
  victimsNotEnough: ['The GPRs that could be evicted but would not free enough GPUs.', []],
  'explainGpr.idle': ['Whether its GPUs are idle.', false],
  history: ['What happened to the GPR: at most 200 entries, the latest and the first.'],
  what: ['The event.', 'created'],
  phase: [
    'What the GPR does from this instant on; `unknown` if its facts from there on were not read or are left out; null if ' +
      'it goes on with what it did.',
    'Queued',
  ],
  historyComplete: ['Whether the history has everything that happened to the GPR.', true],
  victims: [
    'The GPRs that the GPR evicted; null for Editors and Viewers, because they are of other workspaces.',
  ],
  'victims.total': ['The number of evictions in the facts that were read.', 1],
  'victims.complete': ['Whether the total counts all evictions by the GPR.', true],
  latest: ['The latest 200 evictions, in order.'],
  'Victim.gprName': ['The name of the evicted GPR; null if it was deleted.', 'training'],
  'Victim.gpus': ['The number of GPUs that it asks for, over all nodes; null if it was deleted.', 8],
  outcome: ['Whether the evicted GPR was queued again.', 'requeued'],
  workspaceLimit: [
    'The rule that a workspace has at most one provisioned GPR, and its effect on the GPR; null once the GPR has ended.',
  ],
  'WorkspaceLimit.gprs': [
    'The number of provisioned GPRs that a workspace may have; null if the scenario has no limit.',
    1,
  ],
  holder: ['The provisioned GPR of the workspace; null without one.', null],
  'WorkspaceLimit.waits': [
    'Whether the GPR waits because of the limit: for the holder, or for another queued GPR of the workspace, which goes first.',
    false,
  ],
  waiting: ['Why and how long the GPR waits; null unless it is Queued.'],
  noStartBecause: ['Why no start can be foreseen; empty if `estimatedStartTime` is there.', ''],
  ahead: [
    'The queued GPRs that the scheduler takes before it. For Editors and Viewers, only GPRs of their workspace count.',
  ],
  of: [
    '`workspace`: the workspace limit holds the GPR, and the queued GPRs of its workspace are ahead. `pool`: the heads of its pool are ahead.',
    'pool',
  ],
  'ahead.total': ['The number of GPRs ahead.', 1],
  'ahead.first': ['The first ten of them, in the order of the queue.'],
  'GprAhead.gprId': ['The id of the GPR.', 'gpr-7c29e338-ebda'],
  'GprAhead.gprName': ['The name of the GPR.', 'training'],
  'GprAhead.workspace': ['The workspace of the GPR.', 'team-red'],
  'GprAhead.priority': ['The priority of the GPR.', 200],
  makesRoom: [
    'The events of the forecast that free the GPUs on which the GPR starts, and the one that ends its wait in its workspace, up to its ' +
      'estimated start. GPUs that are free now need no event. For Editors and Viewers, GPRs of other workspaces do not count.',
  ],
  'makesRoom.total': ['The number of events.', 1],
  'makesRoom.latest': ['The latest ten events, in order.'],
  'RoomEvent.at': ['The instant of the event in the forecast.', '2026-01-05T08:00:20.000Z'],
  cause: ['Why a GPR loses its GPUs, or `repair` of a node.', 'exit duration over'],
  'RoomEvent.gprId': [
    'The GPR that loses its GPUs; null for a repair, and for a GPR that a burst will make.',
    'gpr-cb90922d-274e',
  ],
  'RoomEvent.gprName': [
    'Its name; null for a repair, or if the GPR is not known any more or not yet.',
    'inference',
  ],
  'RoomEvent.workspace': ['Its workspace; null as for the name.', 'team-blue'],
  'RoomEvent.node': ['The node that is repaired; null for another event.', null],
  'RoomEvent.gpus': ['The number of the GPUs on which the GPR starts that the event frees.', 4],
  opensWorkspace: ['Whether the event ends the wait for another GPR of the workspace.', false],
  lost: [
    'How the GPR last lost its GPUs, or ended; null if it has not, or if the fact was not read because the life is too long.',
  ],
  'Loss.at': ['The instant of the loss.', '2026-01-05T08:10:00.000Z'],
  'Loss.sentence': [
    'The loss in one sentence, without its subject.',
    'was evicted at 2026-01-05T08:10:00.000Z by gpr-cb90922d-274e, which had priority 200; its own priority was 50; it was queued again',
  ],
  'Loss.reason': ['Why the GPR lost its GPUs.', 'eviction'],
  'Loss.outcome': ['The state in which it ended, or `requeued` if it was queued again.', 'requeued'],
  'Loss.priority': ['The priority of the GPR at the loss; null if it was not read.', 50],
  evictedBy: [
    'The GPR that evicted it; null without one, and for Editors and Viewers, because it is of another workspace.',
  ],
  'EvictedBy.gprId': ['The id of the evicting GPR.', 'gpr-cb90922d-274e'],
  'EvictedBy.gprName': ['Its name; null if it was deleted.', 'urgent'],
  'EvictedBy.workspace': ['Its workspace; null if it was deleted.', 'team-blue'],
  'EvictedBy.priority': ['Its priority at the eviction; null if it was not read.', 200],
  'Loss.node': ['The node that failed or was removed; null for another reason.', null],
  idleSince: ['After an idle time-out: since when the GPR was idle; otherwise null.', null],
  'findGprs.gpr': ['An id, at least the first four digits of one, or a name.', 'gpr-cb90'],
  'FindGprsAnswer.gprs': ['The GPRs that match, at most ten.'],
  'FoundGpr.gprId': ['The id of the GPR.', 'gpr-cb90922d-274e'],
  'FoundGpr.gprName': ['The name of the GPR.', 'training'],
  'FoundGpr.workspace': ['The workspace of the GPR.', 'team-red'],
  more: ['Whether further GPRs match.', false],
} satisfies Words;
