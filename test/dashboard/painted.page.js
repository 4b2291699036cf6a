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

// Bars and waits are written into the pixels of another canvas, which is drawn onto the chart.
const rasters = new WeakMap();
const { putImageData } = OffscreenCanvasRenderingContext2D.prototype;
OffscreenCanvasRenderingContext2D.prototype.putImageData = function (image, ...place) {
  rasters.set(this.canvas, image);
  putImageData.call(this, image, ...place);
};
const { drawImage } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.drawImage = function (image, ...place) {
  if (rasters.has(image)) painted.get(this.canvas).raster = rasters.get(image);
  drawImage.call(this, image, ...place);
};

/** Pixels row by row: how many are alike, and their four bytes as a number, again and again. */
function runsOf({ data }) {
  const pixels = new Uint32Array(data.buffer);
  const runs = [];
  let from = 0;
  for (let at = 1; at <= pixels.length; at++) {
    if (pixels[at] === pixels[from]) continue;
    runs.push(at - from, pixels[from]);
    from = at;
  }
  return runs;
}

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

/** The instant of the figures, the sentence above them, and each figure with its words. */
globalThis.figuresShown = () => ({
  at: document.querySelector('main').dataset.readAt,
  figures: [...document.querySelectorAll('.finding, .figure dd')].map((figure) => figure.textContent),
});

/** The instant of the map, and the figures of each cluster in the table below it. */
globalThis.nodesShown = () => ({
  at: document.querySelector('main').dataset.readAt,
  nodes: [...document.querySelectorAll('[data-testid="map-table"] tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  ),
});

/** The instant of the queue, and its rows: GPR, age, reason, start, likely start and the instant of its forecast. */
globalThis.queueShown = () => {
  const panel = document.querySelector('[data-testid="queue"]');
  return {
    at: panel.querySelector('.as-of')?.dateTime ?? '',
    rows: [...panel.querySelectorAll('tbody tr')].map((row) => {
      const [, starts, why, , , , age] = row.querySelectorAll('td');
      const reason = why.querySelector('[data-testid=wait-reason]');
      const likely = row.querySelector('.likely');
      return [
        row.querySelector('a').hash.replace('#/gpr/', ''),
        ...[age, reason, starts.firstChild.firstChild, likely].map((part) => part?.textContent ?? ''),
        likely?.dataset.at ?? '',
      ];
    }),
  };
};

/** What the canvas of the Gantt chart shows. */
globalThis.paintedNow = () => {
  const canvas = document.querySelector('.gantt-canvases canvas');
  const { at, from, to, gutter } = canvas.dataset;
  const { scrollTop } = document.querySelector('.gantt-view');
  const { raster, ...drawn } = painted.get(canvas);
  return {
    ...{ atMs: Number(at), fromMs: Number(from), toMs: Number(to), gutter: Number(gutter) },
    ...{ ...drawn, runs: runsOf(raster), scrolled: scrollTop },
  };
};

/** What is shown at a moment: the chart, drawn with the frame of the rest. */
globalThis.shownAtOnce = () =>
  new Promise((show) => {
    const look = () => {
      const clock = document.querySelector('[data-testid="clock"] time').dateTime;
      const parts = [...document.querySelectorAll('time.as-of')].map((time) => ({
        at: time.dateTime,
        isStated: time.checkVisibility({ visibilityProperty: true }),
      }));
      show({ chart: paintedNow(), figures: figuresShown(), queue: queueShown(), clock, parts });
    };
    requestAnimationFrame(() => setTimeout(look));
  });

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
