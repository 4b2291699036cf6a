// The event of the mark at the end of a bar: where its list of events is.

import { linkTo } from '../../address/route.ts';
import { startMs } from '../../axis/shown-time.ts';
import { isoOf } from '../../text/spans.ts';
import type { Bar } from '../data/bars.ts';
import { ENDS, MARKED_MIN } from '../paint/ends.ts';
import { placesIn } from '../scene/scene.ts';
import { gprIdOf, scene } from '../scene/selected-bar.ts';

/** Of a mark, with its gap, CSS pixels. */
const WIDTH = 11;
/** Beyond the end of the bar, CSS pixels. */
const REACH = 2;

/** The address of the event with which a bar ended; undefined if it has no mark, or if the caller may not see its GPR. */
export function eventOfMark(bar: Bar | undefined): string | undefined {
  const gpr = gprIdOf(bar);
  if (bar?.kind !== 'past' || gpr === undefined || ENDS[bar.end].mark === undefined) return undefined;
  const at = isoOf(startMs.value + bar.toMs);
  return linkTo(['events'], { gpr, from: at, to: at });
}

/** The event of the mark at a point of the chart. @param x from the left of the rows, CSS pixels */
export function eventAt(bar: Bar | undefined, x: number): string | undefined {
  const { value: current } = scene;
  if (bar === undefined || current === undefined) return undefined;
  const place = placesIn({ ...current, ratio: 1 });
  const right = place(bar.toMs);
  const isMarked = right - place(bar.fromMs) >= MARKED_MIN;
  return isMarked && x >= right - WIDTH && x <= right + REACH ? eventOfMark(bar) : undefined;
}
