import * as v from 'valibot';
import {
  CAUSE_NAMES,
  END_REASONS,
  GPR_ORDERS,
  GPR_STATES,
  PRIORITY_MAX,
  ROOM_CAUSES,
  TIME_MAX_MS,
  WAIT_REASONS,
} from '../../../../sim/index.ts';
import { LIFE_PHASES } from '../../../driver/world.ts';
import { whole } from '../../frame/answers/whole.ts';
import { must } from '../../frame/errors/problems.ts';
import {
  only,
  optionalText,
  pageEntries,
  queryFlag,
  queryInstant,
  queryInteger,
  queryList,
  sortedBy,
  text,
} from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';

export const listSimulatedGprsRequest = requiring(
  only({
    state: queryList(GPR_STATES),
    workspace: optionalText(),
    cluster: optionalText(),
    priorityFrom: v.optional(queryInteger(PRIORITY_MAX), '0'),
    priorityTo: v.optional(queryInteger(PRIORITY_MAX), String(PRIORITY_MAX)),
    name: optionalText(),
    reason: queryList(WAIT_REASONS),
    from: v.optional(queryInstant(TIME_MAX_MS)),
    to: v.optional(queryInstant(TIME_MAX_MS)),
    sort: sortedBy(GPR_ORDERS),
    ...pageEntries(1000, 100),
    estimates: v.optional(queryFlag(), 'true'),
  }),
  {
    wrong: ({ priorityFrom = '0', priorityTo = PRIORITY_MAX }) =>
      Number(priorityFrom) > Number(priorityTo)
        ? [{ path: ['priorityFrom'], message: 'must not be above "priorityTo"' }]
        : [],
  },
);

const listedGpr = v.pipe(
  v.object({
    gprId: v.nullable(v.string()),
    gprName: v.nullable(v.string()),
    workspace: v.nullable(v.string()),
    cluster: v.string(),
    instanceType: v.string(),
    gpuModelName: v.string(),
    nodeCount: whole,
    gpusPerNode: whole,
    gpus: whole,
    priority: whole,
    state: v.picklist(GPR_STATES),
    failureReason: v.string(),
    idle: v.boolean(),
    enableEviction: v.boolean(),
    createdAt: v.string(),
    startedAt: v.nullable(v.string()),
    endedAt: v.nullable(v.string()),
    exitMs: whole,
    nodes: v.nullable(v.array(v.string())),
    position: v.nullable(whole),
    estimatedStartTime: v.string(),
    why: v.string(),
    waitReason: v.nullable(v.picklist(WAIT_REASONS)),
  }),
  v.title('ListedGpr'),
);

export const listSimulatedGprsAnswer = v.object({
  branch: whole,
  seq: whole,
  now: v.string(),
  total: whole,
  sums: v.pipe(v.object({ gpus: whole, waitedMs: whole }), v.title('GprSums')),
  gprs: v.array(listedGpr),
});

export type ListedGprRecord = v.InferOutput<typeof listedGpr>;

export const explainGprRequest = only({ gprId: text() });

const victim = v.pipe(
  v.object({
    at: v.string(),
    gprId: v.string(),
    gprName: v.nullable(v.string()),
    workspace: v.string(),
    gpus: v.nullable(whole),
    outcome: v.picklist(['requeued', 'failed']),
  }),
  v.title('Victim'),
);

const gprAhead = v.pipe(
  v.object({ gprId: v.string(), gprName: v.string(), workspace: v.string(), priority: whole }),
  v.title('GprAhead'),
);

const roomEvent = v.pipe(
  v.object({
    at: v.string(),
    cause: v.picklist(ROOM_CAUSES),
    gprId: v.nullable(v.string()),
    gprName: v.nullable(v.string()),
    workspace: v.nullable(v.string()),
    node: v.nullable(v.string()),
    gpus: whole,
    opensWorkspace: v.boolean(),
  }),
  v.title('RoomEvent'),
);

const waiting = v.pipe(
  v.object({
    noStartBecause: v.string(),
    ahead: v.object({
      of: v.picklist(['pool', 'workspace']),
      total: whole,
      first: v.pipe(v.array(gprAhead), v.readonly()),
    }),
    makesRoom: v.object({ total: whole, latest: v.array(roomEvent) }),
  }),
  v.title('Waiting'),
);

