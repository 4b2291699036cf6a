// The kinds of workload that a scenario file may have.

import * as v from 'valibot';
import { compressMax, forms, parseBound, parseKeepNodes } from '../traces/options.ts';
import {
  duration,
  durationPattern,
  either,
  list,
  looksLike,
  members,
  must,
  name,
  positive,
  range,
  share,
  text,
  whole,
  word,
} from './fields.ts';
import { gprBody } from './gpr.ts';
import { limits } from './limits.ts';

const weight = v.optional(whole(0, limits.weight), 0);

const priorityBands = v.pipe(
  members({ low: weight, medium: weight, high: weight }),
  v.check(({ low, medium, high }) => low + medium + high > 0, 'must have a weight above 0'),
);

/** GPRs drawn from the seed. */
export const generated = members({
  kind: v.literal('generated'),
  count: v.optional(v.nullable(whole(1, limits.gprs)), null),
  start: v.optional(duration({ zero: true }), '0s'),
  interArrival: members({ mean: duration() }),
  workspaces: either(
    [whole(1, limits.workspacesMade), list(name(), 1, limits.workspaces)],
    `a whole number from 1 to ${limits.workspacesMade}, or a list of names`,
  ),
  priority: v.optional(priorityBands, { low: 1, medium: 1, high: 1 }),
  gpus: v.optional(list(whole(1, limits.gpusPerNode), 1, limits.choices), [1]),
  nodes: v.optional(list(whole(1, limits.nodes), 1, limits.choices), [1]),
  exitDuration: range(duration()),
  runtimeShare: v.optional(range(share(1000)), { from: 1, to: 1 }),
  evicts: v.optional(share(1000), 0),
  requeues: v.optional(share(1000), 0),
  idle: v.optional(share(1000), 0),
  idleTimeOut: v.optional(duration(), '10m'),
});

const instantBe = 'an instant such as "+5m"';

/** A node by its index in the cluster, counted from 0, or by its name. */
const node = either([whole(0, limits.nodes - 1), name()], 'an index counted from 0, or a name');

const stepKinds = ['gpr', 'nodeDown', 'nodeUp'] as const;

const step = v.pipe(
  members({
    at: v.pipe(
      v.string(must(instantBe)),
      v.startsWith('+', must(instantBe)),
      looksLike(`^\\+${durationPattern}$`),
      v.description(instantBe),
      v.transform((at) => at.slice(1)),
      duration({ zero: true }),
    ),
    gpr: v.optional(gprBody),
    runtime: v.optional(duration()),
    nodeDown: v.optional(
      members({ cluster: name(), node, repairAfter: v.optional(duration({ zero: true })) }),
    ),
    nodeUp: v.optional(members({ cluster: name(), node })),
  }),
  v.check(
    (step) => stepKinds.filter((kind) => step[kind] !== undefined).length === 1,
    `must have exactly one of ${stepKinds.join(', ')}`,
  ),
  v.check(
    (step) => step.runtime === undefined || (step.gpr !== undefined && step.runtime <= step.gpr.exitMs),
    'must have a runtime only beside a gpr, and not above its exitDuration',
  ),
);

/** Commands at given instants. */
export const script = members({
  kind: v.literal('script'),
  steps: list(step, 1, limits.steps),
});

/** The trace of that name, from its two files. */
export const openb = members({
  kind: v.literal('openb'),
  nodes: text(4096),
  pods: text(4096),
  compress: v.optional(positive(compressMax), 1),
  keepNodes: v.optional(word(forms.keepNodes.be, forms.keepNodes.pattern, parseKeepNodes), '1/1'),
  bound: v.optional(word(forms.bound.be, forms.bound.pattern, parseBound), 'round'),
});
