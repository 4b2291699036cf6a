// Case files: one request of a client, the steps before it, and the expected answer.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

export const root = fileURLToPath(new URL('../../fixtures/exchanges/', import.meta.url));

const named = /^[a-zA-Z]\w*$/;

const caller = v.pipe(
  v.string(),
  v.regex(
    /^(?:Owner|(?:Editor|Viewer) of [\w-]+|none|forged|expired|revoked)$/,
    'must be Owner, Editor of <workspace>, Viewer of <workspace>, none, forged, expired or revoked',
  ),
);

const request = v.strictObject({
  method: v.pipe(v.string(), v.regex(/^[A-Z]+$/)),
  path: v.pipe(v.string(), v.startsWith('/')),
  headers: v.optional(v.record(v.string(), v.string())),
  body: v.optional(v.unknown()),
  /** A body that is not JSON, sent unchanged. */
  text: v.optional(v.string()),
});

const captures = v.optional(
  v.record(
    v.pipe(v.string(), v.regex(named)),
    v.pipe(v.string(), v.regex(/^[\w.[\]-]+$/, 'must be a path such as data.items[0].gprId')),
  ),
);

const asked = v.strictObject({
  as: v.optional(caller, 'Owner'),
  request,
  status: v.optional(v.number(), 200),
  capture: captures,
});

/** A shared step, with members of its body changed or left out. */
const staged = v.strictObject({
  stage: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
  without: v.optional(v.array(v.string()), []),
  as: v.optional(caller, 'Owner'),
  capture: captures,
});

const advance = v.strictObject({ advance: v.string() });
const realTime = v.strictObject({ realTime: v.pipe(v.string(), v.isoTimestamp()) });

/** Members select the kind of a step, so that errors name the invalid member. */
const step = v.lazy((sent): v.GenericSchema<unknown, Step> => {
  if (typeof sent !== 'object' || sent === null) return asked;
  if ('stage' in sent) return staged;
  if ('advance' in sent) return advance;
  return 'realTime' in sent ? realTime : asked;
});

const exchange = v.strictObject({
  contract: v.pipe(v.string(), v.minLength(10)),
  world: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/)), 'default'),
  before: v.optional(v.array(step), []),
  as: v.optional(caller, 'Owner'),
  request,
  expect: v.strictObject({
    status: v.number(),
    headers: v.optional(v.record(v.string(), v.string())),
    body: v.unknown(),
  }),
  covers: v.optional(v.array(v.string()), []),
});

export type Sent = v.InferOutput<typeof request>;
export type Asked = v.InferOutput<typeof asked>;
export type Staged = v.InferOutput<typeof staged>;
export type Step = Asked | Staged | v.InferOutput<typeof advance> | v.InferOutput<typeof realTime>;
export type Exchange = v.InferOutput<typeof exchange>;

/** The case files, relative to the folder of exchanges: `<resource>/<what it shows>.json`. */
export function exchangeFiles(): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.json') && !/^(?:worlds|stages)\//.test(file))
    .sort();
}

export function worldFile(world: string): string {
  return world === 'quiet' ? world : join(root, 'worlds', `${world}.json`);
}

export function requestOfStage({ stage, with: changes, without, as, capture }: Staged): Asked {
  const file = `stages/${stage}.json`;
  const shared = parse(asked, readFileSync(join(root, file), 'utf8'), file);
  const body = { ...(shared.request.body as object), ...changes };
  const kept = Object.entries(body).filter(([member]) => !without.includes(member));
  return {
    ...shared,
    as,
    capture: capture ?? shared.capture,
    request: { ...shared.request, body: Object.fromEntries(kept) },
  };
}

/** @throws Error that names the file and every invalid member */
export function readExchange(file: string): Exchange {
  return parseExchange(readFileSync(join(root, file), 'utf8'), file);
}

export function parseExchange(text: string, file: string): Exchange {
  return parse(exchange, text, file);
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
  file: string,
): v.InferOutput<Schema> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`fixtures/exchanges/${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = v.safeParse(schema, content);
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new Error(`fixtures/exchanges/${file} is not an exchange:\n${problems.join('\n')}`);
}
