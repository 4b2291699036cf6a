// Shares of GPUs: what a node has left, where a GPR fits, and the scores of nodes, after the rules of the FGD study.

import { Dice, Flag, Stream, scale } from '../../sim/index.ts';
import { type Gpr, has, type NaiveWorld, type Node, type Pool, typeOf } from './state.ts';

/** What a GPR takes of each node: thousandths of each GPU, thousandths of a CPU, MiB. */
export interface Taken {
  readonly gpuMilli: number;
  readonly cpuMilli: number;
  readonly memoryMib: number;
}

/** What a node has left, and who is on it. */
export interface Left {
  gpus: number[];
  cpu: number;
  memory: number;
  holders: Gpr[];
}

const WHOLE: Taken = { gpuMilli: 1000, cpuMilli: 0, memoryMib: 0 };

export function takenBy(gpr: Gpr): Taken {
  return gpr.shape ?? WHOLE;
}

/** Thousandths of each GPU that the GPR takes: all of them on a dedicated node. */
function milliOf(gpr: Gpr): number {
  return has(gpr, Flag.dedicatedNodes) ? 1000 : takenBy(gpr).gpuMilli;
}

export function emptyLeft(world: NaiveWorld, node: Node): Left {
  const { cpuMilli, memoryMib } = typeOf(world, node.type);
  return {
    gpus: Array.from({ length: node.gpuCount }, () => 1000),
    cpu: cpuMilli,
    memory: memoryMib,
    holders: [],
  };
}

/** @param gone GPRs that count as ended */
export function leftOn(world: NaiveWorld, node: Node, gone: readonly Gpr[] = []): Left {
  const left = emptyLeft(world, node);
  for (const gpr of node.held) if (!gone.includes(gpr)) put(left, gpr, gpr.got.get(node)!, 1);
  return left;
}

/** A GPR takes GPUs of a node (`sign` 1) or returns them (−1). */
export function put(left: Left, gpr: Gpr, gpus: readonly number[], sign: 1 | -1): void {
  const { cpuMilli, memoryMib } = takenBy(gpr);
  for (const gpu of gpus) left.gpus[gpu] -= sign * milliOf(gpr);
  left.cpu -= sign * cpuMilli;
  left.memory -= sign * memoryMib;
  left.holders = sign === 1 ? [...left.holders, gpr] : left.holders.filter((other) => other !== gpr);
}

export function copied(left: Left): Left {
  return { ...left, gpus: [...left.gpus], holders: [...left.holders] };
}

/** Whether a node that is up has room for a part of a GPR. */
export function holds(gpr: Gpr, node: Node, left: Left): boolean {
  const { gpuMilli, cpuMilli, memoryMib } = takenBy(gpr);
  if (gpr.gpusPerNode > 0 && !gpr.types.includes(node.type)) return false;
  if (left.cpu < cpuMilli || left.memory < memoryMib || left.holders.length > 1000) return false;
  if (has(gpr, Flag.dedicatedNodes)) return left.holders.length === 0 && node.gpuCount >= gpr.gpusPerNode;
  return left.gpus.filter((milli) => milli >= gpuMilli).length >= gpr.gpusPerNode;
}

