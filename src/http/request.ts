// Gathers path, query and body into one validated request.

import type { Context } from 'hono';
import * as v from 'valibot';
import { parseBody, readBody } from './body.ts';
import type { Problem } from './errors/entry.ts';
import type { ErrorName } from './errors.ts';
import { Failure } from './failure.ts';
import type { Operation } from './operation.ts';
import { problem, problemsOf, shown } from './problems.ts';
import { respell } from './spellings.ts';

type Members = Record<string, unknown>;

/** Reports one issue per field: later checks of a pipe would repeat it. */
const parsing = { abortPipeEarly: true } as const;

/** Calls `next` with the validated request: synchronously unless a body must be read. @throws Failure */
export function gather<T>(
  operation: Operation,
  context: Context,
  next: (request: unknown) => T | Promise<T>,
): T | Promise<T> {
  const { req } = context;
  // These objects belong to this request alone, so they can be modified.
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
        // Spreading keeps a body's member `__proto__`; assigning would set the prototype.
        next(check(operation, { ...req.query(), ...members(operation, text), ...req.param() })),
      );
  }
}

/** The operation's error for an invalid request; its text may contain the sent workspace. */
function invalidRequest(operation: Operation, problems: readonly Problem[], sent: Members = {}): Failure {
  const errorName: ErrorName = operation.invalid?.(problems) ?? 'invalid';
  const workspace = sent.workspaceName;
  return new Failure(errorName, { workspace: typeof workspace === 'string' ? workspace : '' }, problems);
}

function members(operation: Operation, text: string): Members {
  const body = parseBody(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Members;
  throw invalidRequest(operation, [problem('body', `must be a JSON object, but is ${shown(body)}`)]);
}

/** The validated request of `sent`, whose spellings it changes. @throws Failure with all problems */
export function check(operation: Operation, sent: Members): unknown {
  const { spelled, problems } = respell(sent, operation.spellings);
  const parsed = v.safeParse(operation.request, sent, parsing);
  if (parsed.success && problems.length === 0) return parsed.output;
  const others = parsed.success ? [] : problemsOf(parsed.issues, spelled);
  throw invalidRequest(operation, [...problems, ...others], sent);
}
