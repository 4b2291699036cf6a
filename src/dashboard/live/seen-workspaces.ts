// The workspaces that the user may see.

import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Workspace } from '../../api/sim/answers.ts';
import { read } from '../session/server-call.ts';
import { namedWorkspaces } from '../text/colors.ts';
import { following } from './live.ts';

export const workspaces = signal<readonly Workspace[]>([]);
export const workspaceNames = computed(() => workspaces.value.map(({ name }) => name));

/** Keeps `workspaces` up to date while the component is shown. */
export function useWorkspaces(): void {
  useEffect(
    () =>
      following(async () => {
        const { workspaces: found } = await read<{ workspaces: Workspace[] }>('api/v1/slice-workspace/list');
        workspaces.value = found;
        namedWorkspaces.value = workspaceNames.value.join('\n');
      }),
    [],
  );
}
