// Draws the rows and bars of a Gantt chart. Nothing here depends on signals or elements of the page.

import { visible } from '../../looks/visible.ts';
import type { Palette } from '../axis/palette.ts';
import { Stripes } from '../axis/stripes.ts';
import type { Tick } from '../axis/ticks.ts';
import { paintUnread } from '../axis/unread.ts';
import { unreadOf } from '../axis/window.ts';
import { Kind } from './bars.ts';
import { endOf } from './ends.ts';
import { inkOn } from './ink.ts';
import { drawMark } from './marks.ts';
import { fillPixels, pixelOf } from './raster.ts';
import { GAP } from './rows.ts';
import { eachRectangle, MERGED, type Scene, visibleBars, visibleRows } from './scene.ts';

/** With more visible bars, pixels are drawn instead of rectangles with names. */
const RECTANGLES_MAX = 20_000;

/** Height of the time axis, CSS pixels. */
export const AXIS = 20;
const FONT_PX = 11;
const LABEL_WIDTH_MIN = 40;
/** A shortened text has at least this many characters. */
const KEPT_MIN = 6;

export interface Look {
  readonly palette: Palette;
  readonly fontFamily: string;
  /** Width of the names, CSS pixels. */
  readonly gutter: number;
  /** Row → its name, and when its node was down. */
  readonly names: readonly string[];
  readonly down: readonly (readonly (readonly [fromMs: number, toMs: number | null])[])[];
  readonly ticks: readonly Tick[];
  /** The day at the left edge. */
  readonly day: string;
  /** GPR → its name and color. */
  readonly labels: readonly (string | null)[];
  readonly colors: readonly string[];
  readonly neutral: string;
}

