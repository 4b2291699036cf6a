// What the bar under the pointer or the selected bar is.

import { gutter, startMs } from '../../axis/shown-time.ts';
import { instant } from '../../text/spans.ts';
import { chart } from '../data/chart-data.ts';
import { AXIS } from '../data/row-places.ts';
import { ENDS } from '../paint/ends.ts';
import { MarkIcon } from '../paint/mark.tsx';
import { endOfBar } from '../scene/scene.ts';
import { hovered, hoveredWait, pointer, scene, selected } from '../scene/selected-bar.ts';
import { nameOf, waitWords, wordsOf } from './words.ts';

const WIDTH = 300;
const HEIGHT = 142;
/** From the pointer, CSS pixels. */
const AWAY = 14;

export function Tooltip() {
  if (hoveredWait.value !== undefined && chart.value?.waits !== undefined) {
    const { row, gpr, fromMs, toMs } = hoveredWait.value;
    const { answer, waits } = chart.value;
    const spans = waits.wholeOf(hoveredWait.value);
    const [since, until] = [spans[0].fromMs, spans.at(-1)!.toMs].map((ms) => instant(startMs.value + ms));
    return (
      <div class="tooltip" aria-hidden="true" style={placeAt(row, (fromMs + toMs) / 2)}>
        <b>{gpr < 0 ? 'Short waits close together' : nameOf(answer.gprs[gpr], 1)}</b>
        <span>
          {since} – {shortEnd(since, until)}
        </span>
        <span>{waitWords(spans)}</span>
      </div>
    );
  }
  const bar = hovered.value ?? selected.value;
  if (chart.value === undefined || scene.value === undefined || bar === undefined) return null;
  const { gpr, name, row, gpus, from, to, length, end, waited } = wordsOf(chart.value, bar);
  const { mark } = ENDS[bar.end];
  return (
    <div
      class="tooltip"
      aria-hidden="true"
      style={placeAt(bar.row, (bar.fromMs + endOfBar(scene.value, bar)) / 2)}
    >
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
        {to !== '' && ` – ${shortEnd(from, to)}`}
      </span>
      <span>
        {length}
        {end !== '' && ', '}
        {mark && <MarkIcon mark={mark} />}
        {end}
      </span>
      {waited !== '' && <span>{waited}</span>}
    </div>
  );
}

/** An end on the same day, without the day. */
function shortEnd(from: string, to: string): string {
  return to.slice(0, 14) === from.slice(0, 14) ? to.slice(15) : to;
}

/** Beside the pointer, or below an instant of a row; within the view. */
function placeAt(row: number, middle: number): { readonly left: string; readonly top: string } {
  const { window, width, height, rows, scrolled } = scene.value!;
  const point = (hovered.value ?? hoveredWait.value) && pointer.value;
  const perMs = width / (window.toMs - window.fromMs);
  const x = point?.x ?? Math.min(width, Math.max(0, (middle - window.fromMs) * perMs));
  const y = point?.y ?? rows.top[row + 1] - scrolled;
  const room = width + gutter.value;
  const left = Math.max(0, Math.min(gutter.value + x + AWAY, room - WIDTH));
  const isLow = y > height - HEIGHT;
  const top = isLow ? Math.max(0, AXIS + y - HEIGHT - AWAY) : AXIS + y + AWAY;
  return { left: `${left}px`, top: `${top}px` };
}
