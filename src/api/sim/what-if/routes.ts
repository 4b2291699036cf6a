// Operations that compare futures of the world, and branches.

import * as v from 'valibot';
import { DAY_MS } from '../../../../sim/index.ts';
import {
  ChangeRefused,
  type ChartsWanted,
  FuturesRefused,
  type ManyFuturesQuestion,
  type Question,
  TooManyDifferences,
} from '../../../driver/world.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { AsOf } from '../../frame/answers/as-of.ts';
import { tooManyFutures } from '../../frame/answers/likely-start.ts';
import type { Problem } from '../../frame/errors/entry.ts';
import { Failure, invalid, requireNone } from '../../frame/errors/failure.ts';
import { bounded, problem } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import { instantMs } from '../../frame/request/at-parameter.ts';
import { parseMoment } from '../../frame/request/moment.ts';
import { unknownNames } from '../shared/known-names.ts';
import { differencesOf, likelyDifferencesOf } from './differences-answer.ts';
import { changeOf, requestsOf } from './future-requests.ts';
import {
  differencesAnswer,
  likelyDifferencesAnswer,
  listDifferencesRequest,
  type SentChange,
  whatIfRequest,
} from './schema.ts';

/** A longer comparison would take minutes, and could hold the event loop. */
const LONGEST_MS = 30 * DAY_MS;

export const whatIfOperations: readonly Operation[] = [
  operation({
    operationId: 'askWhatIf',
    summary: 'Compare the future with some changes to the one without',
    description:
      'Two copies of the present world, or with `at` of that of an earlier instant, run to `until`; the changes enter one of them. The world itself stays as it is. A change ' +
      'is a request of this interface that changes the world, `{"at", "method", "path", "body"}`, or `{"scheduler": {…}}` for ' +
      '`PUT /sim/scheduler`, or `{"arrivalRate": …}` for `PUT /sim/workload`. Changes enter in order of time, like the lines of ' +
      '`--play`. If a change is refused, the answer names it. `everything` runs the futures that will happen, with arrivals, ' +
      'failures and run times. `scheduler` forgets what a scheduler cannot know: each GPR then starts at its estimate. Without ' +
      '`until`, the futures run for whole hours until all GPRs that exist now have ended in both, and after the repair of nodes ' +
      'that changes took down as long again as from the last change to it, at most 30 days from now. This compares one future, and it may ' +
      'differ from what happens. With `samples`, from 10 on, each effect is a median with the interval of 80 % of as many futures, ' +
      'which are drawn as those of `GET /sim/forecast`; what is drawn is the same with and without the changes. `alternatives` are ' +
      'several lists of changes, each compared to doing nothing. With `charts`, the answer has the Gantt charts of both futures, with the same rows and up to 200,000 attempts. One comparison runs at a time, and a disconnect of the client cancels it.',
    method: 'POST',
    path: '/sim/what-if',
    changes: 'futures',
    from: 'body',
    request: whatIfRequest,
    answer: v.union([differencesAnswer, likelyDifferencesAnswer]),
    errors: ['change-refused', 'too-many-futures', 'too-many-differences', 'too-many-waiting'],
    example: {
      changes: [
        { method: 'POST', path: '/sim/nodes', body: { cluster: 'worker-1', instanceType: 'a2-highgpu-8g' } },
      ],
    },
    async handle(request, caller, service, isWanted) {
      const { world, timeline } = service;
      // Reports at once what is wrong, even if the what-if has to wait.
      const ask = (nowMs: number) => questionOf(request, caller, service, nowMs);
      ask(world.nowMs());
      if (request.samples > 1) {
        return likelyDifferencesOf(await refusing(world.manyFutures(ask, isWanted)), timeline);
      }
      const differences = await refusing(world.whatIf(ask, isWanted));
      return new AsOf(
        differencesOf(differences, timeline, caller, request.chartRows),
        timeline.iso(differences.atMs),
      );
    },
  }),
  operation({
    operationId: 'listDifferences',
    isTimeless: 'branches are compared up to "until"',
    summary: 'Compare a branch to the current one',
    description:
      'Derives both branches again from their last common position on, up to `until`, by default the earlier of their ends. ' +
      '`without` is the current branch, `with` the other one. One comparison runs at a time, and a disconnect of the client ' +
      'cancels it.',
    method: 'GET',
    path: '/sim/branches/{branch}/differences',
    from: 'query',
    request: listDifferencesRequest,
    answer: differencesAnswer,
    errors: ['branch-not-found', 'branch-in-use', 'too-many-differences', 'too-many-waiting'],
    async handle({ branch, until, chartRows, ...charts }, caller, { world, timeline }, isWanted) {
      const untilMs = until === undefined ? undefined : instantMs(until, timeline);
      const unknown = unknownNames(charts, world);
      requireNone(unknown);
      const result = await refusing(world.differences(branch, untilMs, chartsOf(charts), isWanted));
      if (result.ok) {
        const { differences } = result;
        return new AsOf(
          differencesOf(differences, timeline, caller, chartRows),
          timeline.iso(differences.untilMs),
        );
      }
      if (result.refusal === 'end') {
        const [from, to] = [timeline.iso(result.fromMs), timeline.iso(result.toMs)];
        const why = `must lie from the last common instant of the branches, ${from}, to the earlier of their ends, ${to}`;
        throw invalid('until', why);
      }
      throw new Failure(result.refusal === 'in use' ? 'branch-in-use' : 'branch-not-found', {
        why: result.why,
      });
    },
  }),
];

