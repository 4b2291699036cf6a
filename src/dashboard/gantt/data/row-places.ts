// Where the rows of a Gantt chart are: each is as high as its lanes need, and all together as high as the room if possible.
// If only some of the rows are known, all are equally high, so that those above and below them have their places, too.

import { firstFrom } from '../../axis/search.ts';

/** Height of the time axis above the rows, CSS pixels. */
export const AXIS = 20;
/** Between two rows, CSS pixels. */
export const GAP = 2;
const LANE_MIN = 3;
const LANE_MAX = 14;
/** So that a name fits. */
const ROW_MIN = 12;
const ROW_MAX = 200;
/** Of rows of equal height: room for the 8 GPUs of most nodes. */
const ROW_EQUAL = 8 * LANE_MIN;
/** From one row of equal height to the next, CSS pixels. */
export const STEP_EQUAL: number = ROW_EQUAL + GAP;

/** Known rows among all rows of a chart. */
export interface Part {
  /** How many rows are above the first known one. */
  readonly offset: number;
  readonly total: number;
}

export class Rows {
  /** Number of known rows. */
  readonly size: number;
  /** Row → its lanes. */
  readonly lanes: Int32Array;
  /** Row → its upper end, CSS pixels; one more entry than rows. */
  readonly top: Float64Array;
  /** Of all rows, CSS pixels. */
  readonly height: number;
  /** From one row to the next, also of unknown rows, CSS pixels; 0 if all rows are known. */
  readonly step: number;

  /** @param room the height to fill if the rows can, CSS pixels @param part undefined = all rows are known */
  constructor(lanes: readonly number[], room: number, part?: Part) {
    this.size = lanes.length;
    this.step = part === undefined ? 0 : STEP_EQUAL;
    this.lanes = Int32Array.from(lanes, (count) => Math.max(1, count));
    this.top = new Float64Array(this.size + 1);
    const laneHeight = part === undefined ? this.#laneHeight(room) : 0;
    const each = (row: number) => (part === undefined ? heightOf(this.lanes[row], laneHeight) : ROW_EQUAL);
    this.top[0] = part === undefined ? 0 : part.offset * STEP_EQUAL;
    for (let row = 0; row < this.size; row++) this.top[row + 1] = this.top[row] + each(row) + GAP;
    this.height = part === undefined ? this.top[this.size] : part.total * STEP_EQUAL;
  }

  /** Without the gap below the row. */
  heightOf(row: number): number {
    return this.top[row + 1] - this.top[row] - GAP;
  }

  /** The row at a height; the first row above all known rows, the last row below them. −1 without rows. */
  at(y: number): number {
    return Math.min(
      firstFrom(this.size, (row) => this.top[row + 1] > y),
      this.size - 1,
    );
  }

  /** The lane at a height within its row. */
  laneAt(row: number, y: number): number {
    const lane = Math.floor(((y - this.top[row]) / this.heightOf(row)) * this.lanes[row]);
    return Math.min(this.lanes[row] - 1, Math.max(0, lane));
  }

  /** The largest height of a lane, in whole pixels, with which all rows fit into the room; at least the least. */
  #laneHeight(room: number): number {
    for (let height = LANE_MAX; height > LANE_MIN; height--) {
      let total = 0;
      for (let row = 0; row < this.size && total <= room; row++)
        total += heightOf(this.lanes[row], height) + GAP;
      if (total <= room) return height;
    }
    return LANE_MIN;
  }
}

function heightOf(lanes: number, laneHeight: number): number {
  return Math.min(ROW_MAX, Math.max(ROW_MIN, lanes * laneHeight));
}
