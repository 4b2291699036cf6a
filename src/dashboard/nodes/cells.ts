// Where the nodes of a map are: each is a cell, in the block of its cluster. All lengths are CSS pixels.

/** From the largest cells on: the first are wide enough for names. */
const SIZES: readonly Size[] = [
  { width: 132, height: 38 },
  ...[32, 26, 22, 18, 15, 13, 11, 9, 8, 7, 6, 5, 4, 3].map((side) => ({ width: side, height: side })),
];
/** The name of a cluster, above its cells. */
export const HEAD = 20;
/** Between two blocks. */
const BLOCK_GAP = 14;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Block {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface Layout {
  readonly cell: Size;
  /** Of the whole map. */
  readonly height: number;
  /** Node → its upper left corner; the nodes of the first cluster come first. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** By cluster. */
  readonly blocks: readonly Block[];
}

/**
 * The largest cells with which all fit into the room, else the smallest ones.
 * @param counts the number of nodes of each cluster
 * @param isNamed whether cells have the size for names, however high the map becomes
 */
export function layoutOf(counts: readonly number[], room: Size, isNamed: boolean): Layout {
  let best: Layout | undefined;
  for (const cell of isNamed ? SIZES.slice(0, 1) : SIZES) {
    for (let columns = 1; columns <= Math.max(1, counts.length); columns++) {
      const tried = placed(counts, room.width, cell, columns);
      if (columns > 1 && tried.blocks[0].width < cell.width) break;
      if (best === undefined || best.cell !== cell || tried.height < best.height) best = tried;
    }
    if (best!.height <= room.height) break;
  }
  return best!;
}

/** Blocks side by side in columns; each line is as high as its highest block. */
function placed(counts: readonly number[], width: number, cell: Size, columns: number): Layout {
  const gap = gapOf(cell);
  const blockWidth = Math.floor((width + BLOCK_GAP) / columns) - BLOCK_GAP;
  const perRow = Math.max(1, Math.floor((blockWidth + gap) / (cell.width + gap)));
  const x: number[] = [];
  const y: number[] = [];
  const blocks: Block[] = [];
  let top = 0;
  let height = 0;
  counts.forEach((count, i) => {
    if (i % columns === 0) top = height;
    const left = (i % columns) * (blockWidth + BLOCK_GAP);
    blocks.push({ left, top, width: blockWidth });
    for (let node = 0; node < count; node++) {
      x.push(left + (node % perRow) * (cell.width + gap));
      y.push(top + HEAD + Math.floor(node / perRow) * (cell.height + gap));
    }
    height = Math.max(height, top + HEAD + Math.ceil(count / perRow) * (cell.height + gap) + BLOCK_GAP);
  });
  return { cell, height, x, y, blocks };
}

function gapOf({ height }: Size): number {
  return height < 12 ? 1 : 2;
}

/** Whether cells have names. */
export function hasNames({ cell: { width } }: Layout): boolean {
  return width > SIZES[1].width;
}

/** The node at a point; −1 without one. */
export function nodeAt({ cell, x, y }: Layout, left: number, top: number): number {
  return x.findIndex(
    (from, i) => from <= left && left < from + cell.width && y[i] <= top && top < y[i] + cell.height,
  );
}

export const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest node in a direction, least to the side; the same node at the edge. */
export function neighborOf({ x, y }: Layout, node: number, [right, down]: readonly [number, number]): number {
  let nearest = node;
  let least = Infinity;
  for (let other = 0; other < x.length; other++) {
    const [dx, dy] = [x[other] - x[node], y[other] - y[node]];
    const ahead = dx * right + dy * down;
    const away = ahead + 4 * Math.abs(right === 0 ? dx : dy);
    if (ahead <= 0 || away >= least) continue;
    nearest = other;
    least = away;
  }
  return nearest;
}
