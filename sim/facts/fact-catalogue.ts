// The catalogue of facts: one entry per kind. Positions of words, the types that writers must pass, views, their types and
// their schema derive from it.

import type { WordTypeName } from './word-types.ts';

export interface Entry {
  /** Recorded runs and the hash contain it. */
  readonly number: number;
  /** The kind's name in views. For records: one name per `RecordTable`, which is the first word. */
  readonly name: string | readonly string[];
  /** Word → type, in the order of the words. */
  readonly words: Readonly<Record<string, WordTypeName>>;
  /** The word that a view shows first, if not the first word. */
  readonly shownFirst?: string;
}

/** Append only: numbers and words never change. */
export const FACTS = {
  gprCreated: {
    number: 1,
    name: 'gpr.created',
    words: {
      uid: 'gpr',
      workspace: 'workspace',
      pool: 'pool',
      priority: 'whole',
      nodeCount: 'whole',
      gpusPerNode: 'whole',
      exitMs: 'whole',
      flags: 'hidden',
    },
  },
  /** `waitMs`: −1 unless this is the first start. */
  gprProvisioning: {
    number: 2,
    name: 'gpr.provisioning',
    words: {
      uid: 'gpr',
      workspace: 'workspace',
      pool: 'pool',
      gpus: 'whole',
      waitMs: 'wholeOrNull',
      retryCount: 'whole',
      nodes: 'nodes',
    },
  },
  gprSuccessful: {
    number: 3,
    name: 'gpr.successful',
    words: { uid: 'gpr', workspace: 'workspace' },
  },
  /** `inSystemMs`: since its creation. `ranMs`: time spent Successful. `gpus`: GPUs that it held until now. */
  gprEnded: {
    number: 4,
    name: 'gpr.ended',
    words: {
      uid: 'gpr',
      workspace: 'workspace',
      state: 'endState',
      reason: 'reason',
      culprit: 'culprit',
      inSystemMs: 'whole',
      ranMs: 'whole',
      costMicro: 'whole',
      gpus: 'hidden',
    },
  },
  gprRequeued: {
    number: 5,
    name: 'gpr.requeued',
    words: {
      uid: 'gpr',
      workspace: 'workspace',
      reason: 'reason',
      culprit: 'culprit',
      exitLeftMs: 'whole',
    },
  },
  /** `workspace`: −1 if the GPR had left memory. */
  gprRemoved: {
    number: 6,
    name: 'gpr.removed',
    words: { uid: 'gpr', workspace: 'workspace' },
  },
  gprChanged: {
    number: 7,
    name: 'gpr.changed',
    words: {
      uid: 'gpr',
      workspace: 'workspace',
      priority: 'whole',
      flags: 'hidden',
      nameHash: 'hidden',
    },
  },
  gprActivity: {
    number: 8,
    name: 'gpr.activity',
    words: { uid: 'gpr', workspace: 'workspace', idle: 'flag' },
  },
  /** `delayedCount`: how often its recorded estimate has become later. */
  gprDelayed: {
    number: 9,
    name: 'gpr.delayed',
    words: { uid: 'gpr', workspace: 'workspace', delayedCount: 'whole', estimatedStartMs: 'wholeOrNull' },
  },
  nodeDown: {
    number: 10,
    name: 'node.down',
    words: { node: 'node', repairAtMs: 'wholeOrNull' },
  },
  nodeUp: {
    number: 11,
    name: 'node.up',
    words: { node: 'node' },
  },
  nodeAdded: {
    number: 12,
    name: 'node.added',
    words: { node: 'node', pool: 'pool', gpus: 'whole', nameHash: 'hidden' },
  },
  nodeRemoved: {
    number: 13,
    name: 'node.removed',
    words: { node: 'node' },
  },
  /** `hash`: of the name and the clusters. */
  workspaceCreated: {
    number: 14,
    name: 'workspace.created',
    words: { workspace: 'workspace', hash: 'hidden' },
  },
  workspaceGoing: {
    number: 15,
    name: 'workspace.going',
    words: { workspace: 'workspace' },
  },
  workspaceGone: {
    number: 16,
    name: 'workspace.gone',
    words: { workspace: 'workspace' },
  },
  /** `step`: of the cycle. */
  headBlocked: {
    number: 17,
    name: 'head.blocked',
    words: {
      uid: 'gpr',
      workspace: 'workspace',
      pool: 'pool',
      step: 'whole',
      needsNodes: 'whole',
      needsGpusPerNode: 'whole',
      nodesWithRoom: 'whole',
      victimsNotEnough: 'whole',
    },
  },
  scriptRefused: {
    number: 18,
    name: 'script.refused',
    words: { stream: 'whole', step: 'whole' },
  },
  /** The policy of the workspace refused a GPR of a workload. */
  arrivalRefused: {
    number: 19,
    name: 'arrival.refused',
    words: { uid: 'hidden', workspace: 'workspace', pool: 'pool' },
  },
  recordSet: {
    number: 20,
    name: ['policy.set', 'gpr-template.set', 'binding.set', 'workload-template.set'],
    words: { table: 'hidden', name: 'text', workspace: 'workspaceIfAny', hash: 'hidden' },
  },
  recordRemoved: {
    number: 21,
    name: ['policy.removed', 'gpr-template.removed', 'binding.removed', 'workload-template.removed'],
    words: { table: 'hidden', name: 'text', workspace: 'workspaceIfAny' },
  },
  /** `hash`: of the model. */
  endpointCreated: {
    number: 22,
    name: 'endpoint.created',
    words: {
      uid: 'hidden',
      workspace: 'workspace',
      endpoint: 'text',
      cluster: 'cluster',
      gprId: 'gprOrNull',
      hash: 'hidden',
    },
    shownFirst: 'endpoint',
  },
  endpointStatus: {
    number: 23,
    name: 'endpoint.status',
    words: { uid: 'hidden', workspace: 'workspace', endpoint: 'text', status: 'endpointStatus' },
    shownFirst: 'endpoint',
  },
  endpointRemoved: {
    number: 24,
    name: 'endpoint.removed',
    words: { uid: 'hidden', workspace: 'workspace', endpoint: 'text' },
    shownFirst: 'endpoint',
  },
  /** `hash`: of the placement's record. */
  placementCreated: {
    number: 25,
    name: 'placement.created',
    words: {
      uid: 'hidden',
      workspace: 'workspace',
      placement: 'text',
      decisions: 'whole',
      hash: 'hidden',
    },
    shownFirst: 'placement',
  },
  placementChanged: {
    number: 26,
    name: 'placement.changed',
    words: { uid: 'hidden', workspace: 'workspace', placement: 'text', hash: 'hidden' },
    shownFirst: 'placement',
  },
  placementPhase: {
    number: 27,
    name: 'placement.phase',
    words: {
      uid: 'hidden',
      workspace: 'workspace',
      placement: 'text',
      decision: 'whole',
      cluster: 'cluster',
      phase: 'phase',
      step: 'whole',
      gprId: 'gprOrNull',
    },
    shownFirst: 'placement',
  },
  placementStep: {
    number: 28,
    name: 'placement.step',
    words: {
      uid: 'hidden',
      workspace: 'workspace',
      placement: 'text',
      decision: 'whole',
      step: 'whole',
      success: 'flag',
      durationMs: 'whole',
    },
    shownFirst: 'placement',
  },
  /** `from`, `left`: the cluster and the GPR before the move. */
  placementMoved: {
    number: 29,
    name: 'placement.moved',
    words: {
      uid: 'hidden',
      workspace: 'workspace',
      placement: 'text',
      decision: 'whole',
      from: 'cluster',
      cluster: 'cluster',
      left: 'gprOrNull',
      gprId: 'gprOrNull',
    },
    shownFirst: 'placement',
  },
  placementRemoved: {
    number: 30,
    name: 'placement.removed',
    words: { uid: 'hidden', workspace: 'workspace', placement: 'text' },
    shownFirst: 'placement',
  },
  /** `hash`: of the request. */
  faultAdded: {
    number: 31,
    name: 'fault.added',
    words: { fault: 'fault', hash: 'hidden' },
  },
  /** `uid`: of the GPR, the endpoint or the placement that failed. */
  faultStruck: {
    number: 32,
    name: 'fault.struck',
    words: { fault: 'fault', uid: 'hidden' },
  },
  faultRemoved: {
    number: 33,
    name: 'fault.removed',
    words: { fault: 'fault' },
  },
  /** The policies in force from now on. The hashes are those of their names. */
  schedulerChanged: {
    number: 34,
    name: 'scheduler.changed',
    words: { queue: 'text', placement: 'text', queueHash: 'hidden', placementHash: 'hidden' },
  },
  workloadChanged: {
    number: 35,
    name: 'workload.changed',
    words: { arrivalRate: 'milli' },
  },
  /** The orders in force from now on. The hashes are those of their names. */
  orderChanged: {
    number: 36,
    name: 'order.changed',
    words: { order: 'text', backfillOrder: 'text', orderHash: 'hidden', backfillOrderHash: 'hidden' },
  },
  /** Follows `gpr.created` in a pool with shared GPUs: what the GPR takes of each of its nodes. */
  gprShape: {
    number: 37,
    name: 'gpr.shape',
    words: { uid: 'gpr', workspace: 'workspace', gpuMilli: 'whole', cpuMilli: 'whole', memoryMib: 'whole' },
  },
  /** Follows `gpr.provisioning` in a pool with shared GPUs, for each of its nodes. */
  gprGpus: {
    number: 38,
    name: 'gpr.gpus',
    words: { uid: 'gpr', workspace: 'workspace', node: 'node', gpuIndexes: 'mask' },
  },
} as const satisfies Readonly<Record<string, Entry>>;

