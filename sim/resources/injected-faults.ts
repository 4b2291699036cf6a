// Injected faults: images that cannot be pulled, steps that fail, provisionings that fail. A fault selects its targets by name,
// so it can be added before its target exists. Forecasts do not foresee faults.

import { FactKind } from '../facts/fact-catalogue.ts';
import { textHash } from '../facts/hash.ts';
import { noteFact } from '../facts/log.ts';
import { faultId } from '../facts/numbered.ts';
import { Call } from '../kernel/hooks.ts';
import type { FaultSpec } from '../language/resource-data.ts';
import type { FaultView } from '../language/resource-views.ts';
import type { Fault } from '../tables/resource-tables.ts';
import type { World } from '../world.ts';

const ID = /^fault-([1-9][0-9]{0,8})$/;

interface Target extends Partial<Pick<FaultSpec, 'endpoint' | 'placement' | 'step'>> {
  readonly uid: number;
  readonly workspace: number;
  readonly cluster: number;
}

/** Adds a fault and returns its number, counted from 1. @param gprUid of the GPR that it names, −1 = none */
export function addFault(world: World, spec: FaultSpec, gprUid: number): number {
  const { core } = world;
  const number = ++world.resources.faultsMade;
  world.resources.faults.set(number, { number, spec, gprUid, happened: 0 });
  core.calls |= Call.strikes;
  noteFact(core.facts, FactKind.faultAdded, core.now, {
    fault: number,
    hash: textHash(JSON.stringify(spec)),
  });
  return number;
}

export function removeFault(world: World, number: number): void {
  const { core } = world;
  const { faults } = world.resources;
  faults.delete(number);
  if (faults.size === 0) core.calls &= ~Call.strikes;
  noteFact(core.facts, FactKind.faultRemoved, core.now, { fault: number });
}

/** The number of the fault with this id, 0 if there is none. */
export function faultNumber(world: World, faultId: string): number {
  const number = Number(ID.exec(faultId)?.[1] ?? 0);
  return world.resources.faults.has(number) ? number : 0;
}

/** Applies the oldest fault of a kind that matches the target: counts it, writes a fact, returns it; undefined = no fault. */
export function strike(world: World, kind: FaultSpec['fault'], target: Target): Fault | undefined {
  const { core } = world;
  const { faults } = world.resources;
  for (const fault of faults.values()) {
    if (!matches(world, fault, kind, target)) continue;
    const happened = fault.happened + 1;
    noteFact(core.facts, FactKind.faultStruck, core.now, { fault: fault.number, uid: target.uid });
    if (happened === fault.spec.times) removeFault(world, fault.number);
    else faults.set(fault.number, { ...fault, happened });
    return fault;
  }
  return undefined;
}

/** Whether a fault without a limit of times matches the target: another try would fail too. */
export function hasLastingFault(world: World, kind: FaultSpec['fault'], target: Target): boolean {
  for (const fault of world.resources.faults.values()) {
    if (fault.spec.times === null && matches(world, fault, kind, target)) return true;
  }
  return false;
}

/** Applies a fault to the provisioning of a GPR. Returns whether there was one. */
export function strikesProvisioning(world: World, row: number): boolean {
  const { core } = world;
  const { gprs, pools } = core;
  const cluster = pools[gprs.pool[row]].cluster;
  const target = { uid: gprs.uid[row], workspace: gprs.workspace[row], cluster };
  return strike(world, 'provisioning', target) !== undefined;
}

export function viewFaults(world: World): FaultView[] {
  return [...world.resources.faults.values()].map(({ number, spec, happened }) => ({
    faultId: faultId(number),
    ...spec,
    happened,
  }));
}

function matches(
  { directory }: World,
  { spec, gprUid }: Fault,
  kind: FaultSpec['fault'],
  target: Target,
): boolean {
  return (
    spec.fault === kind &&
    (spec.workspace === null || spec.workspace === directory.workspaceName(target.workspace)) &&
    (spec.cluster === null || spec.cluster === directory.clusters[target.cluster].name) &&
    (spec.endpoint === null || spec.endpoint === target.endpoint) &&
    (spec.placement === null || spec.placement === target.placement) &&
    (spec.step === null || spec.step === target.step) &&
    (spec.gprId === null || gprUid === target.uid)
  );
}
