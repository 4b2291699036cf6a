// The types of the answers that the dashboard and the terminal read.

import type { InferOutput } from 'valibot';
import type { GPR_STATES } from '../../sim/index.ts';
import type { GprRecord } from '../http/gpr/schema.ts';
import type { GprTemplateRecord } from '../http/gpr-template/schema.ts';
import type { BindingRecord } from '../http/gpr-template-binding/schema.ts';
import type { AvailabilityItem } from '../http/gpu-availability/schema.ts';
import type { EndpointRecord } from '../http/inference-endpoint/schema.ts';
import type { workspaceItem } from '../http/slice-workspace/schema.ts';
import type { Decision, PlacementRecord } from '../http/workload-placement/schema.ts';
import type { clockAnswer } from './clock-answer.ts';
import type { ImportAnswer } from './file/schema.ts';
import type { GanttAnswer } from './gantt/schema.ts';
import type { explainGprAnswer, listEstimatesAnswer, listSimulatedGprsAnswer } from './gprs/schema.ts';
import type { seriesAnswer } from './series/schema.ts';
import type { getStateAnswer } from './state/schema.ts';

export type {
  AvailabilityItem,
  BindingRecord,
  Decision,
  EndpointRecord,
  GanttAnswer,
  GprRecord,
  GprTemplateRecord,
  ImportAnswer,
  PlacementRecord,
};
export type Workspace = InferOutput<typeof workspaceItem>;
export type SeriesAnswer = InferOutput<typeof seriesAnswer>;
export type GprState = (typeof GPR_STATES)[number];
export type ClockAnswer = InferOutput<typeof clockAnswer>;
export type WorldState = InferOutput<typeof getStateAnswer>;
export type Role = WorldState['caller']['role'];
export type ClusterState = WorldState['clusters'][number];
export type NodeState = WorldState['nodes'][number];
export type Allocation = NodeState['allocations'][number];
/** A page of GPRs. */
export type GprPage = InferOutput<typeof listSimulatedGprsAnswer>;
export type ListedGpr = GprPage['gprs'][number];
export type ExplanationAnswer = InferOutput<typeof explainGprAnswer>;
/** A page of the changes of the recorded estimates of a GPR. */
export type EstimatePage = InferOutput<typeof listEstimatesAnswer>;
export type RecordedWait = EstimatePage['waits'][number];
export type RecordedEstimate = RecordedWait['estimates'][number];