interface WhatIfRequest extends AskedCharts {
  readonly changes: readonly SentChange[];
  readonly alternatives: readonly { readonly name: string; readonly changes: readonly SentChange[] }[] | null;
  readonly samples: number;
  readonly until: string | null;
  readonly knowing: Question['knowing'];
}

/** @throws Failure with all that is wrong */
function questionOf(
  { changes, alternatives, samples, until, knowing, ...charts }: WhatIfRequest,
  caller: Caller,
  { world, timeline, requests }: Service,
  nowMs: number,
): Question & ManyFuturesQuestion {
  const problems: Problem[] = unknownNames(charts, world);
  const context = { timeline, requests, nowMs, knowing };
  const asked = alternatives ?? [{ name: 'with', changes }];
  const member = alternatives === null ? 'changes' : 'alternatives';
  const sent = asked.map((one, i) =>
    requestsOf(one.changes, alternatives === null ? member : `${member}[${i}].changes`, context, problems),
  );
  const leastMs = Math.max(nowMs, ...sent.flat().map(({ atMs }) => atMs));
  const end = until === null ? undefined : parseMoment(until, timeline);
  const untilMs = end?.ok ? end.value : undefined;
  if (end?.ok === false) problems.push(problem('until', end.why));
  else if (untilMs !== undefined && untilMs < leastMs) {
    const what = leastMs === nowMs ? 'now' : 'the last change';
    problems.push(problem('until', `must not lie before ${what}, ${timeline.iso(leastMs)}`));
  }
  if (Math.max(untilMs ?? leastMs, leastMs) - nowMs > LONGEST_MS)
    problems.push(problem(until === null ? member : 'until', 'must lie within 30 days from now'));
  requireNone(bounded(problems));
  const entered = asked.map(({ name }, i) => ({
    name,
    changes: sent[i].map((request) => changeOf(request, requests, caller.apiKey)),
  }));
  return {
    changes: entered[0].changes,
    alternatives: entered,
    samples,
    untilMs,
    gprIds: [...new Set(JSON.stringify(asked).match(/gpr-[0-9a-f]{8}-[0-9a-f]{4}/g) ?? [])],
    knowing,
    charts: chartsOf(charts),
    caller,
  };
}

interface AskedCharts {
  /** What a row is; without it, the answer has no charts. */
  readonly charts?: ChartsWanted['rows'] | null | undefined;
  readonly pixels: number;
  readonly cluster?: string | null | undefined;
}

function chartsOf({ charts, pixels, cluster }: AskedCharts): ChartsWanted | undefined {
  return charts ? { rows: charts, pixels: Math.max(1, pixels), cluster: cluster ?? undefined } : undefined;
}

async function refusing<T>(comparison: Promise<T>): Promise<T> {
  try {
    return await comparison;
  } catch (error) {
    if (error instanceof ChangeRefused) throw error.cause;
    if (error instanceof FuturesRefused) throw tooManyFutures(error);
    if (error instanceof TooManyDifferences)
      throw new Failure('too-many-differences', { why: error.message });
    throw error;
  }
}
