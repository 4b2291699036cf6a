// Injected faults: an image that cannot be pulled, a step that fails, a provisioning that fails.

import { FactKind, type FaultSpec, IdCipher, textHash } from '../../sim/index.ts';
import type { Fault } from './resource-state.ts';
import { type NaiveWorld, report } from './state.ts';

export interface Target {
  readonly uid: number;
  readonly workspace: string;
  readonly cluster: string;
  readonly endpoint?: string;
  readonly placement?: string;
  readonly step?: string;
}

export function addFault(world: NaiveWorld, spec: FaultSpec): void {
  const number = ++world.faultsMade;
  world.faults.push({ number, spec, happened: 0 });
  report(world, FactKind.faultAdded, number, textHash(JSON.stringify(spec)));
}

export function removeFault(world: NaiveWorld, fault: Fault): void {
  world.faults = world.faults.filter((known) => known !== fault);
  report(world, FactKind.faultRemoved, fault.number);
}

export function findFault({ faults }: NaiveWorld, faultId: string): Fault | undefined {
  return faults.find(({ number }) => `fault-${number}` === faultId);
}

/** The oldest matching fault strikes; null = no fault matches. A fault that has struck its number of times is removed. */
export function strike(world: NaiveWorld, kind: FaultSpec['fault'], target: Target): Fault | null {
  const fault = world.faults.find((known) => fits(world, known, kind, target));
  if (fault === undefined) return null;
  fault.happened++;
  report(world, FactKind.faultStruck, fault.number, target.uid);
  if (fault.happened === fault.spec.times) removeFault(world, fault);
  return fault;
}

/** Whether a fault matches that strikes until it is removed. */
export function hasLastingFault(world: NaiveWorld, kind: FaultSpec['fault'], target: Target): boolean {
  return world.faults.some((known) => known.spec.times === null && fits(world, known, kind, target));
}

/** Members that are null match everything. */
function fits({ scenario }: NaiveWorld, { spec }: Fault, kind: FaultSpec['fault'], target: Target): boolean {
  const { workspace, cluster, endpoint, placement, step, gprId } = spec;
  return (
    spec.fault === kind &&
    (workspace === null || workspace === target.workspace) &&
    (cluster === null || cluster === target.cluster) &&
    (endpoint === null || endpoint === target.endpoint) &&
    (placement === null || placement === target.placement) &&
    (step === null || step === target.step) &&
    (gprId === null || new IdCipher(scenario.seed).uid(gprId) === target.uid)
  );
}
