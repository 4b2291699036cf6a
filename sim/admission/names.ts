// Names in commands that the world does not have. A rejection reports all of them.

import type { Rejection } from '../language/commands.ts';
import type { World } from '../world.ts';

/** Rejections of clusters that are unknown, or not among the allowed ones. */
export function clusterRejections(
  { directory }: World,
  names: readonly string[],
  workspace: string = '',
  allowed: readonly string[] = names,
): Rejection[] {
  const isKnown = (name: string) => directory.cluster(name) >= 0;
  if (names.every((name) => isKnown(name) && allowed.includes(name))) return [];
  const known = directory.clusters.map(({ name }) => name);
  const unknown = names.filter((name) => !isKnown(name));
  const foreign = names.filter((name) => isKnown(name) && !allowed.includes(name));
  return [
    ...unknown.map((cluster): Rejection => ({ code: 'cluster-unknown', cluster, known })),
    ...foreign.map(
      (cluster): Rejection => ({ code: 'cluster-not-in-workspace', cluster, workspace, clusters: allowed }),
    ),
  ];
}

/** Rejections of names that no instance type has. @param any the text that matches every instance type; undefined = none */
export function typeRejections(
  { directory: { instanceTypes } }: World,
  { instanceType, gpuShape }: { readonly instanceType: string; readonly gpuShape: string },
  any: '' | undefined,
): Rejection[] {
  const rejections: Rejection[] = [];
  if (instanceType !== any && !instanceTypes.some((type) => same(type.instanceType, instanceType))) {
    const known = [...new Set(instanceTypes.map((type) => type.instanceType))];
    rejections.push({ code: 'instance-type-unknown', instanceType, known });
  }
  if (gpuShape !== any && !instanceTypes.some((type) => hasShape(type, gpuShape))) {
    const known = [...new Set(instanceTypes.map((type) => type.gpuModelName))];
    rejections.push({ code: 'gpu-shape-unknown', gpuShape, known });
  }
  return rejections;
}

/** Whether a shape names the GPU model or the instance type; letter case does not matter. */
export function hasShape(type: { gpuModelName: string; instanceType: string }, shape: string): boolean {
  return same(type.gpuModelName, shape) || same(type.instanceType, shape);
}

export function same(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
}
