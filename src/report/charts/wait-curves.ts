// The distribution of waits, and the waits of each workspace.

import type { WaitCurve } from '../../studies/pictures.ts';
import { colorClass } from '../page/color-classes.ts';
import { coordinate, escaped, svgOf, textAt } from '../page/html.ts';
import { LEFT, RIGHT_EDGE, type WaitAxis, WIDTH, waitAxis, waitAxisOf, xOfWait } from './axes.ts';
import { AXIS_HEIGHT, shareChart } from './share-curves.ts';

/** Cumulative curves of waits or errors. A single curve has its marks. */
export function waitCurves(label: string, curves: readonly WaitCurve[]): string {
  const axis = waitAxisOf([0, ...curves.map(({ waitMs }) => waitMs.at(-1) ?? 0)]);
  return shareChart({
    label,
    curves: curves.map(({ waitMs, share }) => ({ x: waitMs.map((ms) => xOfWait(axis, ms)), share })),
    axis: (top, bottom) => waitAxis(axis, top, bottom),
    ...(curves.length === 1
      ? { marks: (top: number, bottom: number) => marksOf(curves[0], axis, top, bottom) }
      : {}),
  });
}

/** Names of marks are in two lines, so that neighbors do not overlap. */
const MARK_HEIGHT = 12;

function marksOf({ marks }: WaitCurve, axis: WaitAxis, top: number, bottom: number): string {
  const mark = (name: string, ms: number | null, y: number) => {
    if (ms === null) return '';
    const x = xOfWait(axis, ms);
    const side = x > RIGHT_EDGE - 40 ? 'tick strong end' : 'tick strong';
    const offset = x > RIGHT_EDGE - 40 ? -4 : 4;
    return `<path class="mark" d="M${coordinate(x)} ${y - 8}V${bottom}"/>${textAt(x + offset, y, name, side)}`;
  };
  return marks.map(({ name, ms }, i) => mark(name, ms, top - 2 - (i % 2) * MARK_HEIGHT)).join('');
}

/** A row of dots: one for each value. */
export interface DotRow {
  readonly name: string;
  /** ms; null = no dot. By series. */
  readonly waitMs: readonly (number | null)[];
}

const ROW_HEIGHT = 18;
const DOTS_TOP = 8;

/** @param isRange the values of a row are ends of a range: the dots are connected, and the last one is hollow */
export function waitDots(rows: readonly DotRow[], isRange: boolean): string {
  const axis = waitAxisOf(rows.flatMap(({ waitMs }) => waitMs.filter((ms) => ms !== null)));
  const bottom = DOTS_TOP + rows.length * ROW_HEIGHT;
  const drawn = rows.map((row, i) => {
    const y = DOTS_TOP + (i + 0.5) * ROW_HEIGHT;
    return `<path class="grid" d="M${LEFT} ${y}H${RIGHT_EDGE}"/>${rowLabel(row.name, y + 4)}${dotsOf(row, axis, y, isRange)}`;
  });
  const content = `${waitAxis(axis, DOTS_TOP, bottom)}${drawn.join('\n')}`;
  return svgOf('Waits of each workspace', WIDTH, bottom + AXIS_HEIGHT, content);
}

function dotsOf({ waitMs }: DotRow, axis: WaitAxis, y: number, isRange: boolean): string {
  const places = waitMs.map((ms) => (ms === null ? null : coordinate(xOfWait(axis, ms))));
  const [first] = places;
  const last = places[places.length - 1];
  const line =
    isRange && first !== null && last !== null ? `<path class="range" d="M${first} ${y}H${last}"/>` : '';
  const dots = places.map((x, i) => {
    if (x === null) return '';
    const kind = isRange ? (i === places.length - 1 ? 'hollow' : 'dot') : colorClass(i);
    return `<circle cx="${x}" cy="${y}" r="4" class="${kind}"/>`;
  });
  return line + dots.join('');
}

/** The most characters of a label beside the plot. */
const LABEL_MAX = 26;

/** A label at the left of a row. The middle of a long one is left out, since names often differ at their ends; it has a title. */
export function rowLabel(name: string, y: number): string {
  const letters = [...name];
  const head = Math.floor(LABEL_MAX / 3);
  const short =
    letters.length > LABEL_MAX
      ? `${letters.slice(0, head).join('')}…${letters.slice(head + 1 - LABEL_MAX).join('')}`
      : name;
  const title = short === name ? '' : `<title>${escaped(name)}</title>`;
  return `<text x="${LEFT - 6}" y="${coordinate(y)}" class="tick end">${title}${escaped(short)}</text>`;
}
