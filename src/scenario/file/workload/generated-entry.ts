// The format of a generated entry of `workload`.

import * as v from 'valibot';
import { limits, type WeeklyRates } from '../../../../sim/index.ts';
import { sinceMonday } from '../../../wire/time/week.ts';
import {
  duration,
  either,
  list,
  members,
  name,
  range,
  rule,
  scaled,
  share,
  text,
  whole,
} from '../../fields/strict-fields.ts';

const weight = v.optional(whole(0, limits.weight), 0);

const priorityBands = v.pipe(
  members({ low: weight, medium: weight, high: weight }),
  v.check(({ low, medium, high }) => low + medium + high > 0, 'must have low, medium or high above 0'),
);

const DAYS = 7;
const HOURS = 24;

/** Relative rates, in thousandths. */
const rates = (count: number) =>
  v.pipe(
    list(scaled(limits.rate, 1000), count, count),
    v.check((each) => each.some((rate) => rate > 0), 'must have a rate above 0'),
    v.metadata({ contains: { exclusiveMinimum: 0 } }),
  );

/** All rates are relative: 1 is not special. */
const arrivals = v.pipe(
  members({ hourOfDay: v.optional(rates(HOURS)), dayOfWeek: v.optional(rates(DAYS)) }),
  v.check(
    ({ hourOfDay, dayOfWeek }) => hourOfDay !== undefined || dayOfWeek !== undefined,
    'must have hourOfDay or dayOfWeek',
  ),
  v.metadata({ anyOf: [{ required: ['hourOfDay'] }, { required: ['dayOfWeek'] }] }),
);

/** The rate of each hour of a week is the product of the rates of its hour and its day. @param start of the scenario */
export function weeklyRates(
  { hourOfDay, dayOfWeek }: v.InferOutput<typeof arrivals>,
  start: string,
): WeeklyRates {
  const hours = hourOfDay ?? new Array<number>(HOURS).fill(1);
  const days = dayOfWeek ?? new Array<number>(DAYS).fill(1);
  return {
    startMs: sinceMonday(start),
    rates: days.flatMap((day) => hours.map((hour) => day * hour)),
  };
}

/** A job of a recorded sample. The columns of a CSV file of jobs have the same names. */
export const recordedJob = v.pipe(
  members({
    gpus: whole(1, limits.gpusPerNode),
    nodes: v.optional(whole(1, limits.nodes), 1),
    duration: duration(),
    exitDuration: v.optional(duration()),
    weight: v.optional(whole(1, limits.jobWeight), 1),
  }),
  v.check(
    (job) => job.exitDuration === undefined || job.exitDuration >= job.duration,
    'must have an exitDuration that is not below its duration',
  ),
);

export type FileJob = v.InferOutput<typeof recordedJob>;

const poolWeight = members({
  cluster: name(),
  instanceType: name(),
  gpuModelName: v.optional(name()),
  weight: v.optional(whole(1, limits.weight), 1),
});

const entry = members({
  kind: v.literal('generated'),
  count: v.optional(v.nullable(whole(1, limits.gprs)), null),
  start: v.optional(duration({ zero: true }), '0s'),
  interArrival: members({ mean: duration() }),
  arrivals: v.optional(arrivals),
  workspaces: either(
    [whole(1, limits.workspacesMade), list(name(), 1, limits.workspaces)],
    `a whole number from 1 to ${limits.workspacesMade}, or a list of names`,
  ),
  cluster: v.optional(name()),
  instanceType: v.optional(name()),
  pools: v.optional(list(poolWeight, 1, limits.choices)),
  priority: v.optional(priorityBands, { low: 1, medium: 1, high: 1 }),
  jobs: v.optional(list(recordedJob, 1, limits.jobs)),
  jobsFile: v.optional(text(4096)),
  gpus: v.optional(list(whole(1, limits.gpusPerNode), 1, limits.choices)),
  nodes: v.optional(list(whole(1, limits.nodes), 1, limits.choices)),
  exitDuration: v.optional(range(duration())),
  runtimeShare: v.optional(range(share(1000))),
  evicts: v.optional(share(1000), 0),
  requeues: v.optional(share(1000), 0),
  idle: v.optional(share(1000), 0),
  idleTimeOut: v.optional(duration(), '10m'),
});

type Members = v.InferOutput<typeof entry>;

/** Recorded jobs replace these members, from which sizes and durations are drawn otherwise. */
const DRAWN = ['gpus', 'nodes', 'exitDuration', 'runtimeShare'] as const;
const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, false]));

const sizes = rule<Members>(
  (given, note) => {
    if (given.jobs !== undefined && given.jobsFile !== undefined)
      note(['jobsFile'], 'must be left out, because the entry has jobs');
    const sample = (['jobs', 'jobsFile'] as const).find((name) => given[name] !== undefined);
    if (sample === undefined) {
      if (given.exitDuration === undefined)
        note(
          ['exitDuration'],
          'is missing; it must be {"from": …, "to": …}, each a duration such as "90s", "2h30m" or "1d"; or give jobs or jobsFile',
        );
      return;
    }
    for (const member of DRAWN) {
      if (given[member] !== undefined)
        note([member], `must be left out, because the GPRs are drawn from ${sample}`);
    }
  },
  {
    oneOf: [
      { required: ['exitDuration'], properties: without('jobs', 'jobsFile') },
      { required: ['jobs'], properties: without('jobsFile', ...DRAWN) },
      { required: ['jobsFile'], properties: without('jobs', ...DRAWN) },
    ],
  },
);

const choice = rule<Members>(
  (given, note) => {
    if (given.pools === undefined) return;
    for (const member of ['cluster', 'instanceType'] as const) {
      if (given[member] !== undefined) note([member], 'must be left out, because the entry has pools');
    }
  },
  { dependentSchemas: { pools: { properties: without('cluster', 'instanceType') } } },
);

export const generated = v.pipe(entry, ...sizes, ...choice);

export type GeneratedEntry = Members;
