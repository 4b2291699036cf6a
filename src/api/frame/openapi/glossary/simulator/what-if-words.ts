import { FUTURE_FIGURE_NAMES, FUTURE_FIGURES } from '../../../../../wire/run-figures.ts';
import type { Word, Words } from '../word.ts';

const figureWords = (owner: string, hasExamples: boolean): Words =>
  Object.fromEntries(
    FUTURE_FIGURE_NAMES.map((name) => {
      const { text, example } = FUTURE_FIGURES[name];
      return [`${owner}.${name}`, hasExamples ? [text, example] : [text]];
    }),
  );

const words = {
  'askWhatIf.changes': ['The changes, at most 100. They enter in order of time.'],
  'askWhatIf.alternatives': [
    'Instead of `changes`: at most 10 lists of changes, each of which is compared to doing nothing. Requires `samples`.',
  ],
  'alternatives.name': ['The name of the alternative in the answer.', 'backfill'],
  'alternatives.changes': ['The changes of the alternative, at most 100.'],
  'askWhatIf.samples': [
    'The number of futures: 1, the future that `knowing` is about, or 10 to 1,000, which are drawn from what has been seen. Default: 1.',
    20,
  ],
  'LikelyDifferences.branch': ['The current branch.', 1],
  'LikelyDifferences.seq': ['The number of facts at the beginning of the futures.', 412],
  'LikelyDifferences.at': ['The instant at which the futures begin.', '2026-01-05T08:00:00.000Z'],
  'LikelyDifferences.until': [
    'The instant at which all futures end. Without `until` in the request: twice as far as the comparison of what a scheduler can know, at most 30 days from `at`.',
    '2026-01-05T13:00:00.000Z',
  ],
  'LikelyDifferences.samples': ['The number of futures, each with and without the changes.', 20],
  'LikelyDifferences.seen': ['What the futures are drawn from.'],
  'LikelyDifferences.without': ['The figures of the futures without changes.'],
  'LikelyDifferences.alternatives': [
    'What each alternative changes; without `alternatives` in the request, one with the name `with`.',
  ],
  'AlternativeEffects.name': ['The name of the alternative.', 'backfill'],
  'AlternativeEffects.refused': [
    'The number of futures that refuse a change, such as one for a node that has failed in them. They go on without it.',
    0,
  ],
  'AlternativeEffects.waitMs': [
    'How much longer GPRs are queued, in simulated milliseconds of all GPRs together.',
  ],
  'AlternativeEffects.figures': ['How the figures differ.'],
  'AlternativeEffects.gprs': [
    'The GPRs that exist at the beginning and differ in a future, at most 1,000: first those that the changes themselves move, then those with the greatest medians.',
  ],
  'AlternativeEffects.gprsTotal': ['The number of these GPRs.', 4],
  'Spread.p10': ['In at most one of ten futures, the value is less.', 10],
  'Spread.p50': ['The median of the futures.', 12],
  'Spread.p90': ['In at most one of ten futures, the value is more.', 15],
  'LikelyEffect.p10': [
    'How much more the value is with the changes than without them: in at most one of ten futures, it is less than this.',
    -3_600_000,
  ],
  'LikelyEffect.p50': ['The median of the futures.', -1_800_000],
  'LikelyEffect.p90': [
    'In at most one of ten futures, it is more than this. At least 80 % of the futures lie between.',
    -60_000,
  ],
  'LikelyEffect.less': ['The share of the futures in which the value is less with the changes.', 0.95],
  'LikelyEffect.more': ['The share of the futures in which the value is more with the changes.', 0.05],
  'LikelyEffect.shown': [
    'Whether the interval from `p10` to `p90` is without 0. If not, a single future can go either way.',
    true,
  ],
  'LikelyEffect.tends': [
    'To what the futures lean: the numbers of those with `less` and with `more` differ by more than two standard deviations of tosses of a fair coin. null: no difference is shown.',
    'less',
  ],
  'MovedGpr.by': [
    '`change`: the changes themselves move the GPR, even if nothing else happens, which is what `knowing` `scheduler` shows. `ripple`: only what follows from them in some futures does.',
    'change',
  ],
  'MovedGpr.directMs': [
    'How much later it starts if nothing else happens, in simulated milliseconds; if it holds GPUs at the beginning, how much later it ends. What comes after `until` counts as coming then. Null for `ripple`, and if it ends or is removed before it starts, or holds GPUs and fails on one side only.',
    -3_600_000,
  ],
  'MovedGpr.shiftMs': ['The same, over the futures. Null if more than a tenth of these have none.'],
  'MovedGpr.open': [
    'The share of the futures in which this start or end is later than `until`, with or without the changes, 0 to 1. There it moves at least as far.',
    0,
  ],
  'MovedGpr.failsMore': [
    'The share of the futures in which it fails only with the changes, less those in which it fails only without them, −1 to 1.',
    0,
  ],
  'changes.at': ['The instant at which the change enters, ISO 8601. Default: now.', '2026-01-05T09:00:00Z'],
  'changes.method': ['The method of a request that changes the world.', 'POST'],
  'changes.path': [
    'The path of a request that changes the world.',
    '/sim/nodes/worker-1/worker-1-a2-highgpu-8g-0/down',
  ],
  'changes.body': ['The body of the request, as the operation takes it.', { repairAfter: '4h' }],
  'changes.scheduler': [
    'Instead of a request: the policies, as `PUT /sim/scheduler` takes them.',
    { queue: 'backfill' },
  ],
  'changes.arrivalRate': [
    'Instead of a request: the rate of arrivals, as `PUT /sim/workload` takes it. Requires `knowing` to be `everything`.',
    2,
  ],
  'askWhatIf.until': [
    'The end of both futures, ISO 8601. Default: whole hours from now, until all GPRs that exist now have ended in both, and as long again after the repair of nodes that changes took down as from the last change to it. At most 30 days from now.',
    '2026-01-05T13:00:00Z',
  ],
  'listDifferences.branch': ['The number of the branch to compare to the current one.', 2],
  'listDifferences.until': [
    'The end of the comparison, ISO 8601. Default: the earlier end of both branches.',
    '2026-01-05T13:00:00Z',
  ],
  knowing: [
    'What the futures derive from: `everything` that will happen, or what a `scheduler` can know: no arrivals, failures and faults, and whole exit durations.',
    'everything',
  ],
  'askWhatIf.charts': [
    'Adds the Gantt charts of both futures, with these rows. Default: no charts.',
    'nodes',
  ],
  chartRows: [
    'The most rows of each chart. If there are more, the charts have the first ones in which an attempt differs. Default: 400.',
    24,
  ],
  'askWhatIf.cluster': ['The only cluster in the charts. Default: all.', 'worker-1'],
  'listDifferences.charts': [
    'Adds the Gantt charts of both branches, with these rows. Default: no charts.',
    'nodes',
  ],
  'listDifferences.cluster': ['The only cluster in the charts. Default: all.', 'worker-1'],
  'Differences.charts': [
    'The charts, from `at` to `until`, or to the instant at which one of them would have more than 200,000 attempts; null without `charts`. Attempts that run at `at` get new lanes, the same in both.',
  ],
  'charts.differing': ['The ids of the GPRs of which an attempt in the charts differs.'],
  'charts.without': ['The chart without the changes, or of the current branch.'],
  'charts.with': ['The chart with the changes, or of the other branch.'],
  'Differences.branch': ['The current branch.', 1],
  'Differences.seq': ['The number of facts at the beginning of the comparison.', 412],
  'Differences.at': ['The instant at which the comparison begins.', '2026-01-05T08:00:00.000Z'],
  'Differences.until': [
    'The instant at which the comparison ends. All that happens at it counts.',
    '2026-01-05T13:00:00.000Z',
  ],
  counts: ['The number of GPRs that differ, by effect.'],
  'counts.new': ['GPRs that exist only with the changes.', 1],
  'counts.gone': ['GPRs that exist only without the changes.', 0],
  'counts.started': ['GPRs that start only with the changes.', 0],
  'counts.notStarted': ['GPRs that start only without the changes.', 0],
  'counts.earlier': ['GPRs that start earlier.', 0],
  'counts.later': ['GPRs that start later.', 3],
  'counts.evicted': ['GPRs that start at the same instant and are evicted more often.', 0],
  'counts.requeued': ['GPRs that start at the same instant and are queued again more often.', 0],
  'counts.spared': ['GPRs that start at the same instant and are evicted or queued again less often.', 0],
  'counts.endsEarlier': ['GPRs of which only the end differs: it is earlier.', 0],
  'counts.endsLater': ['GPRs of which only the end differs: it is later.', 0],
  'counts.endsOtherwise': ['GPRs that end at the same instant in another state.', 0],
  'Differences.waitMs': [
    'How much longer GPRs are queued with the changes, from `at` to `until`, in simulated milliseconds of all GPRs together; negative if shorter.',
    3_600_000,
  ],
  'Differences.workspaces': [
    'The workspaces of GPRs that differ, at most 1,000: first those whose `waitMs` is greatest.',
  ],
  'workspaces.worse': ['The number of GPRs that are later, notStarted, evicted or requeued.', 3],
  'workspaces.better': ['The number of GPRs that are earlier, started or spared.', 0],
  'workspaces.otherwise': ['The number of GPRs that differ in another way.', 1],
  'workspaces.waitMs': ['`waitMs` of the GPRs of the workspace.', 3_600_000],
  'Differences.rows': [
    'The GPRs that differ, at most 1,000. GPRs that exist at the beginning or that requests create come first, then those whose start, or else end, moves furthest.',
  ],
  'Differences.rowsTotal': ['The number of GPRs that differ.', 4],
  'rows.effect': ['How the GPR differs: the first member of `counts` that applies.', 'later'],
  'rows.shiftMs': [
    'How much later it starts with the changes, in simulated milliseconds, negative if earlier; or else how much later it ends. Null if it exists, starts or ends on one side only.',
    3_600_000,
  ],
  'rows.exists': [
    'Whether the GPR can be read: it exists at the beginning of the what-if, or in the current branch.',
    true,
  ],
  'rows.without': ['The GPR without the changes, or in the current branch; null if it does not exist.'],
  'rows.with': ['The GPR with the changes, or in the other branch; null if it does not exist.'],
  'without.startTime': [
    'The start of the attempt that runs at the beginning, or the first start after it; null if it does not start.',
    '2026-01-05T09:00:00.000Z',
  ],
  'with.startTime': [
    'The start of the attempt that runs at the beginning, or the first start after it; null if it does not start.',
    '2026-01-05T10:00:00.000Z',
  ],
  'without.endTime': ['Its end; null if it does not end.', '2026-01-05T11:00:00.000Z'],
  'with.endTime': ['Its end; null if it does not end.', '2026-01-05T12:00:00.000Z'],
  'without.state': ['Its state at the end of the comparison.', 'Complete'],
  'with.state': ['Its state at the end of the comparison.', 'Complete'],
  'without.evictions': ['How often other GPRs take its GPUs.', 0],
  'with.evictions': ['How often other GPRs take its GPUs.', 0],
  'without.requeues': ['How often it is queued again for any reason.', 0],
  'with.requeues': ['How often it is queued again for any reason.', 0],
  figures: ['The figures of both futures.'],
  'figures.without': ['The figures without the changes, or of the current branch.'],
  'figures.with': ['The figures with the changes, or of the other branch.'],
  firstDifference: [
    'The first fact that differs; null if all facts are the same. The futures of a what-if record no estimates.',
  ],
  'firstDifference.without': [
    'The fact without the changes, or of the current branch; null if no further one follows.',
  ],
  'firstDifference.with': [
    'The fact with the changes, or of the other branch; null if no further one follows.',
  ],
} satisfies Words;

/** The words of a count are those of its effect. */
const effectWords = Object.entries(words)
  .filter(([name]) => name.startsWith('counts.'))
  .map(([name, [text]]): [string, Word] => [name.replace('counts.', 'CountEffects.'), [text]]);

export const whatIfWords: Words = {
  ...words,
  ...figureWords('FutureFigures', true),
  ...figureWords('FigureSpreads', false),
  ...figureWords('FigureEffects', false),
  ...Object.fromEntries(effectWords),
};
