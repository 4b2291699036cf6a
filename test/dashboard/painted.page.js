// Runs in the page before its script: notes what is painted onto each canvas since it was cleared, what the clock shows, and
// whether it ever shows an instant that no answer has named.

const { fillRect } = CanvasRenderingContext2D.prototype;
const painted = new WeakMap();
CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
  const { canvas, fillStyle } = this;
  const { e, f } = this.getTransform();
  if (e === 0 && f === 0 && width === canvas.width && height === canvas.height)
    painted.set(canvas, { width, height, rectangles: [] });
  else
    painted
      .get(canvas)
      ?.rectangles.push([x, y, x + width, y + height, typeof fillStyle === 'string' ? fillStyle : null]);
  fillRect.call(this, x, y, width, height);
};

let latestRead = '';
const { fetch: send } = globalThis;
globalThis.fetch = async (...request) => {
  const response = await send(...request);
  const at = response.headers.get('X-Sim-Time') ?? '';
  if (at > latestRead) latestRead = at;
  return response;
};

const clocksShown = [];
const clocksTooFar = [];
new MutationObserver(() => {
  const shown = document.querySelector('[data-testid="clock"] time')?.getAttribute('datetime');
  if (shown && shown !== clocksShown.at(-1)) clocksShown.push(shown);
  if (shown > latestRead) clocksTooFar.push(shown);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

globalThis.clocksShown = clocksShown;
globalThis.clocksTooFar = clocksTooFar;

/** The instant of the figures and the nodes, the figures, and the GPRs of the GPUs of each node; '' is a free GPU. */
globalThis.nodesShown = () => ({
  at: document.querySelector('[data-testid="read-at"]').dateTime,
  figures: [...document.querySelectorAll('.summary dl div')]
    .slice(1, -1)
    .map((figure) => figure.lastChild.textContent),
  nodes: [...document.querySelectorAll('[data-node]')].map((tile) => [
    tile.dataset.node,
    tile.classList.contains('down'),
    ...[...tile.querySelectorAll('.cell')].map((cell) => (cell.hash ?? '').replace('#/gpr/', '')),
  ]),
});

/** The instant of the queue, and its rows: GPR, age, reason, start. */
globalThis.queueShown = () => {
  const panel = document.querySelector('[data-testid="queue"]');
  return {
    at: panel.querySelector('.as-of')?.dateTime ?? '',
    rows: [...panel.querySelectorAll('tbody tr')].map((row) => [
      row.querySelector('a').hash.replace('#/gpr/', ''),
      ...[...row.querySelectorAll('td')].slice(-3).map((cell) => cell.textContent),
    ]),
  };
};

/** What the canvas of the Gantt chart shows. */
globalThis.paintedNow = () => {
  const canvas = document.querySelector('.gantt-canvases canvas');
  const { at, from, to, gutter } = canvas.dataset;
  const { scrollTop } = document.querySelector('.gantt-view');
  return {
    ...{ atMs: Number(at), fromMs: Number(from), toMs: Number(to), gutter: Number(gutter) },
    ...painted.get(canvas),
    scrolled: scrollTop,
  };
};

/** The instant and the first three columns of the table of the availability. */
globalThis.availabilityShown = () => {
  const panel = document.querySelector('[data-testid="availability"]');
  return {
    at: panel.querySelector('time')?.getAttribute('datetime') ?? '',
    rows: [...panel.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent),
    ),
  };
};
