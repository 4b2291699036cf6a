// The resources on top of GPRs, as part of the engine's state. Records are never changed in place: a change is a new
// record in its table, so that copying the state is copying the tables.

import type {
  Binding,
  CreateGpr,
  FaultSpec,
  FullGpuSpec,
  GprTemplate,
  ModelSpec,
  Policy,
  StepType,
  WorkloadDefinition,
  WorkloadTemplate,
} from '../language/resource-data.ts';
import type { OwnedGprView, PlacementPhase } from '../language/resource-views.ts';

/** A GPR that a controller looks after, and what must be known of it when it has left memory. */
export interface OwnedGpr {
  readonly uid: number;
  /** Its row as long as that has this uid. */
  readonly row: number;
  readonly name: string;
  readonly by: OwnedGprView['by'];
  /** Whether the GPR ends with the controller (sharing.ts). */
  readonly owns: boolean;
  readonly pool: number;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly memoryGb: number;
}

/** Controllers that want to know what becomes of a GPR, and its end if it has had one. */
export interface Watch {
  /** Ids of their timers. */
  readonly timers: readonly number[];
  /** State in which it ended, `State.none` for one that was deleted; −1 = it lives. */
  readonly endState: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Its last name, '' while it lives. */
  readonly name: string;
}

export type Image = 'none' | 'pulling' | 'pulled' | 'failed';

export interface Endpoint {
  readonly slot: number;
  readonly uid: number;
  readonly workspace: number;
  readonly name: string;
  readonly cluster: number;
  readonly model: ModelSpec | null;
  readonly rawModelSpec: string | null;
  readonly gpr: OwnedGpr | null;
  readonly image: Image;
  /** When the pull that runs will be over or the next one begins, NEVER = nothing comes by itself. */
  readonly imageAt: number;
  readonly createdAt: number;
}

export interface StepResult {
  readonly name: string;
  readonly type: StepType;
  readonly success: boolean;
  readonly message: string;
  readonly durationMs: number;
}

/** A placement in one cluster. */
export interface Decision {
  readonly slot: number;
  /** Slot of its placement, and its number there. */
  readonly placement: number;
  readonly number: number;
  readonly cluster: number;
  readonly phase: PlacementPhase;
  readonly message: string;
  readonly gpr: OwnedGpr | null;
  /** What its GPR was made from; null = it made none. */
  readonly request: CreateGpr | null;
  readonly step: number;
  /** When the step that runs will be over, NEVER = none runs; and how long it takes. */
  readonly stepEndsAt: number;
  readonly stepMs: number;
  /** −1 = no step has begun. */
  readonly startedAt: number;
  readonly results: readonly StepResult[];
}

export interface Placement {
  readonly slot: number;
  readonly uid: number;
  readonly workspace: number;
  readonly name: string;
  readonly definition: WorkloadDefinition;
  readonly workloadTemplate: string;
  readonly numPlacements: number;
  readonly gpu: FullGpuSpec | null;
  /** Slots. */
  readonly decisions: readonly number[];
  /** GPRs it has made so far. */
  readonly made: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredWorkloadTemplate {
  readonly template: WorkloadTemplate;
  /** Whose it was when it was written. */
  readonly workspace: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Fault {
  readonly number: number;
  readonly spec: FaultSpec;
  /** The GPR that it names, −1 = it names none. */
  readonly gprUid: number;
  readonly happened: number;
}

/** Slots of controllers: small numbers, given out again when they come free. */
export class Slots {
  next = 0;
  free: number[] = [];

  take(): number {
    return this.free.pop() ?? this.next++;
  }

  give(slot: number): void {
    this.free.push(slot);
  }
}

/** All of them. */
export class Resources {
  /** By workspace; one that is not here is permissive. */
  readonly policies: Map<number, Policy> = new Map();
  readonly gprTemplates: Map<string, GprTemplate> = new Map();
  /** By workspace. */
  readonly bindings: Map<number, Binding> = new Map();
  readonly workloadTemplates: Map<string, StoredWorkloadTemplate> = new Map();

  readonly endpointSlots: Slots = new Slots();
  readonly endpoints: Map<number, Endpoint> = new Map();
  /** `<workspace>/<name>` → slot. */
  readonly endpointByName: Map<string, number> = new Map();

  readonly placementSlots: Slots = new Slots();
  readonly placements: Map<number, Placement> = new Map();
  readonly placementByName: Map<string, number> = new Map();
  readonly decisionSlots: Slots = new Slots();
  readonly decisions: Map<number, Decision> = new Map();
  /** GPRs of placements that wait for room: uid → since when; and workspace → the one that is its candidate. */
  readonly headSince: Map<number, number> = new Map();
  readonly burstHeads: Map<number, number> = new Map();
  /** Decisions that have waited for room longer than they would: slot → what pools were like when it last looked. */
  readonly overdue: Map<number, number> = new Map();

  /** By uid of the GPR. */
  readonly watches: Map<number, Watch> = new Map();

  readonly faults: Map<number, Fault> = new Map();
  faultsMade = 0;
}