export type Catalogue = typeof FACTS;
export type FactName = keyof Catalogue;
export type FactKind = Catalogue[FactName]['number'];

export type NameOf<Kind extends FactKind> = {
  [Name in FactName]: Catalogue[Name]['number'] extends Kind ? Name : never;
}[FactName];

/** The words of a kind by name, for code outside the hot path. */
export type WordsOf<Name extends FactName> = {
  readonly [Word in keyof Catalogue[Name]['words']]: Catalogue[Name]['words'][Word] extends 'nodes'
    ? readonly number[]
    : number;
};

export type ListKind = {
  [Name in FactName]: 'nodes' extends Catalogue[Name]['words'][keyof Catalogue[Name]['words']]
    ? Catalogue[Name]['number']
    : never;
}[FactName];

export const FactKind = frozen<{ readonly [Name in FactName]: Catalogue[Name]['number'] }>(
  Object.entries(FACTS).map(([name, { number }]) => [name, number]),
);

export const ENTRIES: readonly (Entry | undefined)[] = entriesByNumber();

/** number → names of the words, in order. */
export const WORD_NAMES: readonly (readonly string[])[] = ENTRIES.map((entry) =>
  entry === undefined ? [] : Object.keys(entry.words),
);

// Positions of words, for code on the hot path.
export const GprCreated = positionsOf('gprCreated');
export const GprProvisioning = positionsOf('gprProvisioning');
export const GprSuccessful = positionsOf('gprSuccessful');
export const GprEnded = positionsOf('gprEnded');
export const GprRequeued = positionsOf('gprRequeued');
export const GprRemoved = positionsOf('gprRemoved');
export const GprChanged = positionsOf('gprChanged');
export const GprActivity = positionsOf('gprActivity');
export const GprDelayed = positionsOf('gprDelayed');
export const NodeDown = positionsOf('nodeDown');
export const NodeAdded = positionsOf('nodeAdded');
export const NodeRemoved = positionsOf('nodeRemoved');
export const WorkspaceGone = positionsOf('workspaceGone');
export const HeadBlocked = positionsOf('headBlocked');
export const PlacementStep = positionsOf('placementStep');
export const PlacementMoved = positionsOf('placementMoved');
export const SchedulerChanged = positionsOf('schedulerChanged');
export const OrderChanged = positionsOf('orderChanged');
export const GprShape = positionsOf('gprShape');
export const GprGpus = positionsOf('gprGpus');

/** Returns the position of each word (of a list: of its first word), and as `length` the number of words without a list. */
function positionsOf<Name extends FactName>(
  name: Name,
): { readonly [Word in keyof Catalogue[Name]['words'] | 'length']: number } {
  const types: Entry['words'] = FACTS[name].words;
  const names = Object.keys(types);
  const length = names.filter((word) => types[word] !== 'nodes').length;
  return frozen([...names.map((word, i): [string, number] => [word, i]), ['length', length]]);
}

/** V8 treats members of frozen objects as constants in optimized code. */
function frozen<T>(members: [string, number][]): T {
  return Object.freeze(Object.fromEntries(members)) as T;
}

function entriesByNumber(): (Entry | undefined)[] {
  const entries: (Entry | undefined)[] = [];
  for (const entry of Object.values<Entry>(FACTS)) entries[entry.number] = entry;
  return entries;
}
