// Names that fields suggest.

import { computed } from '@preact/signals';
import type { Field } from '../../form/field.ts';
import { world } from '../../live/live.ts';
import { workspaceNames } from '../../live/workspaces.ts';

export const clusterNames = computed(() => (world.value?.clusters ?? []).map(({ name }) => name));

export const instanceTypes = computed(() => distinct(({ instanceType }) => instanceType));
export const gpuShapes = computed(() => distinct(({ gpuModelName }) => gpuModelName));

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

/** The fields of a demand for GPUs; `prefix` is the member that has them, with a dot. */
export function gpuFields(prefix = '', memory = 'memoryPerGPU'): readonly Field[] {
  return [
    {
      name: `${prefix}instanceType`,
      label: 'Instance type',
      kind: 'text',
      choices: instanceTypes.value,
    },
    { name: `${prefix}gpuShape`, label: 'GPU shape', kind: 'text', choices: gpuShapes.value },
    { name: `${prefix}numberOfGPUNodes`, label: 'Nodes', kind: 'number' },
    { name: `${prefix}numberOfGPUs`, label: 'GPUs on each node', kind: 'number' },
    {
      name: `${prefix}${memory}`,
      recordName: `${prefix}memoryPerGpu`,
      label: 'Memory of a GPU, in GB',
      kind: 'number',
    },
  ];
}

export const durationHint = 'Such as 2h30m or 1d6h.';

function distinct(
  of: (type: { readonly instanceType: string; readonly gpuModelName: string }) => string,
): string[] {
  return [
    ...new Set((world.value?.clusters ?? []).flatMap(({ instanceTypes }) => instanceTypes.map(of))),
  ].sort();
}
