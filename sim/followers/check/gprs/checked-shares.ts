// Checks facts about shares of GPUs: no GPU, CPU or memory of a node is given twice, and a GPR gets as many GPUs as it requested.

import type { WordsOf } from '../../../facts/catalogue.ts';
import { State } from '../../../facts/numbered.ts';
import { Flag } from '../../../tables/gprs/gpr-table.ts';
import type { CheckedScenario, Report, Rules } from '../check-report.ts';
import type { CheckedNode, CheckedNodes } from '../world/checked-nodes.ts';
import { type CheckedGpr, hasFlag } from './checked-gpr.ts';
import type { CheckedGprs } from './checked-gprs.ts';

const WHOLE_GPU = 1000;

/** What a GPR takes of each of its nodes. */
interface Shape {
  readonly gpuMilli: number;
  readonly cpuMilli: number;
  readonly memoryMib: number;
}

/** What a node has left. */
interface Left {
  /** Thousandths, by GPU. */
  readonly gpus: number[];
  /** Infinity if the checker does not know what the node has: a command added it. */
  cpuMilli: number;
  memoryMib: number;
}

interface Machine {
  readonly cpuMilli: number;
  readonly memoryMib: number;
  readonly hasShares: boolean;
}

export class CheckedShares {
  readonly rules: Rules<'gprShape' | 'gprGpus'> = {
    gprShape: (words) => this.#onShape(words),
    gprGpus: (words) => this.#onGpus(words),
  };
  readonly #report: Report;
  readonly #gprs: CheckedGprs;
  readonly #nodes: CheckedNodes;
  /** By node of the scenario. */
  readonly #machines: readonly Machine[];
  readonly #left: Map<CheckedNode, Left> = new Map();
  readonly #shapes: Map<CheckedGpr, Shape> = new Map();
  /** Node → mask of GPUs, of the GPRs that hold any. */
  readonly #held: Map<CheckedGpr, Map<number, number>> = new Map();

  constructor(
    report: Report,
    { clusters, instanceTypes }: CheckedScenario,
    gprs: CheckedGprs,
    nodes: CheckedNodes,
  ) {
    this.#report = report;
    this.#gprs = gprs;
    this.#nodes = nodes;
    this.#machines = clusters.flatMap(({ nodes, capacity }) =>
      nodes.flatMap(({ instanceType, gpuModelName, count }) => {
        const type = instanceTypes.find(
          (known) => known.instanceType === instanceType && known.gpuModelName === gpuModelName,
        );
        const { cpuMilli = Infinity, memoryMib = Infinity } = type ?? {};
        return Array.from({ length: count }, () => {
          return { cpuMilli, memoryMib, hasShares: capacity === 'shares' };
        });
      }),
    );
  }

  /** Whether the GPUs of a pool are shared: the first node of the pool is one of a cluster with shares. */
  isSharing(pool: number): boolean {
    const [first] = this.#nodes.nodesOf(pool);
    return first !== undefined && this.#machines[first.index]?.hasShares === true;
  }

  /** The GPUs of a GPR as they count for the GPU time of its workspace. */
  counted(gpr: CheckedGpr, gpus: number): number {
    const { gpuMilli = WHOLE_GPU } = this.#shapes.get(gpr) ?? {};
    return (gpus * gpuMilli) / WHOLE_GPU;
  }

  /** A GPR lost its nodes. */
  release(gpr: CheckedGpr): void {
    if (!this.isSharing(gpr.pool)) return;
    const held = this.#held.get(gpr) ?? new Map<number, number>();
    for (const index of gpr.held.keys()) {
      const mask = held.get(index);
      if (mask === undefined)
        this.#report.object(`GPR ${gpr.uid} got node ${index}; expected a fact about its GPUs there`);
      else this.#change(gpr, index, mask, 1);
    }
    this.#held.delete(gpr);
  }

  /** A GPR is gone. */
  forget(gpr: CheckedGpr): void {
    this.#shapes.delete(gpr);
  }

  #onShape(words: WordsOf<'gprShape'>): void {
    const { uid, gpuMilli, cpuMilli, memoryMib } = words;
    const gpr = this.#gprs.expect(uid, [State.queued], words);
    if (gpr === undefined) return;
    const what = `the shape of GPR ${uid}`;
    if (this.#shapes.has(gpr)) this.#report.object(`${what} is recorded twice`);
    if (!this.isSharing(gpr.pool)) this.#report.object(`${what} is recorded in a pool without shares`);
    const isRight = gpr.gpusPerNode === 0 ? gpuMilli === 0 : gpuMilli > 0 && gpuMilli <= WHOLE_GPU;
    if (!isRight) this.#report.object(`${what} has ${gpuMilli} thousandths of ${gpr.gpusPerNode} GPUs`);
    this.#shapes.set(gpr, { gpuMilli, cpuMilli, memoryMib });
  }

  #onGpus(words: WordsOf<'gprGpus'>): void {
    const { uid, node: index, gpuIndexes: mask } = words;
    const gpr = this.#gprs.expect(uid, [State.provisioning], words);
    if (gpr === undefined) return;
    const event = `GPR ${uid} got GPUs of node ${index}`;
    if (!gpr.held.has(index)) this.#report.object(`${event}, which is none of its nodes`);
    const held = this.#held.get(gpr) ?? new Map<number, number>();
    if (held.has(index)) this.#report.object(`${event} twice`);
    held.set(index, mask);
    this.#held.set(gpr, held);
    const wanted = gpr.held.get(index) ?? gpr.gpusPerNode;
    const found = gpusOf(mask).length;
    if (found !== wanted) this.#report.object(`${event}: ${found} of them; expected ${wanted}`);
    this.#change(gpr, index, mask, -1);
  }

  #change(gpr: CheckedGpr, index: number, mask: number, sign: 1 | -1): void {
    const node = this.#nodes.find(index);
    if (node === undefined) return;
    const left = this.#leftOf(node);
    const shape = this.#shapes.get(gpr);
    if (shape === undefined) {
      this.#report.object(`GPR ${gpr.uid} got GPUs of node ${index}; expected a fact about its shape before`);
      return;
    }
    const gpuMilli = hasFlag(gpr, Flag.dedicatedNodes) ? WHOLE_GPU : shape.gpuMilli;
    const oversold = `node ${index} is oversold by`;
    for (const gpu of gpusOf(mask)) {
      left.gpus[gpu] = (left.gpus[gpu] ?? 0) + sign * gpuMilli;
      if (left.gpus[gpu] < 0)
        this.#report.object(`${oversold} ${-left.gpus[gpu]} thousandths of its GPU ${gpu}`);
    }
    left.cpuMilli += sign * shape.cpuMilli;
    left.memoryMib += sign * shape.memoryMib;
    if (left.cpuMilli < 0) this.#report.object(`${oversold} ${-left.cpuMilli} thousandths of a CPU`);
    if (left.memoryMib < 0) this.#report.object(`${oversold} ${-left.memoryMib} MiB of memory`);
  }

  #leftOf(node: CheckedNode): Left {
    const known = this.#left.get(node);
    if (known !== undefined) return known;
    const { cpuMilli = Infinity, memoryMib = Infinity } = this.#machines[node.index] ?? {};
    const left = { gpus: Array.from({ length: node.gpus }, () => WHOLE_GPU), cpuMilli, memoryMib };
    this.#left.set(node, left);
    return left;
  }
}

function gpusOf(mask: number): number[] {
  return [...mask.toString(2)].reverse().flatMap((bit, gpu) => (bit === '1' ? [gpu] : []));
}
