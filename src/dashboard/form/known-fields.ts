// Fields with the names that exist.

import { computed } from '@preact/signals';
import type { WorldState } from '../../api/sim/answers.ts';
import { priorityMax } from '../../wire/bounds.ts';
import { world } from '../live/live.ts';
import { workspaceNames } from '../live/seen-workspaces.ts';
import type { Field, Values } from './field.ts';

export const clusterNames = computed(() => (world.value?.clusters ?? []).map(({ name }) => name));

/** The GPU shapes of all clusters. */
export const shapeNames = computed(() =>
  distinct(
    (world.value?.clusters ?? []).flatMap(({ instanceTypes }) =>
      instanceTypes.map(({ gpuModelName }) => gpuModelName),
    ),
  ),
);

/** What the nodes of a cluster are, or those of all clusters if none is chosen. */
export function kindFields(
  prefix: string,
  { [`${prefix}instanceType`]: type, ...values }: Values,
): readonly Field[] {
  const cluster = String(values.clusterName ?? '');
  const kinds = (world.value?.clusters ?? [])
    .filter(({ name }) => cluster === '' || name === cluster)
    .flatMap(({ instanceTypes }) => instanceTypes);
  const shapesOf = (of: readonly Kind[]) => distinct(of.map(({ gpuModelName }) => gpuModelName));
  const ofType = kinds.filter(({ instanceType }) => instanceType === type);
  return [
    {
      name: `${prefix}instanceType`,
      label: 'Instance type',
      kind: 'choice',
      choices: distinct(kinds.map(({ instanceType }) => instanceType)),
    },
    {
      name: `${prefix}gpuShape`,
      label: 'GPU shape',
      kind: 'choice',
      choices: shapesOf(ofType.length > 0 ? ofType : kinds),
    },
  ];
}

type Kind = WorldState['clusters'][number]['instanceTypes'][number];

/** The workspace of the caller, who may have one only. */
export function ownWorkspace(): string {
  return world.value?.caller.workspace ?? '';
}

export function workspaceField(name: string, more: Partial<Field> = {}): Field {
  const own = ownWorkspace();
  return {
    name,
    label: 'Workspace',
    kind: 'choice',
    isRequired: true,
    choices: own === '' ? workspaceNames.value : [own],
    initial: own,
    ...more,
  };
}

/** The fields of a GPR that other resources describe; `prefix` is the member that has them, with a dot. */
export function gpuFields(values: Values, prefix = '', memory = 'memoryPerGPU'): readonly Field[] {
  return [
    ...kindFields(prefix, values),
    { name: `${prefix}numberOfGPUNodes`, label: 'Nodes', kind: 'number' },
    { name: `${prefix}numberOfGPUs`, label: 'GPUs on each node', kind: 'number' },
    {
      name: `${prefix}${memory}`,
      recordName: `${prefix}memoryPerGpu`,
      label: 'Memory of a GPU, in GB',
      kind: 'number',
    },
    { name: `${prefix}priority`, label: 'Priority', kind: 'number', hint: `${priorityHint}.` },
    { name: `${prefix}exitDuration`, label: 'Exit duration', kind: 'duration', hint: durationHint },
  ];
}

export const priorityHint = `1 to ${priorityMax}`;
export const durationHint = 'Such as 2h30m or 1d6h.';

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
