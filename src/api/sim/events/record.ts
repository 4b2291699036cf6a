// An event as the answer has it. Names that the caller may not see are left out.

import type { FactView } from '../../../../sim/index.ts';
import {
  type EventGpr,
  type EventPosition,
  eventDetailOf,
  type ReadableWorld,
  type WorldEvent,
} from '../../../driver/world.ts';
import { textOfEvent } from '../../../wire/events.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { seesGpr } from '../../frame/access/scope.ts';
import type { EventRecord } from './schema.ts';

export function recordOf(
  event: WorldEvent,
  caller: Caller,
  world: ReadableWorld,
  timeline: Timeline,
): EventRecord {
  const { kind, atMs, fact, nodes, estimate } = event;
  const by = seenGpr(event.by, caller, world);
  const record = {
    seq: fact?.seq ?? null,
    at: timeline.iso(atMs),
    kind,
    fact: fact?.kind ?? null,
    gpr: event.gpr && { ...event.gpr, workspace: event.gpr.workspace ?? fact?.workspace ?? null },
    by,
    workspace: fact?.workspace ?? event.gpr?.workspace ?? null,
    nodes,
    clusters: fact === null ? [] : clustersOf(fact),
    outcome: fact && outcomeOf(fact),
    detail: fact && eventDetailOf(fact),
    repairAt: fact?.kind === 'node.down' ? timeline.isoOrNull(fact.repairAtMs) : null,
    estimate: estimate && {
      from: timeline.isoOrEmpty(estimate.fromMs),
      to: timeline.isoOrEmpty(estimate.toMs),
    },
  };
  return { ...record, text: textOfEvent(record) };
}

export function positionText({ facts, estimates }: EventPosition): string {
  return `${facts}-${estimates}`;
}

/** The GPR that evicted one of the caller's may be of another workspace. */
function seenGpr(gpr: EventGpr | null, caller: Caller, world: ReadableWorld): EventRecord['by'] {
  if (gpr === null || caller.role === 'Owner' || seesGpr(world, caller, gpr.gprId)) return gpr;
  return { gprId: null, gprName: null, workspace: null };
}

function clustersOf(fact: FactView): string[] {
  if (fact.kind === 'placement.moved') return [fact.from, fact.cluster];
  return typeof fact.cluster === 'string' ? [fact.cluster] : [];
}

function outcomeOf(fact: FactView): string | null {
  if (fact.kind === 'gpr.ended') return fact.state;
  return fact.kind === 'gpr.requeued' ? 'requeued' : null;
}
