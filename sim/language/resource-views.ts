// Views of the resources on top of GPRs: plain objects made on reading. Instants are milliseconds since the scenario's start.

import type { GprState, GprView } from './gpr.ts';
import type {
  Binding,
  ClusterBinding,
  FaultSpec,
  GprTemplate,
  GpuSpec,
  ModelSpec,
  Policy,
  StepType,
  WorkloadDefinition,
  WorkloadTemplate,
} from './resource-data.ts';
import type { PoolName } from './values.ts';

/** The workspace that a resource belongs to, by name and by creation (WorkspaceView.creation). */
interface Owned {
  readonly workspace: string;
  readonly workspaceCreation: number;
}

export interface PolicyView extends Owned, Policy {}

export type GprTemplateView = GprTemplate;

/** Ready: a GPR of this template can fit in the cluster. Failed: it can never fit. NotFound: no template has this name. */
export type TemplateStatus = 'Ready' | 'Failed' | 'NotFound';

interface ClusterBindingView extends ClusterBinding {
  readonly defaultTemplateStatus: TemplateStatus;
  readonly templateStatus: Readonly<Record<string, TemplateStatus>>;
}

export interface BindingView extends Owned, Omit<Binding, 'clusters'> {
  readonly clusters: readonly ClusterBindingView[];
}

/** The GPR of an endpoint or a decision. It may have left memory or been deleted. */
export interface OwnedGprView extends PoolName {
  readonly gprId: string;
  readonly gprName: string;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly memoryGbPerGpu: number;
  /** Failed also if the GPR was deleted or moved to another cluster. */
  readonly state: GprState;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** requested: from the resource's GPU details. template: from the default template. attached: the GPR existed before. */
  readonly by: 'requested' | 'template' | 'attached';
}

export type EndpointStatus = 'Pending' | 'Running' | 'ImageFailed';

export interface EndpointView extends Owned {
  readonly name: string;
  readonly cluster: string;
  /** First namespace of its workspace. */
  readonly namespace: string;
  readonly model: ModelSpec | null;
  readonly rawModelSpec: string | null;
  readonly status: EndpointStatus;
  /** null = it runs on CPUs. */
  readonly gpr: OwnedGprView | null;
  readonly createdAtMs: number;
}

/** `workspace` and `namespace` are '' if the workspace is gone. */
export interface WorkloadTemplateView extends Owned, WorkloadTemplate {
  readonly namespace: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export type PlacementPhase = 'Pending' | 'Queued' | 'Running' | 'Successful' | 'Completed' | 'Failed';

export interface StepResult {
  readonly name: string;
  readonly type: StepType;
  readonly success: boolean;
  readonly message: string;
  readonly durationMs: number;
}

/** A placement in one cluster. */
export interface DecisionView {
  readonly cluster: string;
  readonly phase: PlacementPhase;
  readonly message: string;
  /** Index of the running or next step, from 0; the number of steps when all are done. */
  readonly currentStep: number;
  /** When the first step began; null = not yet. */
  readonly startedAtMs: number | null;
  readonly stepResults: readonly StepResult[];
  readonly gpr: OwnedGprView | null;
}

export interface PlacementView extends Owned, WorkloadDefinition {
  readonly name: string;
  /** '' = none. */
  readonly workloadTemplate: string;
  readonly numPlacements: number;
  readonly gpu: GpuSpec | null;
  /** Failed if a decision has failed, else the phase of the least advanced decision. */
  readonly status: PlacementPhase;
  readonly decisions: readonly DecisionView[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface FaultView extends FaultSpec {
  readonly faultId: string;
  /** How often it has struck. */
  readonly happened: number;
}

/** A pool in which a request could run, and from when. */
export interface AvailabilityView extends PoolName {
  /** null = unpredictable. */
  readonly startMs: number | null;
  /** GPRs that the request would evict at its start, in their present state. */
  readonly evictable: readonly EvictableView[];
}

export interface EvictableView extends GprView {
  /** Its start if it holds GPUs, else the estimate of its next start; null = unpredictable. */
  readonly nextStartMs: number | null;
}
