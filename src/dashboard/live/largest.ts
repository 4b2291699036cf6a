// The workspaces with the most GPU hours: charts, tiles and lists give a color to each of them.

import { useEffect } from 'preact/hooks';
import type { TotalsListAnswer } from '../../api/sim/answers.ts';
import { read } from '../session/server-call.ts';
import { COLORED_MAX, coloredWorkspaces } from '../text/colors.ts';
import { Calm } from './calm.ts';
import { following } from './live.ts';

/** They change seldom, and a color that changes often cannot be learned. */
const PAUSE_MS = 2_000;
const calm = new Calm({ share: 1 / 20, pauseMs: PAUSE_MS });

export function useLargest(): void {
  useEffect(
    () =>
      following(() =>
        calm.read('', async () => {
          const asked = { sort: '-gpuHours', limit: COLORED_MAX };
          const { rows } = await read<TotalsListAnswer>('sim/totals/workspaces', asked);
          coloredWorkspaces.value = rows.map(({ name }) => name).join('\n');
          return true;
        }),
      ),
    [],
  );
}
