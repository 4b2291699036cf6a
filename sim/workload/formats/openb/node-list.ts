// Reads the trace's table of nodes. Classes of equal nodes become instance types. Consecutive equal rows become node groups.

import { GPUS_PER_NODE_MAX } from '../../../language/limits.ts';
import type { InstanceType, NodeGroup } from '../../../language/scenario.ts';
import { BrokenRows, quoted, type TableRow, wholeCells, wrongWidth } from '../trace-table.ts';

/** The rows in the order of the names of their nodes. */
export function byName(rows: readonly TableRow[]): TableRow[] {
  return rows.toSorted(({ cells: [a = ''] }, { cells: [b = ''] }) => (a < b ? -1 : a > b ? 1 : 0));
}

export const NODE_COLUMNS = ['sn', 'cpu_milli', 'memory_mib', 'gpu', 'model'] as const;

export interface Shape {
  readonly gpuModelName: string;
  readonly gpuCount: number;
  readonly cpuMilli: number;
  readonly memoryMib: number;
}

export interface NodeCounts {
  readonly nodeRows: number;
  readonly nodesWithoutGpu: number;
  readonly nodesKept: number;
  readonly gpusKept: number;
}

export interface Nodes {
  /** In the order of their first row. */
  readonly instanceTypes: readonly InstanceType[];
  /** In the order of the rows: node 0 is the first kept row. */
  readonly groups: readonly NodeGroup[];
  readonly kept: readonly Shape[];
  readonly counts: NodeCounts;
  readonly broken: BrokenRows;
}

/** Memory of one GPU in GB. Models that are not listed have 0 = unknown: the publisher does not specify G2 and G3. */
const MEMORY_GB_OF_MODEL = new Map([
  ['A10', 24],
  ['P100', 16],
  ['T4', 16],
  ['V100M16', 16],
  ['V100M32', 32],
]);

/** Keeps the rows 0, `keepEvery`, 2 × `keepEvery`, … Invalid rows and rows without GPU are counted but make no nodes. */
export function readNodes(rows: readonly TableRow[], keepEvery: number): Nodes {
  const broken = new BrokenRows();
  const shapes = new Map<string, Shape>();
  const keptKeys: string[] = [];
  let nodesWithoutGpu = 0;

  rows.forEach((row, index) => {
    const shape = readShape(row.cells);
    if (typeof shape === 'string') {
      broken.add({ table: 'nodes', line: row.line, why: shape });
    } else if (shape.gpuCount === 0) {
      nodesWithoutGpu += 1;
    } else {
      const key = JSON.stringify(shape);
      shapes.set(key, shape);
      if (index % keepEvery === 0) keptKeys.push(key);
    }
  });

  // Names derive from all nodes, so that they do not depend on `keepEvery`.
  const names = shapeNames(shapes);
  const kept = [...new Set(keptKeys)];
  return {
    instanceTypes: kept.map((key) => instanceType(names.get(key)!, shapes.get(key)!)),
    groups: nodeGroups(keptKeys, names, shapes),
    kept: kept.map((key) => shapes.get(key)!),
    counts: {
      nodeRows: rows.length,
      nodesWithoutGpu,
      nodesKept: keptKeys.length,
      gpusKept: keptKeys.reduce((gpus, key) => gpus + shapes.get(key)!.gpuCount, 0),
    },
    broken,
  };
}

function readShape(cells: readonly string[]): Shape | string {
  const width = wrongWidth(cells, NODE_COLUMNS);
  if (width !== undefined) return width;
  const wrong: string[] = [];
  const numbers = wholeCells(cells, NODE_COLUMNS, ['cpu_milli', 'memory_mib', 'gpu'], wrong);
  const [cpuMilli, memoryMib, gpuCount] = numbers as [number, number, number];
  const gpuModelName = cells[NODE_COLUMNS.indexOf('model')]!;
  if (gpuCount > GPUS_PER_NODE_MAX)
    wrong.push(`gpu must be at most ${GPUS_PER_NODE_MAX}, but is ${gpuCount}`);
  if (gpuCount > 0 && !/^[\w-]{1,64}$/.test(gpuModelName))
    wrong.push(`model must be 1 to 64 letters, digits, - and _, but is ${quoted(gpuModelName)}`);
  return wrong.length > 0 ? wrong.join('; ') : { gpuModelName, gpuCount, cpuMilli, memoryMib };
}

/** Names classes by model and GPUs (`G2-8`). If several classes share these, CPU and memory follow (`P100-2-64cpu-256gib`). */
function shapeNames(shapes: ReadonlyMap<string, Shape>): Map<string, string> {
  const short = ({ gpuModelName, gpuCount }: Shape) => `${gpuModelName}-${gpuCount}`;
  const alike = new Map<string, number>();
  for (const shape of shapes.values()) alike.set(short(shape), (alike.get(short(shape)) ?? 0) + 1);

  const names = new Map<string, string>();
  for (const [key, shape] of shapes) {
    const more = `-${shape.cpuMilli / 1000}cpu-${shape.memoryMib / 1024}gib`;
    names.set(key, alike.get(short(shape)) === 1 ? short(shape) : short(shape) + more);
  }
  return names;
}

function instanceType(name: string, shape: Shape): InstanceType {
  return {
    instanceType: name,
    gpuModelName: shape.gpuModelName,
    gpuCount: shape.gpuCount,
    memoryGb: MEMORY_GB_OF_MODEL.get(shape.gpuModelName) ?? 0,
    cpuMilli: shape.cpuMilli,
    memoryMib: shape.memoryMib,
    pricePerHourMicro: 0,
  };
}

function nodeGroups(
  keys: readonly string[],
  names: ReadonlyMap<string, string>,
  shapes: ReadonlyMap<string, Shape>,
): NodeGroup[] {
  const groups: NodeGroup[] = [];
  for (let from = 0; from < keys.length; ) {
    const key = keys[from]!;
    let to = from + 1;
    while (keys[to] === key) to += 1;
    groups.push({
      instanceType: names.get(key)!,
      gpuModelName: shapes.get(key)!.gpuModelName,
      count: to - from,
    });
    from = to;
  }
  return groups;
}
