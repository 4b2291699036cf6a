// The script of a report: zooms all Gantt charts together and shows the bar under the pointer. Without it, the report is
// complete, apart from long CSV texts. It reads the bars from the CSV below each chart.

import { UNPACK } from './packed.ts';

export const SCRIPT = `'use strict';
${UNPACK}const charts = [...document.querySelectorAll('svg.gantt')].map(chartOf);
const LEFT = 176, WIDTH = 886;
let from = 0, to = 1;
function chartOf(svg) {
  const { from, to, tops, lane, unit } = svg.dataset;
  const plot = svg.querySelector('svg.plot');
  return { svg, plot, box: plot.getAttribute('viewBox').split(' ').map(Number), time: svg.querySelector('.time'),
    still: svg.querySelector('.time').innerHTML, from: +from, to: +to, tops: tops.split(' ').map(Number), lane: +lane, unit, bars: null };
}
function csvIn(pre) {
  if (pre.classList.contains('packed')) {
    const texts = pre.closest('section').querySelector('pre.texts');
    pre.textContent = unpacked(JSON.parse(pre.textContent), texts === null ? [] : JSON.parse(texts.textContent));
    pre.classList.remove('packed');
  }
  return pre.textContent;
}
for (const pre of document.querySelectorAll('pre.csv.packed'))
  pre.closest('details').addEventListener('toggle', () => csvIn(pre), { once: true });
function barsOf(chart) {
  if (chart.bars === null) {
    const text = csvIn(chart.svg.closest('.chart').querySelector('pre.csv'));
    chart.bars = text.split('\\n').slice(1).map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
      .map(([, quoted, plain]) => quoted === undefined ? plain : quoted.replaceAll('""', '"')))
      .map(([row, node, , lane, lanes, begin, end, gpr, workspace, priority, how, count]) => ({ row: +row, node, lane: +lane,
        lanes: +lanes, begin, end, from: Date.parse(begin), to: end === '' ? chart.to : Date.parse(end), gpr, workspace, priority, how, count }));
  }
  return chart.bars;
}
function place(chart, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.svg.getScreenCTM().inverse());
  return { share: from + (to - from) * Math.min(1, Math.max(0, (point.x - LEFT) / WIDTH)), x: point.x, y: point.y };
}
function show(begin, end) {
  const width = Math.min(1, Math.max(1e-4, end - begin));
  from = Math.min(Math.max(0, begin), 1 - width);
  to = from + width;
  for (const chart of charts) {
    const [x, y, wide, high] = chart.box;
    chart.plot.setAttribute('viewBox', [x + wide * from, y, wide * width, high].join(' '));
    if (width === 1) chart.time.innerHTML = chart.still;
    else labels(chart);
  }
}
function labels(chart) {
  const base = chart.box[1] + chart.box[3];
  chart.time.replaceChildren();
  for (let i = 0; i <= 6; i++) {
    const at = chart.from + (chart.to - chart.from) * (from + (to - from) * i / 6);
    const [day, time] = new Date(at).toISOString().split('T');
    for (const [text, line] of [[time.slice(0, 8), 14], [day, 28]]) {
      const label = document.createElementNS(chart.svg.namespaceURI, 'text');
      label.setAttribute('x', LEFT + WIDTH * i / 6);
      label.setAttribute('y', base + line);
      label.setAttribute('class', i === 6 ? 'tick end' : 'tick middle');
      label.textContent = text;
      chart.time.append(label);
    }
  }
}
const zoom = (factor) => show((from + to) / 2 - (to - from) * factor / 2, (from + to) / 2 + (to - from) * factor / 2);
const move = (by) => show(from + (to - from) * by, to + (to - from) * by);
const tip = document.createElement('div');
tip.className = 'tip';
tip.hidden = true;
document.body.append(tip);
function point(chart, event) {
  const { share, x, y } = place(chart, event);
  const at = chart.from + (chart.to - chart.from) * share;
  const row = chart.tops.findLastIndex((top) => top <= y);
  const lane = (y - chart.tops[row]) / chart.lane;
  const near = (chart.to - chart.from) * (to - from) / WIDTH;
  const bar = x < LEFT ? undefined : barsOf(chart).findLast((bar) => bar.row === row && lane >= bar.lane &&
    lane < bar.lane + bar.lanes && at >= bar.from - near / 2 && at <= bar.to + near / 2);
  tip.hidden = bar === undefined;
  if (bar === undefined) return;
  const what = bar.gpr === '' ? bar.count + ' short attempts' : bar.gpr + ' of ' + bar.workspace + ', priority ' + bar.priority;
  tip.textContent = what + '\\n' + bar.lanes + ' ' + chart.unit + (bar.lanes === 1 ? '' : 's') + ' of ' + bar.node + '\\n' + bar.begin + ' –\\n' +
    (bar.end || 'end of the run') + ', ' + bar.how;
  tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
  tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + 'px';
}
for (const chart of charts) {
  const bar = document.createElement('div');
  bar.className = 'zoom';
  for (const [text, label, act] of [['+', 'Zoom in', () => zoom(1 / 2)], ['−', 'Zoom out', () => zoom(2)],
    ['◀', 'Earlier', () => move(-1 / 4)], ['▶', 'Later', () => move(1 / 4)], ['All', 'Show all', () => show(0, 1)]]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.title = label;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', act);
    bar.append(button);
  }
  bar.append('Drag over the chart to zoom');
  chart.svg.parentElement.before(bar);
  let begun = null;
  const picked = document.createElementNS(chart.svg.namespaceURI, 'rect');
  picked.setAttribute('class', 'picked');
  picked.setAttribute('y', chart.box[1]);
  picked.setAttribute('height', chart.box[3]);
  chart.svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.preventDefault();
    begun = place(chart, event);
    chart.svg.setPointerCapture(event.pointerId);
  });
  chart.svg.addEventListener('pointermove', (event) => {
    point(chart, event);
    if (begun === null) return;
    const { x } = place(chart, event);
    const [low, high] = [Math.max(LEFT, Math.min(x, begun.x)), Math.min(LEFT + WIDTH, Math.max(x, begun.x))];
    picked.setAttribute('x', low);
    picked.setAttribute('width', Math.max(0, high - low));
    chart.svg.append(picked);
  });
  chart.svg.addEventListener('pointerup', (event) => {
    picked.remove();
    const first = begun;
    begun = null;
    const last = place(chart, event);
    if (first !== null && Math.abs(last.x - first.x) > 4)
      show(Math.min(first.share, last.share), Math.max(first.share, last.share));
  });
  chart.svg.addEventListener('pointercancel', () => { begun = null; picked.remove(); });
  chart.svg.addEventListener('pointerleave', () => { tip.hidden = true; });
  chart.svg.addEventListener('dblclick', () => show(0, 1));
}
`;
