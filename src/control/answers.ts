// The types of the answers that the dashboard and the terminal read.

import type { InferOutput } from 'valibot';
import type { GPR_STATES } from '../../sim/index.ts';
import type { GprRecord } from '../http/resources/gpr/schema.ts';
import type { GprTemplateRecord } from '../http/resources/gpr-template/schema.ts';
import type { BindingRecord } from '../http/resources/gpr-template-binding/schema.ts';
import type { AvailabilityItem } from '../http/resources/gpu-availability/schema.ts';
import type { EndpointRecord } from '../http/resources/inference-endpoint/schema.ts';
import type { workspaceItem } from '../http/resources/slice-workspace/schema.ts';
import type { Decision, PlacementRecord } from '../http/resources/workload-placement/schema.ts';
import type { GanttAnswer } from './gantt-answer.ts';
import type { AttemptRecord, AttemptsListAnswer } from './resources/attempts/schema.ts';
import type { listBranchesAnswer } from './resources/branches/schema.ts';
import type { EventRecord, ListEventsAnswer } from './resources/events/schema.ts';
import type { listFactsAnswer } from './resources/facts/schema.ts';
import type { ListFaultsAnswer } from './resources/faults/schema.ts';
import type { ImportAnswer } from './resources/file/schema.ts';
import type {
  EstimatesAnswer,
  findGprsAnswer,
  ListedGprRecord,
  listSimulatedGprsAnswer,
} from './resources/gprs/schema.ts';
import type { RequestsAnswer } from './resources/requests/schema.ts';
import type { seriesAnswer } from './resources/series/schema.ts';
import type { NodeState, WorldState } from './resources/state/schema.ts';
import type { createWorldAnswer, listWorldsAnswer, WorldAnswer } from './resources/worlds/schema.ts';

export type { ClockAnswer } from './clock-answer.ts';
export type { Fact } from './fact.ts';
export type { ExplanationAnswer } from './resources/gprs/schema.ts';
export type { ClusterState, NodeState, WorldState } from './resources/state/schema.ts';
export type { TotalsAnswer, TotalsListAnswer } from './resources/totals/schema.ts';
export type { DifferencesAnswer } from './resources/what-if/schema.ts';
export type {
  AttemptRecord,
  AttemptsListAnswer,
  AvailabilityItem,
  BindingRecord,
  Decision,
  EndpointRecord,
  EventRecord,
  GanttAnswer,
  GprRecord,
  GprTemplateRecord,
  ImportAnswer,
  ListEventsAnswer,
  ListFaultsAnswer,
  PlacementRecord,
  RequestsAnswer,
};
export type WorldRecord = WorldAnswer;
export type WorldsAnswer = InferOutput<typeof listWorldsAnswer>;
export type NewWorldAnswer = InferOutput<typeof createWorldAnswer>;
export type KeptRequestRecord = RequestsAnswer['requests'][number];
export type Workspace = InferOutput<typeof workspaceItem>;
export type BranchesAnswer = InferOutput<typeof listBranchesAnswer>;
export type SeriesAnswer = InferOutput<typeof seriesAnswer>;
export type GprState = (typeof GPR_STATES)[number];
/** The kinds of policies that the dashboard offers. */
export type PolicyKind = keyof WorldState['policies'];
export type Role = WorldState['caller']['role'];
export type Allocation = NodeState['allocations'][number];
export type FactPage = InferOutput<typeof listFactsAnswer>;
/** A page of GPRs. */
export type GprPage = InferOutput<typeof listSimulatedGprsAnswer>;
export type FoundGprs = InferOutput<typeof findGprsAnswer>;
export type ListedGpr = ListedGprRecord;
/** A page of the changes of the recorded estimates of a GPR. */
export type EstimatePage = EstimatesAnswer;
export type RecordedWait = EstimatePage['waits'][number];
export type RecordedEstimate = RecordedWait['estimates'][number];
