import type { Context } from 'hono';
import { after } from '../answers/as-of.ts';
import { Failure } from '../errors/failure.ts';
import { keptIn } from '../request-log/kept-request.ts';
import type { Caller } from './roles.ts';
import type { Tokens } from './tokens.ts';

/** The bearer token of a request, unverified; undefined without one. */
export function bearerToken(context: Context): string | undefined {
  const header = context.req.header('authorization');
  return header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

/** The holder of the request's bearer token. @throws Failure `token-missing` or `token-invalid` (401) */
export function authenticate(context: Context, tokens: Tokens): Caller | Promise<Caller> {
  const token = bearerToken(context);
  if (token === undefined) throw new Failure('token-missing');
  return after(tokens.holder(token), (holder) => {
    if (holder === undefined) throw new Failure('token-invalid');
    keptIn(context)?.sentBy(holder);
    return holder;
  });
}
