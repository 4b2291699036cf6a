// The types of the answers under /sim that the dashboard and the terminal read.

import type { InferOutput } from 'valibot';
import type { GPR_STATES } from '../../sim/index.ts';
import type { EstimatesAnswer, ListedGprRecord, listSimulatedGprsAnswer } from './resources/gprs/schema.ts';
import type { NodeState, WorldState } from './resources/state/schema.ts';

export type { ClockAnswer } from './clock-answer.ts';
export type { ExplanationAnswer } from './resources/gprs/schema.ts';
export type { ClusterState, NodeState, WorldState } from './resources/state/schema.ts';

export type GprState = (typeof GPR_STATES)[number];
export type Role = WorldState['caller']['role'];
export type Allocation = NodeState['allocations'][number];
/** A page of GPRs. */
export type GprPage = InferOutput<typeof listSimulatedGprsAnswer>;
export type ListedGpr = ListedGprRecord;
/** A page of the changes of the recorded estimates of a GPR. */
export type EstimatePage = EstimatesAnswer;
export type RecordedWait = EstimatePage['waits'][number];
export type RecordedEstimate = RecordedWait['estimates'][number];
