// What GPRs hold: GPUs, or the processors of a machine, which count as GPUs.

import type { PROCESSOR } from '../../../sim/index.ts';

export type Unit = 'GPU' | 'processor';

/** Only its type is imported: the dashboard has this module, without the engine. */
const MODEL: typeof PROCESSOR = 'processor';

/** The unit of nodes with these GPU models. */
export function unitOf(models: readonly string[]): Unit {
  return models.length > 0 && models.every((model) => model === MODEL) ? 'processor' : 'GPU';
}

/** What the nodes of clusters have. */
export function unitOfClusters(
  clusters: readonly { readonly instanceTypes: readonly { readonly gpuModelName: string }[] }[],
): Unit {
  return unitOf(clusters.flatMap((one) => one.instanceTypes.map(({ gpuModelName }) => gpuModelName)));
}

/** A text about GPUs, in the unit. A name such as `GPU-test` stays. */
export function inUnit(text: string, unit: Unit): string {
  return text.replace(/(?<![^\s(])GPU(?=s?[.,:;)]*(?!\S))/g, unit);
}
