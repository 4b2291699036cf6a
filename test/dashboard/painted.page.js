// Runs in the page before its script: notes what is painted onto each canvas since it was cleared, and what the clock shows.

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

const clocksShown = [];
new MutationObserver(() => {
  const shown = document.querySelector('[data-testid="clock"] time')?.getAttribute('datetime');
  if (shown && shown !== clocksShown.at(-1)) clocksShown.push(shown);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

globalThis.clocksShown = clocksShown;

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
