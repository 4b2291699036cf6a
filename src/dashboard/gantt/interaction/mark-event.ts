// The event of the mark at the end of a bar: where its list of events is.

import { linkTo } from '../../address/route.ts';
import { startMs } from '../../axis/shown-time.ts';
import { isoOf } from '../../text/spans.ts';
import { Kind } from '../data/bars.ts';
import { chart } from '../data/chart-data.ts';
import { ENDS, MARKED_MIN } from '../paint/ends.tsx';
import { NONE } from '../scene/find.ts';
import { gprIdOf, scene } from '../scene/selected-bar.ts';

/** Of a mark, with its gap, CSS pixels. */
const WIDTH = 11;
/** Beyond the end of the bar, CSS pixels. */
const REACH = 2;

/** The address of the event with which a bar ended; undefined if it has no mark, or if the caller may not see its GPR. */
export function eventOfMark(bar: number): string | undefined {
  const gpr = gprIdOf(bar);
  if (gpr === undefined) return undefined;
  const { end, kind, toMs } = chart.value!.bars;
  if (ENDS[end[bar]].mark === undefined || kind[bar] !== Kind.past) return undefined;
  const at = isoOf(startMs.value + toMs[bar]);
  return linkTo(['events'], { gpr, from: at, to: at });
}

/** The event of the mark at a point of the chart. @param x from the left of the rows, CSS pixels */
export function eventAt(bar: number, x: number): string | undefined {
  const { value: current } = scene;
  if (bar === NONE || current === undefined) return undefined;
  const { window, width, bars } = current;
  const perMs = width / (window.toMs - window.fromMs);
  const right = (bars.toMs[bar] - window.fromMs) * perMs;
  const isMarked = (bars.toMs[bar] - bars.fromMs[bar]) * perMs >= MARKED_MIN;
  return isMarked && x >= right - WIDTH && x <= right + REACH ? eventOfMark(bar) : undefined;
}