/** What is drawn of a scene; it keeps what the next frame can use again. */
export class Painter {
  readonly #context: CanvasRenderingContext2D;
  readonly #stripes: Stripes = new Stripes();
  #layer: OffscreenCanvas | undefined;
  #image: ImageData | undefined;
  #colors: { readonly of: readonly string[]; readonly pixels: Uint32Array } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#context = canvas.getContext('2d', { alpha: false })!;
  }

  paint(scene: Scene, look: Look): void {
    const context = this.#context;
    const { width, height, ratio } = scene;
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
    this.#drawRows(scene, look);
    this.#drawBars(scene, look);
    this.#drawUnread(scene, look);
    context.restore();
    this.#drawAxis(scene, look, left, top);
  }

  #drawRows(scene: Scene, look: Look): void {
    const context = this.#context;
    const { rows, width, height, scrolled, ratio } = scene;
    const { palette } = look;
    const perMs = perMsOf(scene);
    const [first, last] = visibleRows(scene);
    const right = Math.round(width * ratio);
    const end = rows.step === 0 ? 0 : Math.min(rows.height, scrolled + scene.height);
    for (let top = Math.floor(scrolled / rows.step) * rows.step; top < end; top += rows.step) {
      const place = { left: 0, top: Math.round((top - scrolled) * ratio), width: right };
      paintUnread(context, { ...place, height: Math.round((rows.step - GAP) * ratio) }, palette, ratio);
    }
    for (let row = first; row < last; row++) {
      const top = Math.round((rows.top[row] - scrolled) * ratio);
      const high = Math.max(1, Math.round(rows.heightOf(row) * ratio));
      context.fillStyle = palette.raised;
      context.fillRect(0, top, right, high);
      for (const [fromMs, toMs] of look.down[row]) {
        const from = Math.max(0, Math.floor((fromMs - scene.window.fromMs) * perMs));
        const to = Math.min(
          right,
          Math.ceil(((toMs ?? Math.max(scene.nowMs, scene.read.toMs)) - scene.window.fromMs) * perMs),
        );
        if (to <= from) continue;
        context.fillStyle = palette.badPage;
        context.fillRect(from, top, to - from, high);
        context.fillStyle = palette.bad;
        context.fillRect(from, top, to - from, Math.max(1, ratio));
        context.fillRect(from, top + high - Math.max(1, ratio), to - from, Math.max(1, ratio));
        if (to - from > LABEL_WIDTH_MIN * ratio) context.fillText('down', from + 4 * ratio, top + high / 2);
      }
      context.fillStyle = palette.text;
      const room = (look.gutter - 14) * ratio;
      context.fillText(shortened(context, look.names[row], room), (8 - look.gutter) * ratio, top + high / 2);
    }
    context.fillStyle = palette.line;
    for (const { atMs } of look.ticks) {
      const x = Math.round((atMs - scene.window.fromMs) * perMs);
      context.fillRect(x, 0, 1, height * ratio);
    }
  }

  #drawUnread(scene: Scene, { palette }: Look): void {
    const { window, height, ratio } = scene;
    const perMs = perMsOf(scene);
    for (const { fromMs, toMs } of unreadOf(scene)) {
      const left = Math.round((fromMs - window.fromMs) * perMs);
      const width = Math.round((toMs - window.fromMs) * perMs) - left;
      paintUnread(this.#context, { left, top: 0, width, height: height * ratio }, palette, ratio);
    }
  }

  #drawBars(scene: Scene, look: Look): void {
    if (visibleBars(scene) > RECTANGLES_MAX) this.#drawPixels(scene, look);
    else this.#drawRectangles(scene, look);
  }

  #drawRectangles(scene: Scene, look: Look): void {
    const context = this.#context;
    const { bars, ratio, width } = scene;
    const right = Math.round(width * ratio);
    const named: number[] = [];
    const marked: number[] = [];
    const ends = bars.ends.map(endOf);
    let last = '';
    eachRectangle(scene, (x0, y0, x1, y1, bar) => {
      const gpr = bar === MERGED ? -1 : bars.gpr[bar];
      const color = gpr < 0 ? look.neutral : look.colors[gpr];
      const kind = bar === MERGED ? Kind.past : bars.kind[bar];
      if (kind === Kind.planned) {
        context.fillStyle = this.#stripes.of(context, color, ratio);
        last = '';
      } else if (color !== last) {
        context.fillStyle = color;
        last = color;
      }
      // A bar that ended has a gap behind it; a running one has none.
      const gap = kind !== Kind.running && x1 - x0 > 3 && x1 < right ? 1 : 0;
      context.fillRect(x0, y0, x1 - x0 - gap, y1 - y0);
      if (bar === MERGED) return;
      if (
        gpr >= 0 &&
        y1 - y0 >= FONT_PX * ratio &&
        x1 - x0 >= LABEL_WIDTH_MIN * ratio &&
        kind !== Kind.planned
      )
        named.push(gpr, x0, y0, x1, y1);
      const { mark } = ends[bars.end[bar]];
      if (mark !== 'none' && kind === Kind.past && x1 - x0 >= 9 * ratio && y1 - y0 >= 5 * ratio && x1 < right)
        marked.push(bar, x1, y0, y1);
    });
    for (let i = 0; i < named.length; i += 5) {
      const [gpr, x0, y0, x1, y1] = named.slice(i, i + 5);
      context.fillStyle = inkOn(look.colors[gpr]);
      const text = shortened(context, visible(look.labels[gpr] ?? ''), x1 - x0 - 18 * ratio);
      context.fillText(text, x0 + 4 * ratio, (y0 + y1) / 2);
    }
    for (let i = 0; i < marked.length; i += 4) {
      const [bar, x1, y0, y1] = marked.slice(i, i + 4);
      const size = Math.min(9 * ratio, y1 - y0);
      const colors = look.palette;
      drawMark(context, ends[bars.end[bar]].mark, x1 - size / 2 - ratio, (y0 + y1) / 2, size, colors);
    }
  }

  #drawPixels(scene: Scene, look: Look): void {
    const width = Math.round(scene.width * scene.ratio);
    const height = Math.round(scene.height * scene.ratio);
    if (this.#layer?.width !== width || this.#layer.height !== height) {
      this.#layer = new OffscreenCanvas(width, height);
      this.#image = undefined;
    }
    const layer = this.#layer.getContext('2d', { willReadFrequently: true })!;
    this.#image ??= new ImageData(width, height);
    const data = new Uint32Array(this.#image.data.buffer);
    data.fill(0);
    if (this.#colors?.of !== look.colors)
      this.#colors = { of: look.colors, pixels: Uint32Array.from(look.colors, pixelOf) };
    fillPixels({ width, height, data }, scene, this.#colors.pixels, pixelOf(look.neutral));
    layer.putImageData(this.#image, 0, 0);
    this.#context.drawImage(this.#layer, 0, 0);
  }

  #drawAxis(scene: Scene, look: Look, left: number, top: number): void {
    const context = this.#context;
    const { ratio } = scene;
    context.fillStyle = look.palette.quiet;
    context.fillText(look.day, 8 * ratio, top / 2);
    const perMs = perMsOf(scene);
    const width = scene.width * ratio;
    for (const { atMs, label, isDay } of look.ticks) {
      const x = (atMs - scene.window.fromMs) * perMs;
      const room = context.measureText(label).width / 2;
      context.fillStyle = isDay ? look.palette.text : look.palette.quiet;
      if (x >= room && x <= width - room) context.fillText(label, left + x - room, top / 2);
    }
    context.fillStyle = look.palette.line;
    context.fillRect(0, top - 1, left + width, 1);
  }
}

/** Device pixels of a ms. */
function perMsOf({ width, ratio, window }: Scene): number {
  return (width * ratio) / (window.toMs - window.fromMs);
}

/** A text that is at most this wide, or ''. Its middle is left out, since names often differ at their ends. */
function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  for (let kept = Math.floor((text.length * room) / width); kept >= KEPT_MIN; kept--) {
    const head = Math.floor(kept / 3);
    const short = `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`;
    if (context.measureText(short).width <= room) return short;
  }
  return '';
}
