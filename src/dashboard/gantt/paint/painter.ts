// Draws the rows and bars of a Gantt chart. Nothing here depends on signals or elements of the page.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { commonPrefix } from '../../../looks/prefix.ts';
import { visible } from '../../../looks/visible.ts';
import { NEUTRAL } from '../../../looks/workspace-colors.ts';
import type { Palette } from '../../axis/paint/palette.ts';
import { isStripe, PALE, stripeSize } from '../../axis/paint/stripes.ts';
import { dayOf, type Tick, ticksOf } from '../../axis/paint/ticks.ts';
import { paintUnread } from '../../axis/reading/unread.ts';
import { unreadOf } from '../../axis/time-window.ts';
import type { Bar } from '../data/bars.ts';
import { AXIS, GAP } from '../data/row-places.ts';
import { eachRectangle, type Lit, placesIn, type Scene, visibleRows } from '../scene/scene.ts';
import { ENDS, hasMark } from './ends.ts';
import { inkOn } from './ink.ts';
import { drawMark } from './mark.tsx';
import { drawName, rowNames } from './name-labels.ts';
import { pixelOf, Raster, type Tile, tileOf } from './raster.ts';
import { paintWaits } from './wait-lines.ts';

const FONT_PX = 11;
/** Bars that are less high have no names, CSS pixels. */
const LABEL_HEIGHT_MIN = 14;
const LABEL_WIDTH_MIN = 40;
/** Between two ticks of the time axis at least, CSS pixels. */
const TICK_ROOM = 84;

export interface Look {
  readonly palette: Palette;
  readonly fontFamily: string;
  /** Width of the names, CSS pixels. */
  readonly gutter: number;
  readonly rows: GanttAnswer['rows'];
  readonly gprs: GanttAnswer['gprs'];
  /** The start of the scenario, ms since 1970. */
  readonly startMs: number;
  /** GPR → its color. */
  readonly colors: readonly string[];
  /** What the legend marks: everything else is pale. */
  readonly lit?: Lit | undefined;
}

interface Brush {
  readonly color: number;
  readonly stripes: Tile;
}

