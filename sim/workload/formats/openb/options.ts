import type { TraceOption } from '../format.ts';
import type { Bound } from '../run-bound.ts';

const KEEP_EVERY_MAX = 1_000_000;

export type Options = {
  readonly compress: number;
  /** N keeps the rows 0, N, 2N, … of the node table. */
  readonly keepNodes: number;
  readonly bound: Bound;
};

const KEEP = '^1/([1-9][0-9]{0,6})$';

export const keepNodes: TraceOption<number> = {
  flag: '--keep-nodes',
  value: '1/N',
  summary: 'keep every Nth node',
  default: '1/1',
  be: `1/N with N from 1 to ${KEEP_EVERY_MAX}`,
  form: { pattern: KEEP },
  parse(text) {
    const every = Number(new RegExp(KEEP).exec(text)?.[1]);
    return every <= KEEP_EVERY_MAX ? every : undefined;
  },
};
