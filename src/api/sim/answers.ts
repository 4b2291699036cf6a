// The types of the answers that the dashboard and the terminal read.

import type { InferOutput } from 'valibot';
import type { GPR_STATES } from '../../../sim/index.ts';
import type { GprRecord } from '../v1/gpr/schema.ts';
import type { GprTemplateRecord } from '../v1/gpr-template/schema.ts';
import type { BindingRecord } from '../v1/gpr-template-binding/schema.ts';
import type { AvailabilityItem } from '../v1/gpu-availability/schema.ts';
import type { EndpointRecord } from '../v1/inference-endpoint/schema.ts';
import type { workspaceItem } from '../v1/slice-workspace/schema.ts';
import type { Decision, PlacementRecord } from '../v1/workload-placement/schema.ts';
import type { AttemptRecord, AttemptsListAnswer } from './attempts/schema.ts';
import type { listBranchesAnswer } from './branches/schema.ts';
import type { estimatesAnswer } from './estimates/schema.ts';
import type { EventRecord, ListEventsAnswer } from './events/schema.ts';
import type { listFactsAnswer } from './facts/schema.ts';
import type { ListFaultsAnswer } from './faults/schema.ts';
import type { ImportAnswer } from './file/schema.ts';
import type { forecastAnswer } from './forecast/schema.ts';
import type {
  EstimatesAnswer,
  findGprsAnswer,
  ListedGprRecord,
  listSimulatedGprsAnswer,
} from './gprs/schema.ts';
import type { readTogetherAnswer } from './reads/schema.ts';
import type { RequestsAnswer } from './requests/schema.ts';
import type { seriesAnswer } from './series/schema.ts';
import type { GanttAnswer } from './shared/gantt-answer.ts';
import type { NodeState, WorldState } from './state/schema.ts';
import type { createWorldAnswer, listWorldsAnswer, WorldAnswer } from './worlds/schema.ts';

export type { ExplanationAnswer } from './gprs/schema.ts';
export type { ClockAnswer } from './shared/clock-answer.ts';
export type { Fact } from './shared/fact.ts';
export type { ClusterState, NodeState, NodesOfType, WorldState } from './state/schema.ts';
export type { TotalsAnswer, TotalsListAnswer } from './totals/schema.ts';
export type { DifferencesAnswer, LikelyDifferencesAnswer } from './what-if/schema.ts';
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
export type ReadTogetherAnswer = InferOutput<typeof readTogetherAnswer>;
export type SeriesAnswer = InferOutput<typeof seriesAnswer>;
export type GprState = (typeof GPR_STATES)[number];
/** The kinds of policies that the dashboard offers. */
export type PolicyKind = Exclude<keyof WorldState['policies'], 'refused'>;
export type Role = WorldState['caller']['role'];
export type Allocation = NodeState['allocations'][number];
export type FactPage = InferOutput<typeof listFactsAnswer>;
/** A page of GPRs. */
export type GprPage = InferOutput<typeof listSimulatedGprsAnswer>;
/** How far estimates could be trusted. */
export type CalibrationAnswer = InferOutput<typeof estimatesAnswer>;
export type ForecastAnswer = InferOutput<typeof forecastAnswer>;
export type FoundGprs = InferOutput<typeof findGprsAnswer>;
export type ListedGpr = ListedGprRecord;
/** A page of the changes of the recorded estimates of a GPR. */
export type EstimatePage = EstimatesAnswer;
export type RecordedWait = EstimatePage['waits'][number];
export type RecordedEstimate = RecordedWait['estimates'][number];
