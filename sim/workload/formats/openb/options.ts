import type { TraceOption } from '../format.ts';
import type { Bound } from '../run-bound.ts';

const KEEP_EVERY_MAX = 1_000_000;

export type Options = {
  readonly compress: number;
  /** N keeps the rows 0, N, 2N, … of the node table. */
  readonly keepNodes: number;
  readonly bound: Bound;
  readonly shares: Shares;
  readonly arrivals: Arrivals;
};

/** `exact`: GPRs take thousandths of GPUs, CPU and memory. `whole`: they take whole GPUs, and nothing else counts. */
export type Shares = (typeof SHARES)[number];
/** `shuffled`: one by one, in an order drawn from the seed. */
export type Arrivals = (typeof ARRIVALS)[number];

const SHARES = ['whole', 'exact'] as const;
const ARRIVALS = ['recorded', 'shuffled'] as const;

const KEEP = '^1/([1-9][0-9]{0,6})$';

export const keepNodes: TraceOption<number> = {
  flag: '--keep-nodes',
  value: '1/N',
  summary: 'keep every Nth node',
  keepsWork: true,
  default: '1/1',
  be: `1/N with N from 1 to ${KEEP_EVERY_MAX}`,
  form: { pattern: KEEP },
  parse(text) {
    const every = Number(new RegExp(KEEP).exec(text)?.[1]);
    return every <= KEEP_EVERY_MAX ? every : undefined;
  },
};

export const shares: TraceOption<Shares> = {
  ...wordOption(SHARES),
  flag: '--shares',
  summary: 'what GPRs take: whole GPUs, or thousandths of GPUs, CPU and memory',
};

export const arrivals: TraceOption<Arrivals> = {
  ...wordOption(ARRIVALS),
  flag: '--arrivals',
  summary: 'when GPRs arrive: at their times, or one by one in an order drawn from the seed, to stay',
};

/** An option that takes one of these words; the first is the default. */
function wordOption<Word extends string>(words: readonly Word[]) {
  return {
    value: words.join('|'),
    default: words[0],
    be: words.join(' or '),
    form: { pattern: `^(?:${words.join('|')})$` },
    parse: (text: string) => words.find((word) => word === text),
  };
}
