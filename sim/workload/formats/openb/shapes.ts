// Pods with exact shares: what they take of a node, and whether a node has it.

import { TIME_MAX_MS } from '../../../base/numbers/time.ts';
import type { TraceGpr } from '../../../language/scenario.ts';
import { quoted } from '../trace-table.ts';
import type { Shape } from './node-list.ts';
import type { Options } from './options.ts';

export interface Pod {
  readonly name: string;
  /** 0 unless shares are exact. */
  readonly cpuMilli: number;
  readonly memoryMib: number;
  readonly gpus: number;
  readonly gpuMilli: number;
  readonly gpuModels: readonly string[];
  readonly priority: number;
  readonly createdSeconds: number;
  /** null = never ran. */
  readonly runSeconds: number | null;
}

/** What no kept node has for a pod; undefined if one has all. */
export function whyNeverFits(pod: Pod, shapes: readonly Shape[]): string | undefined {
  const { gpus, gpuModels, cpuMilli, memoryMib } = pod;
  const accepted = shapes.filter(
    ({ gpuModelName }) => gpus === 0 || gpuModels.length === 0 || gpuModels.includes(gpuModelName),
  );
  if (accepted.length === 0) {
    const models = [...new Set(shapes.map(({ gpuModelName }) => gpuModelName))].join(', ');
    return `gpu_spec must name a model of the kept nodes (${models}), but is ${quoted(gpuModels.join('|'))}`;
  }
  const most = (of: (shape: Shape) => number) => Math.max(...accepted.map(of));
  const limits = [
    ['num_gpu', gpus, most(({ gpuCount }) => gpuCount)],
    ['cpu_milli', cpuMilli, most((shape) => shape.cpuMilli)],
    ['memory_mib', memoryMib, most((shape) => shape.memoryMib)],
  ] as const;
  const above = limits
    .filter(([, wanted, limit]) => wanted > limit)
    .map(
      ([column, wanted, limit]) =>
        `${column} must be at most ${limit}, the most of a node that the pod accepts, but is ${wanted}`,
    );
  if (above.length > 0) return above.join('; ');
  const fits = accepted.some(
    (shape) => gpus <= shape.gpuCount && cpuMilli <= shape.cpuMilli && memoryMib <= shape.memoryMib,
  );
  if (fits) return undefined;
  return `num_gpu, cpu_milli and memory_mib must fit one node, but none has ${gpus}, ${cpuMilli} and ${memoryMib} together`;
}

/** The GPR of a pod with what it takes. With shuffled arrivals, its arrival is drawn later, and it stays. */
export function withShape(gpr: TraceGpr, pod: Pod, { arrivals }: Options): TraceGpr {
  const { gpus, cpuMilli, memoryMib } = pod;
  const shape = { gpuMilli: gpus === 0 ? 0 : pod.gpuMilli, cpuMilli, memoryMib };
  const sharing = { ...gpr, shape, gpuModels: gpus === 0 ? [] : gpr.gpuModels };
  if (arrivals === 'recorded') return sharing;
  return { ...sharing, arrivalMs: 0, exitMs: TIME_MAX_MS, runMs: TIME_MAX_MS };
}
