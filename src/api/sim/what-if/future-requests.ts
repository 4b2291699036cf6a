// The changes of a what-if: requests that enter a future at their instants. What is wrong with a request on its face is
// reported before anything runs.

import { type Change, ChangeRefused } from '../../../driver/world.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Problem } from '../../frame/errors/entry.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { problem, required, shown } from '../../frame/errors/problems.ts';
import type { Answered, Changes, Method, Requests } from '../../frame/operation/requests-to-worlds.ts';
import { parseMoment } from '../../frame/request/moment.ts';
import type { SentChange } from './schema.ts';

/** A request of a change. */
interface Sent {
  /** Where the question has it. */
  readonly where: string;
  readonly atMs: number;
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
}

/** Why a request cannot be a change, by what it changes. */
const NO_CHANGE: Readonly<Record<Exclude<Changes, 'world'>, string>> = {
  nothing: 'only reads the world; a change has to change it',
  process: 'changes the process, not only the world; a change may change only the world',
  futures: 'runs futures; a change has to change the world',
  time: 'moves the clock or replaces the world',
};

interface Context {
  readonly timeline: Timeline;
  readonly requests: Requests;
  readonly nowMs: number;
  readonly knowing: 'everything' | 'scheduler';
}

/** The requests of the changes, in order of time. @param list where the question has them @param problems gets what is wrong */
export function requestsOf(
  changes: readonly SentChange[],
  list: string,
  context: Context,
  problems: Problem[],
): readonly Sent[] {
  const sent = changes.map((change, index) => {
    const where = `${list}[${index}]`;
    const refuse = (member: string, why: string) => problems.push(problem(`${where}${member}`, why));
    const request = requestOf(change, context, refuse);
    return { where, ...request, atMs: instantOf(change.at, context, refuse) };
  });
  return sent.sort((a, b) => a.atMs - b.atMs);
}

type Refuse = (member: string, why: string) => void;

function instantOf(at: string | null, { timeline, nowMs }: Context, refuse: Refuse): number {
  if (at === null) return nowMs;
  const parsed = parseMoment(at, timeline);
  if (!parsed.ok) refuse('.at', parsed.why);
  else if (parsed.value < nowMs) refuse('.at', `must not lie before now, ${timeline.iso(nowMs)}`);
  return parsed.ok ? parsed.value : nowMs;
}

function requestOf(
  change: SentChange,
  context: Context,
  refuse: Refuse,
): Pick<Sent, 'method' | 'path' | 'body'> {
  const { method, path, body, scheduler, arrivalRate } = change;
  const isRequest = method !== null || path !== null || body !== null;
  if ([isRequest, scheduler !== null, arrivalRate !== null].filter(Boolean).length !== 1)
    refuse('', 'must have "method" and "path", or "scheduler", or "arrivalRate", and only one of these');
  if (arrivalRate !== null && context.knowing === 'scheduler')
    refuse('.arrivalRate', 'has no effect if "knowing" is "scheduler": a scheduler knows no arrivals');
  if (scheduler !== null) return { method: 'PUT', path: '/sim/scheduler', body: scheduler };
  if (arrivalRate !== null) return { method: 'PUT', path: '/sim/workload', body: { arrivalRate } };
  if (isRequest && method === null) refuse('.method', required);
  if (isRequest && path === null) refuse('.path', required);
  const request = { method: method ?? 'GET', path: path ?? '/', body: body ?? undefined };
  if (method !== null && path !== null) {
    const why = whyNoChange(request, context);
    if (why !== undefined) refuse('.path', why);
  }
  return request;
}

function whyNowhere(method: string, path: string, allowed: readonly string[]): string {
  if (allowed.length > 0) return `leads to no operation with ${method}; it supports ${allowed.join(', ')}`;
  const remedy = '/openapi.json and /sim/openapi.json list the paths';
  return `leads to no operation, but is ${shown(path)}; ${remedy}`;
}

/** Why a request cannot be a change; undefined if it can. */
function whyNoChange(
  { method, path, body }: Pick<Sent, 'method' | 'path' | 'body'>,
  { requests }: Context,
): string | undefined {
  if (!/^\/(api\/v1|sim)\//.test(path)) return 'must begin with /api/v1/ or /sim/';
  const changes = requests.changesOf(method, path, body);
  if (changes === undefined) return whyNowhere(method, path, requests.methodsOf(path));
  return changes === 'world' ? undefined : NO_CHANGE[changes];
}

/** The change of a request. If it is refused when it enters, the cause is a Failure with the message of the service. */
export function changeOf(
  { where, atMs, method, path, body }: Sent,
  requests: Requests,
  apiKey: string,
): Change {
  return {
    atMs,
    async enter(future) {
      const answer = await requests.senderTo(future, apiKey)(method, path, body);
      if (answer.statusCode === 200) return;
      const why = `${where}, ${method} ${path}, is refused with ${answer.statusCode}: ${answer.message}`;
      throw new ChangeRefused(why, {
        cause: new Failure('change-refused', { why }, detailsOf(answer, where)),
      });
    },
  };
}

interface ErrorDocument {
  readonly error?: {
    readonly DetailedError?: { readonly Errormessage?: string; readonly Details?: unknown };
  };
}

/** The details of a refused request, with the position of its change before the names of fields. */
function detailsOf({ message, error }: Answered, where: string): Problem[] {
  const { Errormessage = message, Details } = detailed(error?.data);
  if (!Array.isArray(Details) || Details.length === 0) return [problem(where, `is refused: ${Errormessage}`)];
  return (Details as Problem[]).map(({ field, reason, message: why }) => {
    return { field: `${where}.${field}`, reason, message: `"${where}": ${why}` };
  });
}

function detailed(data: unknown): { readonly Errormessage?: string; readonly Details?: unknown } {
  try {
    return (JSON.parse(String(data)) as ErrorDocument).error?.DetailedError ?? {};
  } catch {
    return {};
  }
}
