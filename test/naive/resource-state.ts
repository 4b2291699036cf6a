import type {
  Binding,
  CreateGpr,
  FaultSpec,
  FullGpuSpec,
  WorkloadDefinition,
  WorkloadTemplate,
} from '../../sim/index.ts';
import type { Due, Gpr, Workspace } from './state.ts';

/** The use of a GPR by an endpoint or a decision. */
export interface Use {
  readonly gpr: Gpr;
  readonly by: 'requested' | 'template' | 'attached';
  /** The GPR ends with this user, unless another user needs it. */
  owns: boolean;
}

export interface Endpoint {
  readonly kind: 'endpoint';
  readonly uid: number;
  readonly workspace: Workspace;
  readonly name: string;
  readonly cluster: string;
  use: Use | null;
  image: 'none' | 'pulling' | 'pulled' | 'failed';
  /** When the pull ends or the next pull begins; null = neither is planned. */
  imageAtMs: number | null;
  turn: Due | null;
}

/** In the order of their numbers in facts. */
export const PHASES = ['Pending', 'Queued', 'Running', 'Successful', 'Completed', 'Failed'] as const;
export type Phase = (typeof PHASES)[number];

export interface Decision {
  readonly kind: 'decision';
  readonly placement: Placement;
  readonly number: number;
  cluster: string;
  phase: Phase;
  message: string;
  use: Use | null;
  /** The request of the GPR that it created; null = it created none. */
  request: CreateGpr | null;
  step: number;
  stepMs: number;
  stepEndsAtMs: number | null;
  hasBegun: boolean;
  turn: Due | null;
  burst: Due | null;
}

export type User = Endpoint | Decision;

/** The plan of a placement. Facts hash its JSON, with the members in this order. */
export interface Plan {
  readonly name: string;
  readonly definition: WorkloadDefinition;
  readonly workloadTemplate: string;
  readonly numPlacements: number;
  readonly gpu: FullGpuSpec | null;
}

export interface Placement {
  readonly uid: number;
  readonly workspace: Workspace;
  plan: Plan;
  decisions: Decision[];
  made: number;
}

export interface Fault {
  readonly number: number;
  readonly spec: FaultSpec;
  happened: number;
}

export interface StoredBinding {
  readonly workspace: Workspace;
  readonly binding: Binding;
}

export interface StoredWorkloadTemplate {
  readonly template: WorkloadTemplate;
  /** Its workspace when it was written. */
  readonly workspace: Workspace;
}
