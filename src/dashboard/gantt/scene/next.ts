// What comes after a bar on the same GPUs, as planned.

import type { Bar, Bars } from '../data/bars.ts';

/** The planned bar with which the attempt of a running bar goes on. */
export function continuation(bars: Bars, bar: Bar): Bar | undefined {
  if (bar.kind !== 'running' || bar.gpr < 0) return undefined;
  return plannedOn(bars, bar).find(({ gpr }) => gpr === bar.gpr);
}

/** The first planned bar of another GPR on a lane of this bar that starts when it ends or later. */
export function nextOn(bars: Bars, bar: Bar): Bar | undefined {
  return plannedOn(bars, bar).find(({ gpr, fromMs }) => gpr !== bar.gpr && fromMs >= bar.toMs);
}

/** The planned bars on the lanes of a bar. */
function plannedOn({ ofRow }: Bars, { row, lane, lanes }: Bar): readonly Bar[] {
  return ofRow[row].filter(
    (other) => other.kind === 'planned' && other.lane < lane + lanes && lane < other.lane + other.lanes,
  );
}
