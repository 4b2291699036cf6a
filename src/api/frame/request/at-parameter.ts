// The query parameter `at`: operations that read the world answer as of an earlier instant.

import type { Context } from 'hono';
import * as v from 'valibot';
import { TIME_MAX_MS } from '../../../../sim/index.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../access/roles.ts';
import type { Problem } from '../errors/entry.ts';
import { problem, problemsOf } from '../errors/problems.ts';
import { type Operation, takesInstant } from '../operation/operation.ts';
import { only, queryInstant } from './fields.ts';

export const instantRequest = only({ at: v.optional(queryInstant(TIME_MAX_MS)) });

/** The member of `instantRequest`. */
export const instantName = 'at';

const service = /^\/api\/v1\//;

/** Under `/api/v1`, only Owners read earlier instants. */
export function instantIsForOwners({ path }: Operation): boolean {
  return service.test(path);
}

/** Whether the request names an instant that its operation takes, but not for this caller. */
export function isInstantForbidden(operation: Operation, { req }: Context, caller: Caller): boolean {
  if (caller.role === 'Owner' || !instantIsForOwners(operation)) return false;
  return takesInstant(operation, req.method) && req.query(instantName) !== undefined;
}

interface SentInstant {
  /** ms since the scenario's start, perhaps before it or in the future; undefined for the present. */
  readonly atMs: number | undefined;
  readonly problems: readonly Problem[];
}

const present: SentInstant = { atMs: undefined, problems: [] };

/** Reads the parameter. */
export function sentInstant(operation: Operation, { req }: Context, timeline: Timeline): SentInstant {
  const sent = req.queries(instantName);
  if (sent === undefined) return present;
  if (!takesInstant(operation, req.method)) {
    const why =
      (req.method === 'GET' && operation.isTimeless) || 'only requests that read take an earlier instant';
    const message = `"${instantName}" must not be sent: ${why}`;
    return { atMs: undefined, problems: [{ field: instantName, reason: 'FieldForbidden', message }] };
  }
  if (sent.length > 1) {
    const why = `must be sent once, but is sent ${sent.length} times`;
    return { atMs: undefined, problems: [problem(instantName, why)] };
  }
  const parsed = v.safeParse(instantRequest, { at: sent[0] });
  if (!parsed.success) return { atMs: undefined, problems: problemsOf(parsed.issues, new Map()) };
  return { atMs: instantMs(parsed.output.at!, timeline), problems: [] };
}

/** ms since the scenario's start. @param instant ms, or ISO 8601 whose form was checked */
export function instantMs(instant: number | string, timeline: Timeline): number {
  if (typeof instant === 'number') return instant;
  const parsed = timeline.parse(instant);
  return parsed.ok ? parsed.value : Number.NaN;
}
