// The script of a report: zooms all Gantt charts together and shows the bar under the pointer. Without it, the report is
// complete, apart from long CSV texts.

import { csvIn } from './csv-texts.ts';
import { Chart, LEFT, type Span, WIDTH } from './zoomed-chart.ts';

/** The shortest part of the time that the charts show. */
const SPAN_MIN = 1e-4;

const charts = [...document.querySelectorAll<SVGSVGElement>('svg.gantt')].map((svg) => new Chart(svg));
let span: Span = { from: 0, to: 1 };

function show(begin: number, end: number): void {
  const width = Math.min(1, Math.max(SPAN_MIN, end - begin));
  const from = Math.min(Math.max(0, begin), 1 - width);
  span = { from, to: from + width };
  for (const chart of charts) chart.show(span);
}

function zoom(factor: number): void {
  const middle = (span.from + span.to) / 2;
  const half = ((span.to - span.from) * factor) / 2;
  show(middle - half, middle + half);
}

function move(by: number): void {
  const width = span.to - span.from;
  show(span.from + width * by, span.to + width * by);
}

const BUTTONS: readonly (readonly [text: string, label: string, act: () => void])[] = [
  ['+', 'Zoom in', () => zoom(1 / 2)],
  ['−', 'Zoom out', () => zoom(2)],
  ['◀', 'Earlier', () => move(-1 / 4)],
  ['▶', 'Later', () => move(1 / 4)],
  ['All', 'Show all', () => show(0, 1)],
];

function zoomBar(): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'zoom';
  for (const [text, label, act] of BUTTONS) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.title = label;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', act);
    bar.append(button);
  }
  bar.append('Drag over the chart to zoom');
  return bar;
}

const tip = document.createElement('div');
tip.className = 'tip';
tip.hidden = true;
document.body.append(tip);

function point(chart: Chart, event: PointerEvent): void {
  const text = chart.textAt(event, span);
  tip.hidden = text === undefined;
  if (text === undefined) return;
  tip.textContent = text;
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
}

/** Zooms to the part over which the pointer is dragged. */
function letPick(chart: Chart): void {
  const { svg, box } = chart;
  let begun: ReturnType<Chart['placeOf']> | undefined;
  const picked = chart.element('rect');
  picked.setAttribute('class', 'picked');
  picked.setAttribute('y', `${box[1]}`);
  picked.setAttribute('height', `${box[3]}`);
  const end = () => {
    begun = undefined;
    picked.remove();
  };
  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.preventDefault();
    begun = chart.placeOf(event, span);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => {
    point(chart, event);
    if (begun === undefined) return;
    const { x } = chart.placeOf(event, span);
    const low = Math.max(LEFT, Math.min(x, begun.x));
    const high = Math.min(LEFT + WIDTH, Math.max(x, begun.x));
    picked.setAttribute('x', `${low}`);
    picked.setAttribute('width', `${Math.max(0, high - low)}`);
    svg.append(picked);
  });
  svg.addEventListener('pointerup', (event) => {
    const first = begun;
    end();
    if (first === undefined) return;
    const last = chart.placeOf(event, span);
    if (Math.abs(last.x - first.x) > 4)
      show(Math.min(first.share, last.share), Math.max(first.share, last.share));
  });
  svg.addEventListener('pointercancel', end);
  svg.addEventListener('pointerleave', () => {
    tip.hidden = true;
  });
  svg.addEventListener('dblclick', () => show(0, 1));
}

for (const pre of document.querySelectorAll('pre.csv.packed'))
  pre.closest('details')!.addEventListener('toggle', () => csvIn(pre), { once: true });
for (const chart of charts) {
  chart.svg.parentElement!.before(zoomBar());
  letPick(chart);
}
