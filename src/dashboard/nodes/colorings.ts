// What the color of a node in the map means: steps of one hue, each with its words and unit.

import type { NodesOfType } from '../../api/sim/answers.ts';

/** A node of the map. */
export interface MapNode {
  readonly name: string;
  readonly of: NodesOfType;
  /** null while it is down. */
  readonly free: number | null;
  /** null: no GPR holds its GPUs. */
  readonly heldMinutes: number | null;
}

export interface Coloring {
  readonly words: string;
  /** What the steps measure. */
  readonly about: string;
  readonly value: (node: MapNode) => number | null;
  /** The first step: of nodes without a value. */
  readonly none: string;
  /** The further steps, each from a value on. */
  readonly steps: readonly (readonly [from: number, words: string])[];
}

export const COLORINGS = {
  use: {
    words: 'use',
    about: 'allocated GPUs of the node',
    value: ({ free, of }) => (free === null || free === of.gpus ? null : 1 - free / of.gpus),
    none: 'none',
    steps: [
      [0, 'under 50 %'],
      [0.5, '50–99 %'],
      [1, 'all'],
    ],
  },
  pressure: {
    words: 'wait pressure of the pool',
    about: 'GPUs that queued GPRs request, per GPU of the pool of the node',
    value: ({ of }) => of.queuedGpus / (of.gpus * of.names.length) || null,
    none: 'none',
    steps: [
      [0, 'under 0.5'],
      [0.5, '0.5 to 1'],
      [1, '1 to 4'],
      [4, '4 and more'],
    ],
  },
  age: {
    words: 'age of GPRs',
    about: 'how long the oldest GPR of the node has held its GPUs',
    value: ({ heldMinutes }) => heldMinutes,
    none: 'no GPR',
    steps: [
      [0, 'under 1 h'],
      [60, '1 to 6 h'],
      [360, '6 to 24 h'],
      [1440, '24 h and more'],
    ],
  },
} as const satisfies Readonly<Record<string, Coloring>>;
export type ColoringName = keyof typeof COLORINGS;
export const COLORING_NAMES = Object.keys(COLORINGS) as ColoringName[];

export const DOWN = 'down';

/** The words of all steps, the first one of nodes without a value, the last one of nodes that are down. */
export function stepsOf({ none, steps }: Coloring): readonly string[] {
  return [none, ...steps.map(([, words]) => words), DOWN];
}

/** The number of the step of a node. */
export function stepOf({ value, steps }: Coloring, node: MapNode): number {
  if (node.free === null) return steps.length + 1;
  const measured = value(node);
  return measured === null ? 0 : 1 + steps.findLastIndex(([from]) => from <= measured);
}

/** How much of its color a step has, 0 … 1; the first step, and nodes that are down, have another color. */
export function shareOf({ steps }: Coloring, step: number): number {
  return 0.25 + (0.75 * step) / steps.length;
}

/** How many nodes have each step. */
export function countsOf(coloring: Coloring, nodes: readonly MapNode[]): readonly number[] {
  const counts = stepsOf(coloring).map(() => 0);
  for (const node of nodes) counts[stepOf(coloring, node)]++;
  return counts;
}

/** The nodes of clusters, cluster by cluster. @param map of `GET /sim/state` */
export function nodesIn(map: readonly NodesOfType[], clusters: readonly string[]): readonly MapNode[][] {
  return clusters.map((cluster) =>
    map
      .filter((of) => of.cluster === cluster)
      .flatMap((of) =>
        of.names.map((rest, i) => ({
          name: of.prefix + rest,
          of,
          free: of.free[i],
          heldMinutes: of.heldMinutes[i],
        })),
      ),
  );
}
