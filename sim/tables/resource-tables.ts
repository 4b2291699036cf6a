// The state of the resources on top of GPRs. Records are immutable: a change puts a new record in the table, so that a copy
// of the state needs only a copy of the tables.

import type { CreateGpr } from '../language/gpr.ts';
import type {
  Binding,
  FaultSpec,
  FullGpuSpec,
  GprTemplate,
  ModelSpec,
  Policy,
  WorkloadDefinition,
  WorkloadTemplate,
} from '../language/resource-data.ts';
import type { OwnedGprView, PlacementPhase, StepResult } from '../language/resource-views.ts';

/** The GPR of a controller, with the fields that views need after it has left memory. */
export interface OwnedGpr {
  readonly uid: number;
  /** Its row, while that row has this uid. */
  readonly row: number;
  readonly name: string;
  readonly by: OwnedGprView['by'];
  /** true: the GPR ends with the controller (resources/gprs/sharing.ts). */
  readonly owns: boolean;
  readonly pool: number;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly memoryGb: number;
}

/** The controllers that watch a GPR, and its end once it has ended. */
export interface Watch {
  /** Ids of the controllers' timers. */
  readonly timers: readonly number[];
  /** State in which it ended; `State.none` = deleted; −1 = it has not ended. */
  readonly endState: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Its last name, '' before its end. */
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
  /** When the running pull ends or the next one begins; NEVER = neither. */
  readonly imageAt: number;
  readonly createdAt: number;
}

/** A placement in one cluster. */
export interface Decision {
  readonly slot: number;
  /** Slot of its placement, and index among the placement's decisions. */
  readonly placement: number;
  readonly number: number;
  readonly cluster: number;
  readonly phase: PlacementPhase;
  readonly message: string;
  readonly gpr: OwnedGpr | null;
  /** The request for its GPR; null = it made none. */
  readonly request: CreateGpr | null;
  readonly step: number;
  /** When the running step ends, NEVER = none runs; and the step's duration. */
  readonly stepEndsAt: number;
  readonly stepMs: number;
  /** −1 = no step has begun. */
  readonly startedAt: number;
  readonly results: readonly StepResult[];
}

/** A new or changed placement, with all members filled in. */
export interface PlacementPlan {
  readonly name: string;
  readonly definition: WorkloadDefinition;
  readonly workloadTemplate: string;
  readonly numPlacements: number;
  readonly gpu: FullGpuSpec | null;
}

export interface Placement extends PlacementPlan {
  readonly slot: number;
  readonly uid: number;
  readonly workspace: number;
  /** Slots of its decisions. */
  readonly decisions: readonly number[];
  /** Number of GPRs that it has made. */
  readonly made: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredWorkloadTemplate {
  readonly template: WorkloadTemplate;
  /** The workspace at the time of the last write. */
  readonly workspace: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Fault {
  readonly number: number;
  readonly spec: FaultSpec;
  /** uid of the GPR that `spec` names, −1 = none. */
  readonly gprUid: number;
  readonly happened: number;
}

/** Gives out slots: small numbers, reused after `give`. */
class Slots {
  next = 0;
  free: number[] = [];

  take(): number {
    return this.free.pop() ?? this.next++;
  }

  give(slot: number): void {
    this.free.push(slot);
  }
}

export class Resources {
  /** By workspace. A workspace without an entry has the permissive policy. */
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
  /** GPRs of placements that wait for room: uid → start of the wait, and workspace → uid of its candidate. */
  readonly headSince: Map<number, number> = new Map();
  readonly burstHeads: Map<number, number> = new Map();
  /** Decisions whose wait exceeds `burstDuration`: slot → `ChangedPools.touches` at the last attempt to move, −1 = none. */
  readonly overdue: Map<number, number> = new Map();

  /** By the GPR's uid. */
  readonly watches: Map<number, Watch> = new Map();

  readonly faults: Map<number, Fault> = new Map();
  faultsMade = 0;
}
