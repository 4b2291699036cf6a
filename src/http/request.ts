// Gathers what a client sent into one checked request.

import type { Context } from 'hono';
import * as v from 'valibot';
import { parseBody, readBody } from './body.ts';
import type { Problem } from './errors/entry.ts';
import type { ErrorName } from './errors.ts';
import { Failure } from './failure.ts';
import type { Operation } from './operation.ts';
import { problem, problemsOf, shown } from './problems.ts';

type Members = Record<string, unknown>;

/** One answer for each field is enough; what follows in its pipe says the same again. */
const parsing = { abortPipeEarly: true } as const;
const nothing: ReadonlyMap<string, string> = new Map();

/** Goes on with the request as the operation's schema gives it; at once unless a body is to be read. */
export function gather<T>(
  operation: Operation,
  context: Context,
  next: (request: unknown) => T | Promise<T>,
): T | Promise<T> {
  const { req } = context;
  // Each of these objects was made for this request alone: they are added to, not copied.
  switch (operation.from) {
    case 'path':
      return next(check(operation, req.param()));
    case 'query':
      return next(check(operation, Object.assign(req.query(), req.param())));
    case 'body':
      return readBody(context).then((text) =>
        next(check(operation, Object.assign(members(operation, text), req.param()))),
      );
    case 'body or query':
      return readBody(context).then((text) =>
        // A member of a body may be called __proto__, which is no member any more once it is assigned.
        next(check(operation, { ...req.query(), ...members(operation, text), ...req.param() })),
      );
  }
}

/** The error that the operation gives for a refused request; it may name the workspace that was sent. */
function invalidRequest(operation: Operation, problems: readonly Problem[], sent: Members = {}): Failure {
  const errorName: ErrorName = operation.invalid?.(problems) ?? 'invalid';
  const workspace = sent.workspaceName;
  return new Failure(errorName, { workspace: typeof workspace === 'string' ? workspace : '' }, problems);
}

/** The members that a body has. */
function members(operation: Operation, text: string): Members {
  const body = parseBody(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Members;
  throw invalidRequest(operation, [problem('body', `must be a JSON object, but is ${shown(body)}`)]);
}

function check(operation: Operation, sent: Members): unknown {
  const spelled = operation.spellings === undefined ? nothing : respell(sent, operation.spellings);
  const parsed = v.safeParse(operation.request, sent, parsing);
  if (parsed.success) return parsed.output;
  throw invalidRequest(operation, problemsOf(parsed.issues, spelled), sent);
}

/** Moves members to their main spelling, which wins where both are sent; tells what the client wrote. */
function respell(sent: Members, spellings: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const spelled = new Map<string, string>();
  for (const other in spellings) {
    const main = spellings[other]!;
    if (isUnset(sent[other]) || !isUnset(sent[main])) continue;
    sent[main] = sent[other];
    spelled.set(main, other);
  }
  return spelled;
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}