/** The GPUs with enough left, the fullest first. */
function fullest(gpr: Gpr, left: Left): number[] {
  if (has(gpr, Flag.dedicatedNodes)) return left.gpus.map((_, gpu) => gpu);
  return left.gpus
    .map((_, gpu) => gpu)
    .filter((gpu) => left.gpus[gpu] >= takenBy(gpr).gpuMilli)
    .sort((a, b) => left.gpus[a] - left.gpus[b] || a - b)
    .slice(0, gpr.gpusPerNode);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** F of a node, by the table of the study. */
function fragmentation(pool: Pool, node: Node, left: Left): number {
  const all = sum(left.gpus);
  const q = { q1: 0, q2: 0, q4: 0, xl: 0, xr: 0, na: 0 };
  for (const { frequency, cpuMilli, gpus, gpuMilli, types } of pool.typical) {
    const hasCpu = left.cpu >= cpuMilli;
    const enough = left.gpus.filter((milli) => milli >= gpuMilli).length >= gpus;
    const small = sum(left.gpus.filter((milli) => milli < gpuMilli));
    if (gpus === 0) q[hasCpu ? 'xl' : 'xr'] += frequency * all;
    else if (!types.includes(node.type)) q.na += frequency * all;
    else if (!enough) q[hasCpu ? 'q2' : 'q1'] += frequency * all;
    else if (hasCpu) q.q2 += frequency * small;
    else q.q4 += frequency * all;
  }
  return q.q1 + q.q2 + q.q4 + q.xl + q.xr + q.na;
}

/** With an exponential: the engine may differ in the last bit, near a threshold. */
function sigmoid(x: number): number {
  if (x === 0) return 50;
  return Math.trunc((1 / (1 + Math.exp(-x))) * 100);
}

function fgd(pool: Pool, gpr: Gpr, node: Node, left: Left): { score: number; gpus: number[] } {
  const scoreWith = (gpus: number[]) => {
    const after = copied(left);
    put(after, gpr, gpus, 1);
    const x = (fragmentation(pool, node, left) - fragmentation(pool, node, after)) / 1000;
    return { score: sigmoid(x), gpus };
  };
  const isShare = gpr.gpusPerNode === 1 && takenBy(gpr).gpuMilli < 1000;
  if (!isShare) return scoreWith(fullest(gpr, left));
  const tries = left.gpus.flatMap((milli, gpu) => (milli >= takenBy(gpr).gpuMilli ? [scoreWith([gpu])] : []));
  return tries.reduce((best, other) => (other.score > best.score ? other : best));
}

function packing(gpr: Gpr, node: Node, left: Left): number {
  if (gpr.gpusPerNode === 0) return 0;
  if (left.gpus.every((milli) => milli === 1000)) return Math.max(33 - node.gpuCount, node.gpuCount);
  const taken = fullest(gpr, left).map((gpu) => left.gpus[gpu]);
  const free = taken.filter((milli) => milli === 1000).length;
  if (free > 0) return Math.max(50 - free, 33);
  return Math.max(100 - Math.trunc(sum(taken.map((milli) => Math.trunc((milli * 100) / 1000))) / 10), 50);
}

function clustering(gpr: Gpr, left: Left): number {
  if (gpr.gpusPerNode === 0) return 0;
  const classOf = (one: Gpr) => (takenBy(one).gpuMilli < 1000 ? 'share' : one.gpusPerNode);
  const others = left.holders.filter(({ gpusPerNode }) => gpusPerNode > 0).map(classOf);
  const base = Math.trunc((25 * (8000 - sum(left.gpus))) / 8000);
  if (others.length === 0) return base + 25;
  if (!others.includes(classOf(gpr))) return base;
  return base + (others.every((other) => other === classOf(gpr)) ? 75 : 50);
}

function scoreOf(world: NaiveWorld, gpr: Gpr, node: Node, left: Left): number {
  const { cpuMilli, gpuMilli } = takenBy(gpr);
  const free = sum(left.gpus);
  const asked = gpr.gpusPerNode * gpuMilli;
  switch (world.placement) {
    case 'best-fit':
      return -free;
    case 'worst-fit':
      return free;
    case 'best-fit-vector': {
      const cpu = ((left.cpu - cpuMilli) / 128_000) * 0.5;
      return Math.trunc((1 - (cpu + ((free - asked) / 8000) * 0.5)) * 100);
    }
    case 'dot-product': {
      const cpu = (left.cpu / 128_000) * (cpuMilli / 128_000);
      return Math.trunc(100 * (1 - (cpu + (free / 8000) * (asked / 8000)) / 2));
    }
    case 'packing':
      return packing(gpr, node, left);
    case 'clustering':
      return clustering(gpr, left);
    case 'fgd':
      return fgd(gpr.pool, gpr, node, left).score;
    default:
      return 0;
  }
}

/** The nodes of a GPR among those with room, best first, and its GPUs on each. */
export function placed(world: NaiveWorld, gpr: Gpr, room: readonly Node[]): Map<Node, number[]> {
  const dice = new Dice(world.scenario.seed, Stream.placement);
  const chosen = new Map<Node, number[]>();
  const rest = [...room];
  for (let i = 0; i < gpr.nodeCount; i++) {
    const drawn = (number: number, count: number) => scale(dice.draw(gpr.uid, number), 0, count - 1);
    let at = 0;
    if (world.placement === 'random') at = drawn(2 * i, rest.length);
    else {
      const scores = rest.map((node) => scoreOf(world, gpr, node, leftOn(world, node)));
      at = scores.indexOf(Math.max(...scores));
    }
    const [node] = rest.splice(at, 1);
    const left = leftOn(world, node);
    let gpus = fullest(gpr, left);
    const isShare = gpr.gpusPerNode === 1 && milliOf(gpr) < 1000;
    if (world.placement === 'fgd' && !has(gpr, Flag.dedicatedNodes))
      gpus = fgd(gpr.pool, gpr, node, left).gpus;
    if (world.placement === 'random' && isShare) {
      const fitting = left.gpus.flatMap((milli, gpu) => (milli >= takenBy(gpr).gpuMilli ? [gpu] : []));
      gpus = [fitting[drawn(2 * i + 1, fitting.length)]];
    }
    chosen.set(
      node,
      gpus.sort((a, b) => a - b),
    );
  }
  return chosen;
}
