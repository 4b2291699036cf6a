import {
  Dice,
  exponential,
  FactKind,
  nodeName,
  placementNamed,
  Reason,
  Stream,
  textHash,
} from '../../sim/index.ts';
import { interrupt } from './gprs.ts';
import { dueAt, type NaiveWorld, type Node, type Pool, report, typeOf } from './state.ts';

/** Adds a node of an instance type, and its pool if the cluster has none. */
export function addNode(world: NaiveWorld, cluster: number, type: number): Node {
  const pool =
    world.pools.find((known) => known.cluster === cluster && known.types.includes(type)) ??
    addPool(world, cluster, [type]);
  const { instanceType, gpuCount } = typeOf(world, type);
  const number = world.nodes.filter(
    (known) => known.cluster === cluster && typeOf(world, known.type).instanceType === instanceType,
  ).length;
  const name = nodeName(world.scenario.clusters[cluster].name, instanceType, number);
  const node: Node = {
    index: world.nodes.length,
    name,
    cluster,
    pool,
    type,
    gpuCount,
    state: 'up',
    repairAtMs: null,
    turn: null,
    failures: 0,
    held: [],
  };
  world.nodes.push(node);
  pool.changed = true;
  pool.plans = 'invalid';
  report(world, FactKind.nodeAdded, node.index, pool.index, gpuCount, textHash(name));
  planFailure(world, node);
  return node;
}

/** From now on, the GPUs of a pool are counted one by one if the placement policy in force needs that. */
export function learnGpus({ placement, scenario }: NaiveWorld, pool: Pool): void {
  const isMachine = scenario.clusters[pool.cluster].capacity === 'processors';
  if (!isMachine && placementNamed(placement).choose === undefined) pool.knowsGpus = true;
}

export function addPool(
  world: NaiveWorld,
  cluster: number,
  types: readonly number[],
  isShared = false,
): Pool {
  const own = { changed: false, blocked: null, isShared, typical: [], plans: 'valid' as const };
  const pool: Pool = { index: world.pools.length, cluster, types, ...own, knowsGpus: isShared };
  learnGpus(world, pool);
  world.pools.push(pool);
  return pool;
}

/** @param repairAfterMs null = no repair is planned */
export function takeDown(world: NaiveWorld, node: Node, repairAfterMs: number | null): void {
  const repairAtMs = repairAfterMs === null ? null : world.nowMs + repairAfterMs;
  report(world, FactKind.nodeDown, node.index, repairAtMs ?? -1);
  vacate(world, node);
  node.state = 'down';
  node.repairAtMs = repairAtMs;
  node.turn = repairAtMs === null ? null : dueAt(world, repairAtMs);
}

export function bringUp(world: NaiveWorld, node: Node): void {
  report(world, FactKind.nodeUp, node.index);
  node.state = 'up';
  node.repairAtMs = null;
  node.turn = null;
  node.pool.changed = true;
  node.pool.plans = 'invalid';
  planFailure(world, node);
}

export function removeNode(world: NaiveWorld, node: Node): void {
  report(world, FactKind.nodeRemoved, node.index);
  if (node.state === 'up') vacate(world, node);
  node.state = 'removed';
  node.pool.plans = 'invalid';
  node.repairAtMs = null;
  node.turn = null;
}

export function takeNodeTurn(world: NaiveWorld, node: Node): void {
  if (node.state === 'down') bringUp(world, node);
  else takeDown(world, node, world.scenario.failures.nodeRepairMs);
}

/** Interrupts the GPRs of a node, the last one first. */
function vacate(world: NaiveWorld, node: Node): void {
  for (const gpr of node.held.toReversed()) interrupt(world, gpr, Reason.nodeFailure, node.index);
  node.pool.changed = true;
  node.pool.plans = 'invalid';
}

function planFailure(world: NaiveWorld, node: Node): void {
  const { seed, failures } = world.scenario;
  if (failures.nodeMtbfMs === null || world.forecast !== null) return;
  const key = textHash(`${world.scenario.clusters[node.cluster].name}/${node.name}`);
  const draw = new Dice(seed, Stream.nodeFailure).draw(key, node.failures++);
  const gap = Math.floor(exponential(draw) * failures.nodeMtbfMs);
  node.turn = dueAt(world, world.nowMs + Math.max(1, gap));
}

export function poolNames(world: NaiveWorld, { cluster, types }: Pool) {
  const made = types.map((index) => typeOf(world, index));
  return {
    cluster: world.scenario.clusters[cluster].name,
    instanceType: made.map(({ instanceType }) => instanceType).join('|'),
    gpuModelName: [...new Set(made.map(({ gpuModelName }) => gpuModelName))].join('|'),
  };
}
