// The map of all nodes: each is a cell, in the block of its cluster, with a color by its use, the waits for it, or the age of its GPRs.
// A click leads to cells with names, and from there to the page of the node.

import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addressNow, setQuery } from '../address/route.ts';
import { choiceInAddress } from '../address/state.ts';
import { fit } from '../axis/paint/fit.ts';
import { palette } from '../axis/paint/palette.ts';
import { onceAFrame } from '../axis/reading/once-a-frame.ts';
import { mapCluster, world } from '../live/live.ts';
import { addressOfNode } from '../page/names/subject-names.tsx';
import { Choice } from '../page/parts/choice.tsx';
import { ClusterSelect } from '../page/parts/cluster-select.tsx';
import { type Head, Table } from '../page/parts/table.tsx';
import { counted, number, span } from '../text/spans.ts';
import { DIRECTIONS, hasNames, layoutOf, neighborOf, nodeAt } from './cells.ts';
import { COLORING_NAMES, COLORINGS, countsOf, type MapNode, nodesIn, shareOf, stepsOf } from './colorings.ts';
import { paintMap } from './paint-map.ts';
import { nameOf } from './take-node.tsx';

/** Of the map at least, and what is above and below it on the screen, CSS pixels. */
const HEIGHT_MIN = 320;
const AROUND = 230;
/** GPRs of a node in the tooltip. */
const LISTED_MAX = 4;
/** CSS pixels. */
const TOOLTIP = { width: 300, height: 130 };

const colorBy = choiceInAddress('by', COLORING_NAMES, 'map');
const coloring = computed(() => COLORINGS[colorBy.value]);

const size = signal({ width: 0, height: 0, ratio: 1 });
const scrolled = signal(0);
/** The node under the pointer, or chosen with the keys. */
const chosen = signal<MapNode | undefined>(undefined);

const clusters = computed(() =>
  (world.value?.clusters ?? [])
    .map(({ name }) => name)
    .filter((name) => mapCluster.value === '' || name === mapCluster.value),
);
const blocks = computed(() => nodesIn(world.value?.map ?? [], clusters.value));
const nodes = computed(() => blocks.value.flat());
/** It stays as long as each cluster has as many nodes. */
const counts = computed(() => blocks.value.map(({ length }) => length).join());
const layout = computed(() =>
  layoutOf(counts.value.split(',').map(Number), size.value, mapCluster.value !== ''),
);
/** The nodes whose GPRs are known, by name. */
const detailed = computed(() => new Map(world.value?.nodes.map((node) => [node.name, node])));
const chosenAt = computed(() =>
  nodes.value.findIndex(
    ({ name, of }) => name === chosen.value?.name && of.cluster === chosen.value.of.cluster,
  ),
);

export function NodeMap() {
  const view = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = view.current!;
    const observer = new ResizeObserver(() => {
      const height = Math.max(HEIGHT_MIN, innerHeight - AROUND);
      size.value = { width: element.clientWidth, height, ratio: devicePixelRatio };
    });
    observer.observe(element);
    observer.observe(document.documentElement);
    const end = drawing(canvas.current!);
    return () => {
      observer.disconnect();
      end();
      chosen.value = undefined;
    };
  }, []);
  const at = chosenAt.value;
  const { cell, x, y, height } = layout.value;
  useEffect(() => {
    const { scrollTop, clientHeight } = view.current!;
    const isInView = y[at] >= scrollTop && y[at] + cell.height <= scrollTop + clientHeight;
    if (at >= 0 && !isInView) view.current!.scrollTop = y[at] - clientHeight / 2;
  }, [at, layout.value]);
  return (
    <section class="panel map" data-testid="nodes" aria-label="Nodes">
      <header>
        <h2>{world.value?.map === undefined ? 'Reading…' : counted(nodes.value.length, 'node')}</h2>
        <Choice
          label="Color"
          testId="map-color"
          value={colorBy.value}
          choices={COLORING_NAMES.map((name) => [name, COLORINGS[name].words] as const)}
          choose={(by) => (colorBy.value = by as typeof colorBy.value)}
        />
        <ClusterSelect
          label="Cluster of the nodes"
          value={mapCluster.value}
          testId="nodes-cluster"
          choose={(nodes) => setQuery({ nodes })}
        />
        <Legend />
      </header>
      <div class="gantt-frame">
        <div
          ref={view}
          class="map-view"
          style={{ height: `${Math.min(height, size.value.height)}px` }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between the nodes.
          tabIndex={0}
          role="application"
          aria-label={`Map of ${counted(nodes.value.length, 'node')} by ${coloring.value.words}`}
          aria-describedby="map-keys"
          onScroll={(event) => (scrolled.value = event.currentTarget.scrollTop)}
          onPointerMove={(event) => (chosen.value = nodes.peek()[nodeAt(layout.peek(), ...pointOf(event))])}
          onPointerLeave={() => (chosen.value = undefined)}
          onClick={open}
          onKeyDown={onKeyDown}
        >
          <div class="map-cells" style={{ height: `${height}px` }}>
            <canvas ref={canvas} />
            {at >= 0 && (
              <i
                class="map-mark"
                style={{
                  left: `${x[at]}px`,
                  top: `${y[at]}px`,
                  width: `${cell.width}px`,
                  height: `${cell.height}px`,
                }}
              />
            )}
          </div>
        </div>
        {at >= 0 && <Tooltip node={nodes.value[at]} left={x[at] + cell.width} top={y[at] - scrolled.value} />}
        <p class="unseen" id="map-keys">
          Arrow keys move between nodes; Enter opens a node with a name, or else shows its cluster with names;
          Escape shows all.
        </p>
        <p class="unseen" role="status">
          {at >= 0 && wordsOf(nodes.value[at]).join(', ')}
        </p>
      </div>
      <Clusters />
    </section>
  );
}

