// What a history of waits needs, and facts do not contain.

import { numberOf, Origin, originOf } from '../../base/numbers/ids.ts';
import type { WaitsSource } from '../../followers/history/waits/waits.ts';
import { policiesNamed } from '../../kernel/policies.ts';
import { ANY_CLASS } from '../../tables/demand-table.ts';
import type { Stream } from '../../workload/arrivals.ts';
import { findGpr, type World } from '../../world.ts';

export function waitsSourceOf(world: World, streams: readonly Stream[]): WaitsSource {
  const { core, scenario, ownPolicies } = world;
  return {
    core,
    policies: policiesNamed(scenario.scheduler, ownPolicies),
    classesOf(uid, pool) {
      const stream = streams[originOf(uid) - Origin.workload];
      if (stream?.classesOf !== undefined) return stream.classesOf(numberOf(uid));
      if (core.pools[pool].classes.length === 1) return ANY_CLASS;
      // The GPR of a command. After it has left memory, its request is unknown.
      const found = findGpr(world, uid);
      return found === undefined ? ANY_CLASS : core.demands.classes[found.gprs.demand[found.row]];
    },
  };
}
