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
import {
  boolean,
  list,
  named,
  orNull,
  string,
  stringOrNull,
  strings,
  titled,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { must } from '../../frame/errors/problems.ts';
import {
  only,
  optionalInteger,
  optionalText,
  pageEntries,
  queryFlag,
  queryInstant,
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
    priorityFrom: optionalInteger(PRIORITY_MAX, 0),
    priorityTo: optionalInteger(PRIORITY_MAX, PRIORITY_MAX),
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

const listedGpr = titled('ListedGpr', {
  ...named,
  cluster: string,
  instanceType: string,
  gpuModelName: string,
  nodeCount: whole,
  gpusPerNode: whole,
  gpus: whole,
  priority: whole,
  state: v.picklist(GPR_STATES),
  failureReason: string,
  idle: boolean,
  enableEviction: boolean,
  createdAt: string,
  startedAt: stringOrNull,
  endedAt: stringOrNull,
  waitedMs: whole,
  exitMs: whole,
  nodes: orNull(strings),
  position: wholeOrNull,
  estimatedStartTime: string,
  why: string,
  waitReason: orNull(v.picklist(WAIT_REASONS)),
});

export const listSimulatedGprsAnswer = v.object({
  branch: whole,
  seq: whole,
  now: string,
  total: whole,
  sums: titled('GprSums', { gpus: whole, waitedMs: whole }),
  gprs: list(listedGpr),
});

export type ListedGprRecord = v.InferOutput<typeof listedGpr>;

export const explainGprRequest = only({ gprId: text() });

const victim = titled('Victim', {
  at: string,
  gprId: string,
  gprName: stringOrNull,
  workspace: string,
  gpus: wholeOrNull,
  outcome: v.picklist(['requeued', 'failed']),
});

const gprAhead = titled('GprAhead', { gprId: string, gprName: string, workspace: string, priority: whole });

const roomEvent = titled('RoomEvent', {
  at: string,
  cause: v.picklist(ROOM_CAUSES),
  ...named,
  node: stringOrNull,
  gpus: whole,
  opensWorkspace: boolean,
});

const waiting = titled('Waiting', {
  noStartBecause: string,
  ahead: v.object({
    of: v.picklist(['pool', 'workspace']),
    total: whole,
    first: list(gprAhead),
  }),
  makesRoom: v.object({ total: whole, latest: list(roomEvent) }),
});

const lost = titled('Loss', {
  at: string,
  sentence: string,
  reason: v.picklist(END_REASONS),
  outcome: v.picklist(['requeued', 'Complete', 'TimedOut', 'Failed']),
  priority: wholeOrNull,
  evictedBy: orNull(
    titled('EvictedBy', {
      gprId: string,
      gprName: stringOrNull,
      workspace: stringOrNull,
      priority: wholeOrNull,
    }),
  ),
  node: stringOrNull,
  idleSince: stringOrNull,
});

const workspaceLimit = titled('WorkspaceLimit', {
  gprs: orNull(v.literal(1)),
  holder: stringOrNull,
  waits: boolean,
});

const waitsFor = v.variant('kind', [
  titled('WaitsForGpr', {
    kind: v.literal('gpr'),
    gprId: stringOrNull,
    gprName: stringOrNull,
    nodes: strings,
  }),
  titled('WaitsForNode', { kind: v.literal('node'), name: string }),
]);

const nextGpr = titled('NextGpr', { gprId: stringOrNull, gprName: stringOrNull, startTime: string });

export const explainGprAnswer = v.object({
  gprId: string,
  state: string,
  sentence: string,
  step: whole,
  needs: v.object({ nodes: whole, gpusPerNode: whole }),
  free: orNull(v.object({ nodes: whole, gpus: whole })),
  behind: stringOrNull,
  behindBecause: stringOrNull,
  victimsNotEnough: strings,
  waitReason: orNull(v.picklist(WAIT_REASONS)),
  waitsFor: orNull(waitsFor),
  plannedEndTime: string,
  next: orNull(nextGpr),
  estimatedStartTime: string,
  workspaceLimit: orNull(workspaceLimit),
  waiting: orNull(waiting),
  lost: orNull(lost),
  idle: boolean,
  history: list(v.object({ at: string, what: string, phase: orNull(v.picklist(LIFE_PHASES)) })),
  historyComplete: boolean,
  victims: orNull(v.object({ total: whole, complete: boolean, latest: list(victim) })),
});

export const findGprsRequest = only({ gpr: text() });

export const findGprsAnswer = v.object({
  now: string,
  gprs: list(
    titled('FoundGpr', {
      gprId: string,
      gprName: string,
      workspace: string,
      state: v.picklist(GPR_STATES),
    }),
  ),
  more: boolean,
});

const changesDefault = 1000;
const changesMax = 10_000;

export type ExplanationAnswer = v.InferOutput<typeof explainGprAnswer>;

export const listEstimatesRequest = only({
  gprId: text(),
  after: optionalInteger(Number.MAX_SAFE_INTEGER, 0),
  limit: optionalInteger(changesMax, changesDefault),
});

const recordedEstimate = titled('RecordedEstimate', {
  number: whole,
  at: string,
  first: boolean,
  estimatedStartTime: string,
  causes: list(v.picklist(CAUSE_NAMES)),
});

const recordedWait = titled('RecordedWait', { startedAt: stringOrNull, estimates: list(recordedEstimate) });

export const listEstimatesAnswer = v.object({
  branch: whole,
  now: string,
  estimatedStartTime: string,
  waits: list(recordedWait),
  next: whole,
  last: whole,
});

export type EstimatesAnswer = v.InferOutput<typeof listEstimatesAnswer>;

export const setActivityRequest = only({ gprId: text(), busy: v.boolean(must('true or false')) });
