// Saves and restores a world: the engine's state, and the names that the scenario does not contain.

import { loadFields, type Saved, saveFields } from './base/collections/saved-fields.ts';
import { loadCapacity } from './capacity/capacity-kinds.ts';
import { type Core, NOT_STATE } from './kernel/core.ts';
import { namesOf, policiesNamed } from './kernel/policies.ts';
import type { Carried } from './language/carried.ts';
import type { PolicyNames, WorkspaceRecord } from './language/resource-data.ts';
import { Field, type GprMemory, type GprTable, memoryOf, NO_TIMER, ROW } from './tables/gprs/gpr-table.ts';
import { Pool } from './tables/pools/pool.ts';
import type { StreamTable } from './workload/arrivals.ts';
import type { World } from './world.ts';

/** Raise it when the content of snapshots changes. */
export const SNAPSHOT_VERSION = 17;

/** As `saveWorld`, for storage: equal worlds give equal data. */
export function storableWorld(world: World, streamTable: StreamTable, memory?: GprMemory): Saved {
  const saved = saveWorld(world, streamTable, 0, memory);
  const gprs = (saved.core as Saved).gprs as { -readonly [array in keyof GprMemory]: GprMemory[array] };
  const { used } = world.core.gprs;
  gprs.ints = gprs.ints.subarray(0, used);
  gprs.reals = gprs.reals.subarray(0, used);
  gprs.cold = gprs.cold.subarray(0, used);
  resetTimerPlaces(gprs.ints);
  return saved;
}

/** Takes memory for the GPRs of `saveWorld`, in steps; undefined if there are few. */
export function* memoryOfSaved(gprs: GprTable, room: number): Generator<void, GprMemory | undefined> {
  return gprs.isLarge ? yield* gprs.memory(withRoom(gprs, room)) : undefined;
}

/**
 * @param room for more GPRs in what is made of the state, as a share of the present ones
 * @param memory for the GPRs, used if it is large enough; it may leave half of the room, because GPRs may have come since it was taken
 */
export function saveWorld(
  { core, directory, resources, ended, invalidations }: World,
  streamTable: StreamTable,
  room = 0,
  memory?: GprMemory,
): Saved {
  core.facts.settleHash();
  return {
    version: SNAPSHOT_VERSION,
    core: {
      ...saveFields(core, [...NOT_STATE, 'facts', 'gprTimers', 'gprs']),
      gprs: gprsOf(core, room, memory),
    },
    policies: namesOf(core),
    timersSet: core.gprTimers.settings,
    // Between turns there are no facts in the log.
    facts: { seq: core.facts.seq, hash: saveFields(core.facts.hash) },
    estimates: core.facts.estimates.seq,
    causes: saveFields(invalidations.causes),
    pools: core.pools.map((pool) => ({
      ...saveFields(pool, ['heads', 'capacity']),
      capacity: saveFields(pool.capacity),
      heads: pool.heads.save(),
    })),
    ended: ended.save(),
    resources: saveFields(resources),
    streams: saveFields(streamTable),
    nodeNames: directory.nodeNames.map((name, node) => [core.nodes.cluster[node], name]),
    records: [...directory.records],
    gprNames: [...directory.gprNames],
    gprCarried: [...directory.gprCarried],
    texts: [...directory.texts],
  };
}

/** The cold columns have only the GPRs with values there: few, unless the queue policy plans starts. */
function gprsOf({ gprs, plans }: Core, room: number, memory?: GprMemory): Saved {
  const length = withRoom(gprs, room);
  const copy =
    memory !== undefined && memory.ints.length >= withRoom(gprs, room / 2) ? memory : memoryOf(length);
  gprs.writeTo(copy, plans !== null);
  return { ...saveFields(gprs, ['ints', 'reals', 'cold']), ...copy };
}

function withRoom({ used }: GprTable, room: number): number {
  return used + ROW * Math.floor((used / ROW) * room);
}

/** Clears the places of timers in GprTimers: they depend on earlier forecasts, and a snapshot must not. */
function resetTimerPlaces(ints: Int32Array): void {
  for (let row = 0; row < ints.length; row += ROW) {
    ints[row + Field.timerPlace] = NO_TIMER;
  }
}

/** Overwrites a newly built world with saved state. @throws if the snapshot has another version */
export function loadWorld(
  { core, directory, resources, ended, invalidations, ownPolicies }: World,
  streamTable: StreamTable,
  saved: Saved,
): void {
  if (saved.version !== SNAPSHOT_VERSION)
    throw new Error(`unknown snapshot version ${saved.version}; expected ${SNAPSHOT_VERSION}`);
  loadFields(core, saved.core as Saved);
  core.adopt(policiesNamed(saved.policies as PolicyNames, ownPolicies));
  // Drop the facts of building the world: the saved world has written them already.
  core.facts.drop();
  core.gprTimers.settings = saved.timersSet as number;
  core.gprTimers.restore(core.now);
  const facts = saved.facts as { seq: number; hash: Saved };
  core.facts.seq = facts.seq;
  loadFields(core.facts.hash, facts.hash);
  core.facts.estimates.seq = saved.estimates as number;
  loadFields(invalidations.causes, saved.causes as Saved);
  // The directory shares the array of pools.
  core.pools.length = 0;
  for (const savedPool of saved.pools as (Saved & { heads: Saved; capacity: Saved })[]) {
    const { heads, capacity, ...fields } = savedPool;
    const pool = new Pool(
      fields.index as number,
      fields.cluster as number,
      fields.classes as number[],
      loadCapacity(capacity, core.demands, core.totals, core.policies.placement),
      core.changedPools,
      fields.hasShares as boolean,
    );
    loadFields(pool, fields);
    pool.heads.load(heads);
    core.pools.push(pool);
  }
  ended.load(saved.ended as Saved);
  loadFields(resources, saved.resources as Saved);
  loadFields(streamTable, saved.streams as Saved);
  const names = saved.nodeNames as [number, string][];
  for (let node = directory.nodeNames.length; node < names.length; node++) {
    const [cluster, name] = names[node];
    const type = core.pools[core.nodes.pool[node]].classes[core.nodes.nodeClass[node]];
    directory.addNode(node, cluster, type, name);
  }
  for (const [workspace, record] of saved.records as [number, WorkspaceRecord][]) {
    directory.addWorkspace(workspace, record);
  }
  for (const text of saved.texts as string[]) directory.textNumber(text);
  directory.gprNames.clear();
  for (const [uid, name] of saved.gprNames as [number, string][]) directory.gprNames.set(uid, name);
  directory.gprCarried.clear();
  for (const [uid, carried] of saved.gprCarried as [number, Carried][])
    directory.gprCarried.set(uid, carried);
}
