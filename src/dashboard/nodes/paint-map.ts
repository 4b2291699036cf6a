// Draws the map of the nodes. Nothing here depends on signals or elements of the page.

import type { Allocation, NodeState } from '../../api/sim/answers.ts';
import type { Palette } from '../axis/paint/palette.ts';
import { drawName } from '../gantt/paint/name-labels.ts';
import { colorOf } from '../text/colors.ts';
import { HEAD, hasNames, type Layout } from './cells.ts';
import { type Coloring, type MapNode, shareOf, stepOf, stepsOf } from './colorings.ts';

const FONT_PX = 11;
/** Of the colored band of a cell with a name, CSS pixels. */
const BAND = 6;
/** How much of its color the GPU of an idle GPR has. */
const IDLE = 0.45;
/** The largest square of a GPU. */
const GPU_MAX = 10;

export interface MapScene {
  readonly layout: Layout;
  readonly nodes: readonly MapNode[];
  readonly clusters: readonly string[];
  readonly coloring: Coloring;
  /** Node → the GPRs that hold its GPUs, as far as they are known. */
  readonly known: ReadonlyMap<string, NodeState>;
  readonly palette: Palette;
  readonly fontFamily: string;
  readonly scrolled: number;
  readonly height: number;
  readonly ratio: number;
}

export function paintMap(context: CanvasRenderingContext2D, scene: MapScene): void {
  const { layout, nodes, coloring, palette, scrolled, height, ratio } = scene;
  const { cell, x, y } = layout;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, -scrolled * ratio);
  context.font = `${FONT_PX}px ${scene.fontFamily}`;
  context.textBaseline = 'middle';
  layout.blocks.forEach(({ left, top, width }, i) => {
    const name = { prefix: '', rest: scene.clusters[i] };
    drawName(context, name, { x: left, y: top + HEAD / 2, room: width }, palette);
  });
  /** Step → the nodes in view: a color is set once for all of them. */
  const ofStep = stepsOf(coloring).map((): number[] => []);
  for (let node = 0; node < nodes.length; node++)
    if (y[node] + cell.height > scrolled && y[node] < scrolled + height)
      ofStep[stepOf(coloring, nodes[node])].push(node);
  const isNamed = hasNames(layout);
  ofStep.forEach((of, step) => {
    const isDown = step === ofStep.length - 1;
    const width = isNamed ? BAND : cell.width;
    context.fillStyle = isDown ? palette.bad : step === 0 ? palette.free : palette.link;
    context.globalAlpha = isDown || step === 0 ? 1 : shareOf(coloring, step);
    for (const node of of) context.fillRect(x[node], y[node], width, cell.height);
    context.globalAlpha = 1;
    // Not by its color alone.
    context.fillStyle = palette.panel;
    if (isDown && cell.width >= 5)
      for (const node of of) context.fillRect(x[node], y[node] + cell.height / 2 - 1, width, 2);
  });
  if (isNamed) for (const of of ofStep) for (const node of of) paintNamed(context, scene, node);
}

/** A frame, the name, and a square for each GPU, in the color of the GPR that holds it; if it is Provisioning, only a border. */
function paintNamed(context: CanvasRenderingContext2D, scene: MapScene, node: number): void {
  const { layout, palette, nodes, known } = scene;
  const { width, height } = layout.cell;
  const [left, top] = [layout.x[node], layout.y[node]];
  const { name, of, free } = nodes[node];
  context.strokeStyle = palette.line;
  context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  const shared = name.startsWith(`${of.cluster}-`) ? of.cluster.length + 1 : 0;
  const room = width - BAND - 10;
  drawName(
    context,
    { prefix: '', rest: name.slice(shared) },
    { x: left + BAND + 5, y: top + 11, room },
    palette,
  );
  const step = Math.min(GPU_MAX + 2, room / of.gpus);
  const side = Math.max(1, step - 2);
  const holders = (known.get(name)?.allocations ?? []).flatMap((held) =>
    Array<Allocation>(held.gpus).fill(held),
  );
  for (let gpu = 0; gpu < of.gpus; gpu++) {
    const holder = holders[gpu];
    const x = left + BAND + 5 + gpu * step;
    context.fillStyle = holder
      ? colorOf(holder)
      : gpu < of.gpus - (free ?? of.gpus)
        ? palette.quiet
        : palette.free;
    context.globalAlpha = holder?.idle ? IDLE : 1;
    context.fillRect(x, top + 22, side, GPU_MAX);
    context.globalAlpha = 1;
    context.fillStyle = palette.panel;
    if (holder?.state === 'Provisioning') context.fillRect(x + 2, top + 24, side - 4, GPU_MAX - 4);
  }
}