const lost = v.pipe(
  v.object({
    at: v.string(),
    sentence: v.string(),
    reason: v.picklist(END_REASONS),
    outcome: v.picklist(['requeued', 'Complete', 'TimedOut', 'Failed']),
    priority: v.nullable(whole),
    evictedBy: v.nullable(
      v.pipe(
        v.object({
          gprId: v.string(),
          gprName: v.nullable(v.string()),
          workspace: v.nullable(v.string()),
          priority: v.nullable(whole),
        }),
        v.title('EvictedBy'),
      ),
    ),
    node: v.nullable(v.string()),
    idleSince: v.nullable(v.string()),
  }),
  v.title('Loss'),
);

const workspaceLimit = v.pipe(
  v.object({ gprs: v.nullable(v.literal(1)), holder: v.nullable(v.string()), waits: v.boolean() }),
  v.title('WorkspaceLimit'),
);

const waitsFor = v.variant('kind', [
  v.pipe(
    v.object({
      kind: v.literal('gpr'),
      gprId: v.nullable(v.string()),
      gprName: v.nullable(v.string()),
      nodes: v.pipe(v.array(v.string()), v.readonly()),
    }),
    v.title('WaitsForGpr'),
  ),
  v.pipe(v.object({ kind: v.literal('node'), name: v.string() }), v.title('WaitsForNode')),
]);

const nextGpr = v.pipe(
  v.object({ gprId: v.nullable(v.string()), gprName: v.nullable(v.string()), startTime: v.string() }),
  v.title('NextGpr'),
);

export const explainGprAnswer = v.object({
  gprId: v.string(),
  state: v.string(),
  sentence: v.string(),
  step: whole,
  needs: v.object({ nodes: whole, gpusPerNode: whole }),
  free: v.nullable(v.object({ nodes: whole, gpus: whole })),
  behind: v.nullable(v.string()),
  behindBecause: v.nullable(v.string()),
  victimsNotEnough: v.pipe(v.array(v.string()), v.readonly()),
  waitReason: v.nullable(v.picklist(WAIT_REASONS)),
  waitsFor: v.nullable(waitsFor),
  plannedEndTime: v.string(),
  next: v.nullable(nextGpr),
  estimatedStartTime: v.string(),
  workspaceLimit: v.nullable(workspaceLimit),
  waiting: v.nullable(waiting),
  lost: v.nullable(lost),
  idle: v.boolean(),
  history: v.array(
    v.object({ at: v.string(), what: v.string(), phase: v.nullable(v.picklist(LIFE_PHASES)) }),
  ),
  historyComplete: v.boolean(),
  victims: v.nullable(v.object({ total: whole, complete: v.boolean(), latest: v.array(victim) })),
});

export const findGprsRequest = only({ gpr: text() });

export const findGprsAnswer = v.object({
  now: v.string(),
  gprs: v.array(
    v.pipe(
      v.object({
        gprId: v.string(),
        gprName: v.string(),
        workspace: v.string(),
        state: v.picklist(GPR_STATES),
      }),
      v.title('FoundGpr'),
    ),
  ),
  more: v.boolean(),
});

const changesDefault = 1000;
const changesMax = 10_000;

export type ExplanationAnswer = v.InferOutput<typeof explainGprAnswer>;

export const listEstimatesRequest = only({
  gprId: text(),
  after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(changesMax), String(changesDefault)),
});

const recordedEstimate = v.pipe(
  v.object({
    number: whole,
    at: v.string(),
    first: v.boolean(),
    estimatedStartTime: v.string(),
    causes: v.pipe(v.array(v.picklist(CAUSE_NAMES)), v.readonly()),
  }),
  v.title('RecordedEstimate'),
);

const recordedWait = v.pipe(
  v.object({ startedAt: v.nullable(v.string()), estimates: v.pipe(v.array(recordedEstimate), v.readonly()) }),
  v.title('RecordedWait'),
);

export const listEstimatesAnswer = v.object({
  branch: whole,
  now: v.string(),
  estimatedStartTime: v.string(),
  waits: v.pipe(v.array(recordedWait), v.readonly()),
  next: whole,
  last: whole,
});

export type EstimatesAnswer = v.InferOutput<typeof listEstimatesAnswer>;

export const setActivityRequest = only({ gprId: text(), busy: v.boolean(must('true or false')) });
