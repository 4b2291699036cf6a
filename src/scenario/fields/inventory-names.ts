// What a scenario file and a stored scenario have in common: instance types, clusters and workspaces with their names.

import { limits } from '../../../sim/index.ts';
import { nodesOf } from './budget.ts';
import { type Note, noteRepeats, noteUnknown } from './notes.ts';

interface Inventory {
  readonly instanceTypes: readonly TypeName[];
  readonly clusters: readonly {
    readonly name: string;
    readonly nodes: readonly { readonly count: number }[];
  }[];
  readonly workspaces: readonly { readonly name: string; readonly clusters: readonly string[] }[];
}

interface TypeName {
  readonly instanceType: string;
  readonly gpuModelName: string;
}

export const typeOf = ({ instanceType, gpuModelName }: TypeName) => `${instanceType} with ${gpuModelName}`;

/** Notes names that occur twice, unknown clusters of workspaces, and too many nodes. */
export function checkNames(note: Note, { instanceTypes, clusters, workspaces }: Inventory): void {
  noteRepeats(note, ['instanceTypes'], instanceTypes.map(typeOf));
  const names = clusters.map(({ name }) => name);
  noteRepeats(note, ['clusters'], names, 'name');
  const nodes = nodesOf(clusters);
  if (nodes > limits.nodes) note(['clusters'], `must have at most ${limits.nodes} nodes, but have ${nodes}`);
  noteRepeats(
    note,
    ['workspaces'],
    workspaces.map(({ name }) => name),
    'name',
  );
  const known = new Set(names);
  workspaces.forEach((workspace, w) => {
    workspace.clusters.forEach((cluster, c) => {
      noteUnknown(note, ['workspaces', w, 'clusters', c], cluster, known);
    });
  });
}
