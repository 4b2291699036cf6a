// The resources on top of GPRs, as the naive world keeps them.

import type {
  Binding,
  CreateGpr,
  FaultSpec,
  FullGpuSpec,
  WorkloadDefinition,
  WorkloadTemplate,
} from '../../sim/index.ts';
import type { Due, Gpr, Workspace } from './state.ts';

/** The GPR of an endpoint or a decision. */
export interface Use {
  readonly gpr: Gpr;
  readonly by: 'requested' | 'template' | 'attached';
  /** The GPR ends with this user, unless another needs it. */
  owns: boolean;
}

export interface Endpoint {
  readonly kind: 'endpoint';
  readonly uid: number;
  readonly workspace: Workspace;
  readonly name: string;
  readonly cluster: string;
  /** null = it runs on CPUs. */
  use: Use | null;
  image: 'none' | 'pulling' | 'pulled' | 'failed';
  /** When the pull ends or the next one begins, null = neither is planned. */
  imageAtMs: number | null;
  turn: Due | null;
}

/** In the order of their numbers in facts. */
export const PHASES = ['Pending', 'Queued', 'Running', 'Successful', 'Completed', 'Failed'] as const;
export type Phase = (typeof PHASES)[number];

/** A placement in one cluster. */
export interface Decision {
  readonly kind: 'decision';
  readonly placement: Placement;
  readonly number: number;
  cluster: string;
  phase: Phase;
  message: string;
  /** null = it runs without a GPR. */
  use: Use | null;
  /** What its own GPR was made from, null = it made none. */
  request: CreateGpr | null;
  /** The step that runs or comes next. */
  step: number;
  stepMs: number;
  /** null = no step runs. */
  stepEndsAtMs: number | null;
  /** A step has begun at some time. */
  hasBegun: boolean;
  turn: Due | null;
  /** When it will have waited for room as long as it may. */
  burst: Due | null;
}

/** What looks after a GPR. */
export type User = Endpoint | Decision;

/** What a placement is to be; its JSON, with the members in this order, is what facts hash. */
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
  /** GPRs it has made so far. */
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
  /** Whose it was when it was written. */
  readonly workspace: Workspace;
}