/** The steps of the color, with the number of nodes that have each. */
function Legend() {
  const { about } = coloring.value;
  const steps = stepsOf(coloring.value);
  return (
    <ul class="map-legend line" aria-label={`Colors: ${about}`} data-testid="map-legend">
      <li class="quiet">{about}:</li>
      {countsOf(coloring.value, nodes.value).map((count, step) => {
        const held = step === 0 ? 'free' : step === steps.length - 1 ? 'bad' : 'link';
        const opacity = held === 'link' ? shareOf(coloring.value, step) : 1;
        return (
          <li key={step}>
            <i class={held === 'bad' ? 'dot down' : 'dot'} style={{ '--held': `var(--${held})`, opacity }} />
            {steps[step]} <b>{number(count)}</b>
          </li>
        );
      })}
      {hasNames(layout.value) && (
        <li class="quiet">squares: GPUs, each in the color of its GPR; pale: idle; framed: provisioning</li>
      )}
    </ul>
  );
}

interface Pointed {
  readonly node: MapNode;
  /** Beside its cell, CSS pixels in the view. */
  readonly left: number;
  readonly top: number;
}

function Tooltip({ node, left, top }: Pointed) {
  const { width, height } = size.value;
  const place = {
    left: `${Math.max(0, Math.min(left + 8, width - TOOLTIP.width))}px`,
    top: `${Math.max(0, Math.min(top, height - TOOLTIP.height))}px`,
  };
  const [name, ...lines] = wordsOf(node);
  return (
    <div class="tooltip" aria-hidden="true" style={place}>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

function wordsOf({ name, of, free, heldMinutes }: MapNode): readonly string[] {
  const held = detailed.value.get(name)?.allocations ?? [];
  return [
    name,
    `${of.instanceType}, ${of.gpuModelName}`,
    free === null ? 'down' : `${free} of ${counted(of.gpus, 'GPU')} free`,
    ...held.slice(0, LISTED_MAX).map(nameOf),
    ...(heldMinutes === null
      ? []
      : [
          `the oldest GPR has held GPUs for ${heldMinutes === 0 ? 'less than 1m' : span(heldMinutes * 60_000)}`,
        ]),
    ...(of.queuedGprs === 0
      ? []
      : [`${counted(of.queuedGprs, 'GPR')} wait for ${counted(of.queuedGpus, 'GPU')} of its pool`]),
  ];
}

/** The same for screen readers, and to compare clusters. */
function Clusters() {
  const steps = stepsOf(coloring.value);
  const heads = ['GPUs', 'Allocated', 'Idle', 'Queued GPRs', ...steps.map((words) => `Nodes: ${words}`)];
  return (
    <details class="folded padded" data-testid="map-table" open={hasNames(layout.value)}>
      <summary>As a table</summary>
      <Table class="named" heads={['Cluster', ...heads.map((head): Head => [head, '', 'number'])]}>
        {clusters.value.map((name, i) => {
          const { gpus, allocatedGpus, idleGpus, queuedGprs } = world.value!.clusters.find(
            (cluster) => cluster.name === name,
          )!;
          const figures = [
            gpus,
            allocatedGpus,
            idleGpus,
            queuedGprs,
            ...countsOf(coloring.value, blocks.value[i]),
          ];
          return (
            <tr key={name}>
              <td>
                <a href={addressNow({ nodes: name })}>{name}</a>
              </td>
              {figures.map((figure, j) => (
                <td class="number" key={j}>
                  {number(figure)}
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
    </details>
  );
}

/** Where a pointer is in the map, CSS pixels. */
function pointOf({ currentTarget, clientX, clientY }: MouseEvent): readonly [left: number, top: number] {
  const { left, top } = (currentTarget as HTMLElement).getBoundingClientRect();
  return [clientX - left, clientY - top + scrolled.peek()];
}

/** Shows only the cluster of the chosen node, with names; with names, opens the page of the node. */
function open(): void {
  const { value: node } = chosen;
  if (node === undefined) return;
  const { name, of } = node;
  if (hasNames(layout.peek())) location.hash = addressOfNode(name, of.cluster);
  else setQuery({ nodes: of.cluster });
}

function onKeyDown(event: KeyboardEvent): void {
  const { key } = event;
  const at = chosenAt.peek();
  if (Object.hasOwn(DIRECTIONS, key))
    chosen.value = nodes.peek()[at < 0 ? 0 : neighborOf(layout.peek(), at, DIRECTIONS[key])];
  else if (key === 'Enter') open();
  else if (key === 'Escape') setQuery({ nodes: '' });
  else return;
  event.preventDefault();
}

/** Draws until the returned function is called. */
function drawing(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d', { alpha: false })!;
  const { fontFamily } = getComputedStyle(canvas);
  return onceAFrame(() => {
    const { width, ratio } = size.value;
    const height = Math.min(layout.value.height, size.value.height);
    const scene = {
      layout: layout.value,
      nodes: nodes.value,
      clusters: clusters.value,
      coloring: coloring.value,
      known: detailed.value,
      palette: palette.value,
      fontFamily,
      scrolled: scrolled.value,
      height,
      ratio,
    };
    return () => {
      fit(canvas, width, height, ratio);
      if (width > 0) paintMap(context, scene);
      canvas.dataset.nodes = String(scene.nodes.length);
    };
  });
}
