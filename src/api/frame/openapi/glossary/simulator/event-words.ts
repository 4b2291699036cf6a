import type { Words } from '../word.ts';

export const eventWords = {
  'listEvents.gpr': [
    'Select events about this GPR; for Owners, also the evictions by it. Default: all events.',
    'gpr-7c29e338-ebda',
  ],
  'listEvents.node': [
    'Select events about this node, and about GPRs that got or lost its GPUs. Default: all events.',
    'worker-1-a2-highgpu-8g-0',
  ],
  'listEvents.workspace': [
    'Select events about this workspace and its GPRs, and the evictions by its GPRs. Default: all events.',
    'blue',
  ],
  'listEvents.kind': [
    'Select events of these kinds. Default: all but `creation`, `start` and `completion`.',
    ['eviction', 'failure'],
  ],
  movedBy: [
    'Add recorded estimates that changed by at least this duration, or whose start is no longer or newly foreseen. Default: none.',
    '30m',
  ],
  'listEvents.from': [
    'The first instant: simulated milliseconds since the start of the scenario, or an instant in ISO 8601. Default: the start.',
    0,
  ],
  'listEvents.to': [
    'The last instant: simulated milliseconds since the start of the scenario, or an instant in ISO 8601. Default: now.',
    '2026-01-06T08:00:00Z',
  ],
  before: [
    'Return the last events before this position, an `older` or `newer` of an answer. Default: the end.',
    '412-0',
  ],
  'listEvents.after': [
    'Return the first events after this position, an `older` or `newer` of an answer.',
    '398-0',
  ],
  'listEvents.limit': ['The largest number of events to return.', 100],
  'ListEventsAnswer.events': ['The events in order. Facts of an instant come before its recorded estimates.'],
  older: ['The position before which the earlier events lie; null if there are none.', '398-0'],
  newer: ['The position after which the later events lie.', '412-0'],
  'Event.seq': ['The number of the fact; null for a recorded estimate.', 412],
  'Event.at': ['The simulated instant of the event, ISO 8601 UTC.', '2026-01-05T10:05:00.000Z'],
  'Event.kind': [
    'What happened. `loss`: a GPR lost its GPUs to a node failure. `estimate`: a recorded estimate changed.',
    'eviction',
  ],
  'Event.fact': ['The kind of the fact; null for a recorded estimate.', 'gpr.requeued'],
  'Event.text': ['The event in words.', 'boss-job evicted request-48 (requeued) · worker-1-a2-highgpu-8g-0'],
  'Event.gpr': ['The GPR that the event is about; null without one.'],
  'Event.by': [
    'The GPR that evicted the other; null without one. Its members are null if the caller may not see it.',
  ],
  'by.gprId': ['The id of the GPR; null if the caller may not see it.', 'gpr-1b5d9c70-04f2'],
  'by.gprName': ['The name of the GPR; null if it was deleted, or if the caller may not see it.', 'boss-job'],
  'by.workspace': ['The workspace of the GPR; null as its name.', 'red'],
  'Event.workspace': ['The workspace that the event is about; null without one.', 'blue'],
  'Event.nodes': [
    'The nodes that the event is about, or that the GPR got or lost.',
    ['worker-1-a2-highgpu-8g-0'],
  ],
  'Event.clusters': ['The cluster of the GPR or the node; of a burst, from which cluster to which.', []],
  'Event.outcome': [
    'What became of the GPR: `requeued`, or its final state; null if it goes on.',
    'requeued',
  ],
  'Event.detail': [
    'The new priority, policies or arrival rate; the fault, or the placement that moved. Null for other kinds.',
    null,
  ],
  'Event.repairAt': ['The instant of the foreseen repair of a failed node; null without one.', null],
  'Event.estimate': ['The change of a recorded estimate; null for other kinds.', null],
  'estimate.from': ['The estimated start before; empty if none was foreseen.', '2026-01-05T10:05:00.000Z'],
  'estimate.to': ['The estimated start after; empty if none is foreseen.', '2026-01-05T11:20:00.000Z'],
} as const satisfies Words;
