// When GPRs were heads, in columns. The spans of one wait are linked, the latest first. Between them, the workspace limit held
// the GPR.

import { growColumns } from '../../../base/collections/saved-fields.ts';
import { NONE } from '../../../tables/gprs/gpr-table.ts';

const FIRST_CAPACITY = 256;

export class WaitSpans {
  size = 0;
  #capacity = FIRST_CAPACITY;
  /** See WaitTracks. */
  track = new Int32Array(FIRST_CAPACITY);
  fromMs = new Float64Array(FIRST_CAPACITY);
  /** Infinity = it lasts. */
  toMs = new Float64Array(FIRST_CAPACITY);
  /** The span before it of the same wait, NONE = the first. */
  before = new Int32Array(FIRST_CAPACITY);

  open(track: number, fromMs: number, before: number): number {
    if (this.size === this.#capacity) this.#capacity = growColumns(this, this.#capacity);
    const span = this.size++;
    this.track[span] = track;
    this.fromMs[span] = fromMs;
    this.toMs[span] = Infinity;
    this.before[span] = before;
    return span;
  }

  isOpen(span: number): boolean {
    return span !== NONE && this.toMs[span] === Infinity;
  }
}
