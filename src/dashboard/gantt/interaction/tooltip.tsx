// What the bar under the pointer or the selected bar is.

import { gutter } from '../../axis/shown.ts';
import { chart } from '../data/chart.ts';
import { AXIS } from '../data/rows.ts';
import { ENDS, MarkIcon } from '../paint/ends.tsx';
import { endOfBar } from '../scene/scene.ts';
import { hovered, pointer, scene, selected } from '../scene/selection.ts';
import { eventOfMark } from './mark-event.ts';
import { wordsOf } from './words.ts';

const WIDTH = 300;
const HEIGHT = 142;
/** From the pointer, CSS pixels. */
const AWAY = 14;

export function Tooltip() {
  const bar = hovered.value >= 0 ? hovered.value : selected.value;
  if (chart.value === undefined || scene.value === undefined || bar < 0) return null;
  const { gpr, name, row, gpus, from, to, length, end } = wordsOf(chart.value, bar);
  const { mark } = ENDS[chart.value.bars.end[bar]];
  return (
    <div class="tooltip" aria-hidden="true" style={placeOf(bar)}>
      <b>
        {gpr === undefined || gpr.gprName === null ? (
          name
        ) : (
          <>
            <bdi>{gpr.gprName}</bdi> (<bdi>{gpr.workspace}</bdi>, priority {gpr.priority})
          </>
        )}
      </b>
      <span>
        {gpus} of <bdi>{row}</bdi>
      </span>
      <span>
        {from}
        {to === '' ? '' : ` – ${to.slice(0, 14) === from.slice(0, 14) ? to.slice(15) : to}`}
      </span>
      <span>
        {length}
        {end !== '' && ', '}
        {mark && <MarkIcon mark={mark} />}
        {end}
      </span>
      {eventOfMark(bar) !== undefined && (
        <span class="quiet">Its event: click the mark, or press e on the selected bar.</span>
      )}
    </div>
  );
}

/** Beside the pointer, or below the selected bar; within the view. */
function placeOf(bar: number): { readonly left: string; readonly top: string } {
  const { window, width, height, rows, bars, scrolled } = scene.value!;
  const point = hovered.value >= 0 ? pointer.value : undefined;
  const perMs = width / (window.toMs - window.fromMs);
  const middle = (bars.fromMs[bar] + endOfBar(scene.value!, bar)) / 2;
  const x = point?.x ?? Math.min(width, Math.max(0, (middle - window.fromMs) * perMs));
  const y = point?.y ?? rows.top[bars.row[bar] + 1] - scrolled;
  const room = width + gutter.value;
  const left = Math.max(0, Math.min(gutter.value + x + AWAY, room - WIDTH));
  const isLow = y > height - HEIGHT;
  const top = isLow ? Math.max(0, AXIS + y - HEIGHT - AWAY) : AXIS + y + AWAY;
  return { left: `${left}px`, top: `${top}px` };
}
