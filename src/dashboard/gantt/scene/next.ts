// What comes after a bar on the same GPUs, as planned.

import { type Bars, Kind } from '../data/bars.ts';
import { NONE } from './find.ts';

/** The planned bar with which the attempt of a running bar goes on; NONE without one. */
export function continuation(bars: Bars, bar: number): number {
  if (bars.kind[bar] !== Kind.running || bars.gpr[bar] < 0) return NONE;
  for (let other = bar + 1; other < bars.firstOfRow[bars.row[bar] + 1]; other++)
    if (
      bars.kind[other] === Kind.planned &&
      bars.gpr[other] === bars.gpr[bar] &&
      shareLanes(bars, bar, other)
    )
      return other;
  return NONE;
}

/** The first planned bar of another GPR on a lane of this bar that starts when it ends or later; NONE without one. */
export function nextOn(bars: Bars, bar: number): number {
  const row = bars.row[bar];
  for (let other = bars.firstStartingFrom(row, bars.toMs[bar]); other < bars.firstOfRow[row + 1]; other++)
    if (
      bars.kind[other] === Kind.planned &&
      bars.gpr[other] !== bars.gpr[bar] &&
      shareLanes(bars, bar, other)
    )
      return other;
  return NONE;
}

function shareLanes({ lane, lanes }: Bars, a: number, b: number): boolean {
  return lane[a] < lane[b] + lanes[b] && lane[b] < lane[a] + lanes[a];
}
