// A Gantt chart of the page: its bars, which it reads from the CSV below it, and what it shows of its time.

import { cellsOf, csvIn } from './csv-texts.ts';

/** The plot within the coordinates of the chart. */
export const LEFT = 176;
export const WIDTH = 886;
const LABELS = 6;

/** A part of the time of the charts, 0 … 1. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Bar {
  readonly row: number;
  readonly node: string;
  readonly lane: number;
  readonly lanes: number;
  readonly begin: string;
  /** '' if it lasts until the end of the run. */
  readonly end: string;
  /** ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** What it is, and how it ended. */
  readonly what: string;
  readonly how: string;
}

export class Chart {
  readonly svg: SVGSVGElement;
  /** Of the plot. */
  readonly box: readonly number[];
  readonly #plot: SVGSVGElement;
  readonly #time: SVGGElement;
  /** Labels of the whole time. */
  readonly #still: string;
  /** ms since 1970. */
  readonly #from: number;
  readonly #to: number;
  /** The upper ends of the rows, and the height of a lane. */
  readonly #tops: readonly number[];
  readonly #lane: number;
  #bars: readonly Bar[] | undefined;

  constructor(svg: SVGSVGElement) {
    const { from, to, tops, lane } = svg.dataset;
    this.svg = svg;
    this.#plot = svg.querySelector('svg.plot')!;
    this.box = this.#plot.getAttribute('viewBox')!.split(' ').map(Number);
    this.#time = svg.querySelector('.time')!;
    this.#still = this.#time.innerHTML;
    this.#from = Number(from);
    this.#to = Number(to);
    this.#tops = tops!.split(' ').map(Number);
    this.#lane = Number(lane);
  }

  show({ from, to }: Span): void {
    const [x, y, wide, high] = this.box;
    const width = to - from;
    this.#plot.setAttribute('viewBox', [x + wide * from, y, wide * width, high].join(' '));
    if (width === 1) this.#time.innerHTML = this.#still;
    else this.#label({ from, to });
  }

  #label({ from, to }: Span): void {
    const base = this.box[1] + this.box[3];
    this.#time.replaceChildren();
    for (let i = 0; i <= LABELS; i++) {
      const [day, time] = this.#instantAt(from + ((to - from) * i) / LABELS).split('T');
      for (const [text, line] of [[time.slice(0, 8), 14] as const, [day, 28] as const]) {
        const label = this.element('text');
        label.setAttribute('x', `${LEFT + (WIDTH * i) / LABELS}`);
        label.setAttribute('y', `${base + line}`);
        label.setAttribute('class', i === LABELS ? 'tick end' : 'tick middle');
        label.textContent = text;
        this.#time.append(label);
      }
    }
  }

  #msAt(share: number): number {
    return this.#from + (this.#to - this.#from) * share;
  }

  #instantAt(share: number): string {
    return new Date(this.#msAt(share)).toISOString();
  }

  element(name: 'rect' | 'text'): SVGElement {
    return document.createElementNS(this.svg.namespaceURI!, name) as SVGElement;
  }

  /** The place of a pointer, with the share of the time of the chart there. */
  placeOf(
    event: PointerEvent,
    { from, to }: Span,
  ): { readonly share: number; readonly x: number; readonly y: number } {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.svg.getScreenCTM()!.inverse(),
    );
    return { share: from + (to - from) * Math.min(1, Math.max(0, (x - LEFT) / WIDTH)), x, y };
  }

  /** Describes the bar under the pointer; undefined without one. */
  textAt(event: PointerEvent, span: Span): string | undefined {
    const { share, x, y } = this.placeOf(event, span);
    if (x < LEFT) return undefined;
    const at = this.#msAt(share);
    const row = this.#tops.findLastIndex((top) => top <= y);
    const lane = (y - this.#tops[row]) / this.#lane;
    // Half a unit of the chart.
    const near = ((this.#to - this.#from) * (span.to - span.from)) / WIDTH / 2;
    const bar = this.#allBars().findLast(
      (one) =>
        one.row === row &&
        lane >= one.lane &&
        lane < one.lane + one.lanes &&
        at >= one.from - near &&
        at <= one.to + near,
    );
    if (bar === undefined) return undefined;
    const { what, lanes, node, begin, end, how } = bar;
    const unit = `${this.svg.dataset.unit}${lanes === 1 ? '' : 's'}`;
    return `${what}\n${lanes} ${unit} of ${node}\n${begin} –\n${end || 'end of the run'}, ${how}`;
  }

  #allBars(): readonly Bar[] {
    this.#bars ??= csvIn(this.svg.closest('.chart')!.querySelector('pre.csv')!)
      .split('\n')
      .slice(1)
      .map((line) => this.#barOf(cellsOf(line)));
    return this.#bars;
  }

  #barOf(cells: readonly string[]): Bar {
    const [row, node, , lane, lanes, begin, end, gpr, workspace, priority, how, count] = cells;
    return {
      row: Number(row),
      node,
      lane: Number(lane),
      lanes: Number(lanes),
      begin,
      end,
      from: Date.parse(begin),
      to: end === '' ? this.#to : Date.parse(end),
      what: gpr === '' ? `${count} short attempts` : `${gpr} of ${workspace}, priority ${priority}`,
      how,
    };
  }
}
