// Gathers path, query and body into one validated request.

import type { Context } from 'hono';
import * as v from 'valibot';
import type { Problem } from '../errors/entry.ts';
import { Failure } from '../errors/failure.ts';
import { isOfMember, isUnset, problem, problemsOf, shown } from '../errors/problems.ts';
import { type Operation, takesInstant } from '../operation/operation.ts';
import type { Service } from '../operation/service.ts';
import { keptIn } from '../request-log/kept-request.ts';
import { instantName, sentInstant } from './at-parameter.ts';
import { parseBody, readBody } from './body.ts';
import { unknownMember } from './fields.ts';
import { asSent, isEqual, respell } from './spellings.ts';
import { unknownIn } from './unknown-members.ts';

type Members = Record<string, unknown>;
type Parts = Readonly<Partial<Record<'path' | 'body' | 'query', Members>>>;

/** A member that copies of an object would take as their prototype. */
const proto = '__proto__';

/** Reports one issue per field: later checks of a pipe would repeat it. */
const parsing = { abortPipeEarly: true } as const;

/**
 * Calls `next` with the validated request: synchronously unless a body must be read. @throws Failure
 * @param next gets the request, the earlier instant that it names (ms since the scenario's start), and the sent members
 */
export function gather<T>(
  operation: Operation,
  context: Context,
  { timeline, unknownMembers }: Pick<Service, 'timeline' | 'unknownMembers'>,
  next: (request: unknown, atMs: number | undefined, sent: Members) => T | Promise<T>,
): T | Promise<T> {
  const { req } = context;
  const { atMs, problems: ofInstant } = sentInstant(operation, context, timeline);
  const problems = [...ofInstant];
  // These objects belong to this request alone, so they can be modified.
  const query = (): Members => {
    const { [instantName]: _, ...others } = req.query();
    for (const [name, [first, ...more]] of Object.entries(req.queries())) {
      const other = more.find((value) => value !== first);
      if (name === instantName || other === undefined) continue;
      problems.push(
        problem(name, `must have one value, but is sent with ${shown(first)} and ${shown(other)}`),
      );
    }
    return others;
  };
  const body = (text: string) => {
    keptIn(context)?.received(text);
    const sent = members(operation, text, problems);
    if (!Object.hasOwn(sent, proto)) return sent;
    problems.push({ ...problem(proto, 'must be left out'), reason: 'FieldForbidden' });
    return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== proto));
  };
  const gathered = (parts: Parts) => {
    const { sent, problems: unequal } = merged(parts);
    const unknown = unknownIn(operation, sent);
    if (unknown.length > 0) keptIn(context)?.hasUnknown(unknown.map(({ field }) => field));
    const refused = unknown.length > 0 ? unknownMembers.note(operation.operationId, unknown) : unknown;
    const { request, spelled } = check(operation, sent, [...problems, ...unequal, ...refused]);
    return renaming(() => next(request, atMs, sent), sent, spelled);
  };
  switch (operation.from) {
    case 'path':
      return gathered({ path: req.param() });
    case 'query':
      return gathered({ query: query(), path: req.param() });
    case 'body':
      return readBody(context)
        .then((text) => gathered({ body: body(text), path: req.param() }))
        .catch((error) => {
          throw error instanceof Failure ? error.rewording((one) => inQuery(one, req.query())) : error;
        });
    case 'body or query':
      return readBody(context).then((text) =>
        gathered({ query: query(), body: body(text), path: req.param() }),
      );
  }
}

/** Some clients send the members of a body in the query, which is not read. */
function inQuery(problem: Problem, query: Members): Problem {
  const { field, reason, message } = problem;
  if (reason !== 'FieldValueRequired' || !Object.hasOwn(query, field)) return problem;
  return { ...problem, message: `${message} in the body; the query is not read` };
}

/** The result of an operation, whose errors name members as they were sent. */
function renaming<T>(
  run: () => T | Promise<T>,
  sent: Members,
  spelled: ReadonlyMap<string, string>,
): T | Promise<T> {
  const rename = (error: unknown): never => {
    throw error instanceof Failure ? error.rewording((problem) => asSent(problem, sent, spelled)) : error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(rename) : result;
  } catch (error) {
    return rename(error);
  }
}

/**
 * The members of the query, the body and the path together. A member in two of them must have one value. The later parts enter the
 * first one: a copy of a body with many members takes long.
 */
function merged(parts: Parts): { readonly sent: Members; readonly problems: readonly Problem[] } {
  const [[, sent], ...others] = Object.entries(parts);
  const problems: Problem[] = [];
  for (const [part, more] of others) {
    for (const name of Object.keys(more)) {
      const has = Object.hasOwn(sent, name) && !isUnset(sent[name]);
      if (!has) sent[name] = more[name];
      else if (!isUnset(more[name]) && !isEqual(sent[name], more[name]))
        problems.push(problem(name, `must equal the value in the ${part}, ${shown(more[name])}`));
    }
  }
  return { sent, problems };
}

/** The operation's error for an invalid request; its text may contain the sent workspace. */
function invalidRequest(operation: Operation, problems: readonly Problem[], sent: Members = {}): Failure {
  // The errors of operations are about their own members.
  const isOfOthers = problems.some(
    ({ field, reason }) => field === instantName || field === proto || reason === 'FieldForbidden',
  );
  const { invalid = 'invalid' } = isOfOthers ? {} : operation;
  const errorName = typeof invalid === 'string' ? invalid : invalid(problems);
  const workspace = sent.workspaceName;
  return new Failure(errorName, { workspace: typeof workspace === 'string' ? workspace : '' }, problems);
}

function members(operation: Operation, text: string, known: readonly Problem[]): Members {
  const body = parseBody(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Members;
  const wrong = problem('body', `must be a JSON object, but is ${shown(body)}`);
  throw invalidRequest(operation, [...known, wrong]);
}

/** The issue of an unknown member names the known ones: an instant, too, if the query may have one. */
function namingInstant(operation: Operation): (one: v.BaseIssue<unknown>) => v.BaseIssue<unknown> {
  if (operation.from !== 'query' || !takesInstant(operation, operation.method)) return (one) => one;
  const message = unknownMember([...Object.keys(operation.request.entries), instantName]);
  return (one) => (isOfMember(one) ? { ...one, message } : one);
}

/** The validated request of `sent`, whose spellings it changes. @throws Failure with all problems, after the known ones */
export function check(operation: Operation, sent: Members, known: readonly Problem[]) {
  const { spelled, problems } = respell(sent, operation);
  const parsed = v.safeParse(operation.request, sent, parsing);
  if (parsed.success && problems.length === 0 && known.length === 0)
    return { request: parsed.output, spelled };
  const others = parsed.success ? [] : problemsOf(parsed.issues.map(namingInstant(operation)), spelled);
  throw invalidRequest(operation, [...known, ...problems, ...others], sent);
}
