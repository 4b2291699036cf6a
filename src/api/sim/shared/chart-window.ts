// The window of a chart in a request.

import * as v from 'valibot';
import { TIME_MAX_MS } from '../../../../sim/index.ts';
import type { ChartWindow } from '../../../driver/world.ts';
import { requireNone } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import type { Service } from '../../frame/operation/service.ts';
import { instantMs } from '../../frame/request/at-parameter.ts';
import { queryInstant, text } from '../../frame/request/fields.ts';
import { unknownNames } from './known-names.ts';

/** Why charts take no `at`. */
export const aboutWindow = 'a chart covers a window; use "from" and "to"';

export const windowEntries = {
  from: v.optional(queryInstant(TIME_MAX_MS)),
  to: v.optional(queryInstant(TIME_MAX_MS)),
  cluster: v.optional(text()),
};

interface Sent {
  /** ms since the scenario's start, or ISO 8601. */
  readonly from?: number | string | undefined;
  readonly to?: number | string | undefined;
  readonly cluster?: string | undefined;
}

/** @throws Failure `invalid` if the cluster is unknown, an instant is out of range, or the window ends before it begins */
export function windowOf({ from = 0, to, cluster }: Sent, { world, timeline }: Service): ChartWindow {
  const fromMs = instantMs(from, timeline);
  const toMs = to === undefined ? undefined : instantMs(to, timeline);
  const isOut = (ms: number) => ms < 0 || ms > TIME_MAX_MS;
  const why = `must lie between ${timeline.iso(0)} and ${timeline.iso(TIME_MAX_MS)}`;
  const problems = unknownNames({ cluster }, world);
  if (isOut(fromMs)) problems.push(problem('from', why));
  if (toMs !== undefined && isOut(toMs)) problems.push(problem('to', why));
  else if (toMs !== undefined && toMs < fromMs)
    problems.push(problem('to', `must not lie before "from", ${timeline.iso(fromMs)}`));
  requireNone(problems);
  return { fromMs, toMs, cluster };
}
