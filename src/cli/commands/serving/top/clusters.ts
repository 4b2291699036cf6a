// The clusters of `top` with their GPUs as characters: as many details as the lines allow.

import type { Allocation, ClusterState, NodeState, WorldState } from '../../../../api/sim/answers.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { inUnit, unitOfClusters } from '../../../../wire/text/unit.ts';
import type { Format } from '../../../support/output/color.ts';
import { fitted, type Paint } from './repaint.ts';
import type { Size } from './screen.ts';

interface Cell {
  readonly text: string;
  readonly format: Format | undefined;
}

/** Cells that stay on one line, such as the GPUs of a node. */
type Group = readonly Cell[];

interface Room {
  readonly columns: number;
  readonly linesMax: number;
}

const INDENT = '  ';
/** Narrower terminals get no indent. */
const INDENTED_FROM = 20;

/** The groups of a cluster. @param room characters of a line */
type Detail = (cluster: ClusterState, nodes: readonly NodeState[], room: number) => readonly Group[];

const detailsOfNodes: readonly Detail[] = [
  (_, nodes) => nodes.map(gpuCells),
  (_, nodes) => nodes.map((node) => [nodeCell(node)]),
];
const detailsOfClusters: readonly Detail[] = [(cluster, _, room) => [shareCells(cluster, room)], () => []];

/** The most nodes that a terminal of this size can show: one in each of its characters. */
export function nodesMax({ columns, rows }: Size): number {
  return columns * rows;
}

export function clusterLines(state: WorldState, { columns, linesMax }: Room, paint: Paint): string[] {
  const indent = columns < INDENTED_FROM ? '' : INDENT;
  const room = Math.max(1, columns - indent.length);
  let lines: string[] = [];
  // The first that fits: the GPUs of each node, the nodes, a bar for the cluster, only the counts.
  const areNodesRead = state.nodes.length === state.nodesTotal;
  for (const detail of [...(areNodesRead ? detailsOfNodes : []), ...detailsOfClusters]) {
    lines = state.clusters.flatMap((of) => {
      const { name, allocatedGpus, availableGpus, queuedGprs } = of;
      const held = inUnit(`${allocatedGpus}/${allocatedGpus + availableGpus} GPUs`, unitOfClusters([of]));
      const nodes = state.nodes.filter(({ cluster }) => cluster === name);
      const title = `${name}  ${held} allocated, ${counted(of.nodes, 'node')}, ${queuedGprs} queued`;
      return [
        paint('bold', fitted(title, columns)),
        ...packed(detail(of, nodes, room), room).map((cells) => indent + painted(cells, paint)),
      ];
    });
    if (lines.length <= linesMax) return lines;
  }
  const hidden = lines.length - linesMax + 1;
  return [...lines.slice(0, linesMax - 1), fitted(`… ${hidden} more clusters`, columns)];
}

/** The GPUs of a node between bars. */
function gpuCells(node: NodeState): Group {
  const held = node.allocations.flatMap((allocation) =>
    Array.from({ length: allocation.gpus }, () => gpuCell(allocation)),
  );
  const free: Cell = node.up ? { text: '·', format: 'dim' } : { text: 'x', format: 'red' };
  const rest = Array.from({ length: Math.max(0, node.gpus - held.length) }, () => free);
  const bar: Cell = { text: '|', format: 'dim' };
  return [bar, ...held, ...rest, bar];
}

function gpuCell({ state, idle, workspace }: Allocation): Cell {
  if (state === 'Provisioning') return { text: 'p', format: 'cyan' };
  if (idle) return { text: '~', format: 'yellow' };
  return { text: '#', format: workspaceColor(workspace) };
}

const workspaceColors: readonly Format[] = [
  'green',
  'blue',
  'magenta',
  'greenBright',
  'blueBright',
  'magentaBright',
];

/** The color of a workspace is the same in every frame. */
export function workspaceColor(workspace: string | null): Format {
  if (workspace === null) return 'gray';
  let sum = 0;
  for (const char of workspace) sum = (sum * 31 + char.codePointAt(0)!) % 65_521;
  return workspaceColors[sum % workspaceColors.length];
}

/** A node as one character: tenths of its GPUs that are allocated. */
function nodeCell({ up, gpus, freeGpus }: NodeState): Cell {
  if (!up) return { text: 'x', format: 'red' };
  if (freeGpus === 0) return { text: '#', format: 'green' };
  if (freeGpus === gpus) return { text: '·', format: 'dim' };
  return { text: `${Math.floor((10 * (gpus - freeGpus)) / gpus)}`, format: 'green' };
}

/** All GPUs of a cluster in one line, in proportion: allocated, free, down. */
function shareCells(
  { gpus: all, allocatedGpus: allocated, availableGpus: free }: ClusterState,
  room: number,
): Group {
  const end = (gpus: number) => (all === 0 ? 0 : Math.round((room * gpus) / all));
  return Array.from({ length: end(all) }, (_, i): Cell => {
    if (i < end(allocated)) return { text: '#', format: 'green' };
    return i < end(allocated + free) ? { text: '·', format: 'dim' } : { text: 'x', format: 'red' };
  });
}

/** Packs groups into lines of at most `room` cells. A longer group is cut. */
function packed(groups: readonly Group[], room: number): Cell[][] {
  const lines: Cell[][] = [];
  for (const group of groups) {
    const last = lines.at(-1);
    if (group.length === 0) continue;
    if (last === undefined || last.length + group.length > room) lines.push([...group.slice(0, room)]);
    else last.push(...group);
  }
  return lines;
}

/** Paints runs of cells with the same format at once. */
function painted(cells: readonly Cell[], paint: Paint): string {
  let line = '';
  for (let from = 0; from < cells.length; ) {
    const { format } = cells[from];
    let end = from;
    while (end < cells.length && cells[end].format === format) end++;
    const text = cells
      .slice(from, end)
      .map((cell) => cell.text)
      .join('');
    line += format === undefined ? text : paint(format, text);
    from = end;
  }
  return line;
}