/** A bar that is drawn as a rectangle of device pixels. */
interface Placed {
  readonly bar: Bar;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** How much of the color of a bar is left beside a marked kind. */
const UNLIT = 0.2;

/** What is drawn of a scene; it keeps what the next frame can use again. */
export function newPainter(canvas: HTMLCanvasElement) {
  const raster: Raster = new Raster();
  const brushes: Map<string, Brush> = new Map();
  const context: CanvasRenderingContext2D = canvas.getContext('2d', { alpha: false })!;

  function drawRows(scene: Scene, look: Look, ticks: readonly Tick[]): void {
    const { rows, width, height, scrolled, ratio } = scene;
    const { palette } = look;
    const x = placesIn(scene);
    const [first, last] = visibleRows(scene);
    const names = rowNames(look.rows);
    const right = Math.round(width * ratio);
    const end = rows.step === 0 ? 0 : Math.min(rows.height, scrolled + scene.height);
    for (let top = Math.floor(scrolled / rows.step) * rows.step; top < end; top += rows.step) {
      const place = { left: 0, top: Math.round((top - scrolled) * ratio), width: right };
      paintUnread(context, { ...place, height: Math.round((rows.step - GAP) * ratio) }, palette);
    }
    for (let row = first; row < last; row++) {
      const top = Math.round((rows.top[row] - scrolled) * ratio);
      const high = Math.max(1, Math.round(rows.heightOf(row) * ratio));
      context.fillStyle = palette.row;
      context.fillRect(0, top, right, high);
      for (const [fromMs, toMs] of look.rows[row].down) {
        const from = Math.max(0, Math.floor(x(fromMs!)));
        const to = Math.min(right, Math.ceil(x(toMs ?? Math.max(scene.nowMs, scene.read.toMs))));
        if (to <= from) continue;
        context.fillStyle = palette.badPage;
        context.fillRect(from, top, to - from, high);
        context.fillStyle = palette.bad;
        context.fillRect(from, top, to - from, Math.max(1, ratio));
        context.fillRect(from, top + high - Math.max(1, ratio), to - from, Math.max(1, ratio));
        if (to - from > LABEL_WIDTH_MIN * ratio) context.fillText('down', from + 4 * ratio, top + high / 2);
      }
      const place = { x: (8 - look.gutter) * ratio, y: top + high / 2, room: (look.gutter - 14) * ratio };
      drawName(context, names[row], place, palette);
    }
    context.fillStyle = palette.line;
    for (const { atMs } of ticks) context.fillRect(Math.round(x(atMs)), 0, 1, height * ratio);
  }

  function drawUnread(scene: Scene, { palette }: Look): void {
    const { height, ratio } = scene;
    const x = placesIn(scene);
    for (const { fromMs, toMs } of unreadOf(scene)) {
      const left = Math.round(x(fromMs));
      const width = Math.round(x(toMs)) - left;
      paintUnread(context, { left, top: 0, width, height: height * ratio }, palette);
    }
  }

  function drawBars(scene: Scene, look: Look): void {
    const { ratio, width } = scene;
    const { lit } = look;
    const right = Math.round(width * ratio);
    const named: Placed[] = [];
    const marked: Placed[] = [];
    const brushes = brushesOf(look, ratio);
    const pale = lit && brushesOf(look, ratio, UNLIT);
    raster.begin(Math.max(1, right), Math.max(1, Math.round(scene.height * ratio)));
    eachRectangle(scene, (x0, y0, x1, y1, bar) => {
      const { gpr, kind } = bar;
      const { color, stripes } = (pale === undefined || lit!.bar(bar) ? brushes : pale)(gpr);
      // A bar that ended has a gap behind it; a running one has none.
      const gap = kind !== 'running' && x1 - x0 > 3 && x1 < right ? 1 : 0;
      if (kind === 'planned') raster.fillTile(x0, y0, x1 - gap, y1, stripes);
      else raster.fill(x0, y0, x1 - gap, y1, color);
      if (gpr >= 0 && kind !== 'planned' && y1 - y0 >= LABEL_HEIGHT_MIN * ratio && x1 - x0 > 18 * ratio)
        named.push({ bar, x0, y0, x1, y1 });
      if (hasMark(scene, bar, x0, y0, x1, y1)) marked.push({ bar, x0, y0, x1, y1 });
    });
    paintWaits(raster, scene, look.palette, { isLit: lit?.reason ?? (() => true), unlit: UNLIT });
    raster.drawOn(context);
    const names = named.map(({ bar }) => visible(look.gprs[bar.gpr].gprName ?? ''));
    const shared = commonPrefix(names).length;
    for (const [i, { bar, x0, y0, x1, y1 }] of named.entries()) {
      // What all names have in common distinguishes none. A name that has no room is at the pointer.
      const text = names[i].slice(shared);
      if (context.measureText(text).width > x1 - x0 - 18 * ratio) continue;
      context.fillStyle = (lit?.bar(bar) ?? true) ? inkOn(look.colors[bar.gpr]) : look.palette.quiet;
      context.fillText(text, x0 + 4 * ratio, (y0 + y1) / 2);
    }
    for (const { bar, x1, y0, y1 } of marked) {
      const size = Math.min(9 * ratio, y1 - y0);
      const colors = look.palette;
      drawMark(context, ENDS[bar.end].mark!, x1 - size / 2 - ratio, (y0 + y1) / 2, size, colors);
    }
  }

  /** Brushes by GPR; −1 is a merged bar. @param share of the color */
  function brushesOf({ colors }: Look, ratio: number, share = 1): (gpr: number) => Brush {
    const of = (color: string) => {
      const key = `${color} ${ratio} ${share}`;
      let brush = brushes.get(key);
      if (brush === undefined) {
        const [full, pale] = [pixelOf(color, share), pixelOf(color, share * PALE)];
        const size = stripeSize(ratio);
        brush = { color: full, stripes: tileOf(size, (x, y) => (isStripe(x, y, size) ? full : pale)) };
        brushes.set(key, brush);
      }
      return brush;
    };
    const list = colors.map(of);
    const merged = of(NEUTRAL);
    return (gpr) => list[gpr] ?? merged;
  }

  function drawAxis(scene: Scene, look: Look, ticks: readonly Tick[], left: number, top: number): void {
    const { ratio } = scene;
    context.fillStyle = look.palette.quiet;
    context.fillText(dayOf(look.startMs + scene.window.fromMs), 8 * ratio, top / 2);
    const places = placesIn(scene);
    const width = scene.width * ratio;
    for (const { atMs, label, isDay } of ticks) {
      const x = places(atMs);
      const room = context.measureText(label).width / 2;
      context.fillStyle = isDay ? look.palette.text : look.palette.quiet;
      if (x >= room && x <= width - room) context.fillText(label, left + x - room, top / 2);
    }
    context.fillStyle = look.palette.line;
    context.fillRect(0, top - 1, left + width, 1);
  }

  return {
    paint(scene: Scene, look: Look): void {
      // A canvas without a size has no patterns.
      if (context.canvas.width === 0 || context.canvas.height === 0) return;
      const { window, width, height, ratio } = scene;
      const ticks = ticksOf(window, look.startMs, width / TICK_ROOM);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = look.palette.panel;
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
      context.font = `${FONT_PX * ratio}px ${look.fontFamily}`;
      context.textBaseline = 'middle';
      const left = Math.round(look.gutter * ratio);
      const top = Math.round(AXIS * ratio);
      context.save();
      context.beginPath();
      context.rect(0, top, left + Math.round(width * ratio), Math.round(height * ratio));
      context.clip();
      context.translate(left, top);
      drawRows(scene, look, ticks);
      drawBars(scene, look);
      drawUnread(scene, look);
      context.restore();
      drawAxis(scene, look, ticks, left, top);
    },
  };
}
