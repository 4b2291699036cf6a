// --play: requests with simulated instants, sent to the server from inside as any client would send them.

import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Scenario } from '../../../sim/index.ts';
import { Plan, type PlanLine } from '../../driver/plan.ts';
import { members, must, oneOf } from '../../scenario/fields.ts';
import { problemsOfIssues } from '../../scenario/problems.ts';
import { whyUnreadable } from '../../wire/file-errors.ts';
import { readBounded } from '../../wire/read-bounded.ts';
import { badUsage, type CommandFailure } from './failure.ts';
import { parseInstant } from './values.ts';

const anInstant = 'an instant (2026-01-05T13:00:00Z) or a time from the start (+5h)';
const aPath = 'a path that begins with /api/v1/ or /sim/';

const line = members({
  at: v.pipe(v.string(must(anInstant)), v.description(anInstant)),
  method: oneOf('GET', 'POST', 'PUT', 'DELETE'),
  path: v.pipe(v.string(must(aPath)), v.regex(/^\/(api\/v1|sim)\//, must(aPath)), v.description(aPath)),
  body: v.optional(v.unknown()),
});

export interface PlayedLine extends v.InferOutput<typeof line> {
  /** Of the line in its file, from 1. */
  readonly number: number;
  readonly atMs: number;
}

/** A plan is held in memory. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Calls that move the clock or exchange the world; within a plan they would wait for themselves. */
const REFUSED = /^\/sim\/(clock|reset|rewind|import|worlds|what-if)\b/;
/** An answer that never ends would hold the clock for ever. */
const ENDLESS = /^\/sim\/facts\/stream\b/;

/** Reads a file of lines; each is checked before the first is played. */
export function readPlay(path: string, scenario: Scenario): PlayedLine[] {
  let bytes: Buffer | undefined;
  try {
    bytes = readBounded(path, BYTES_MAX);
  } catch (error) {
    throw badUsage(`--play ${path} cannot be read: ${whyUnreadable(error)}`);
  }
  if (bytes === undefined) throw badUsage(`--play ${path} must be at most ${BYTES_MAX} bytes`);
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((row, i) => {
      if (row.trim() === '') return [];
      return [parseLine(row, i + 1, scenario, `--play ${path}, line ${i + 1}`)];
    });
}

function parseLine(row: string, number: number, scenario: Scenario, where: string): PlayedLine {
  let content: unknown;
  try {
    content = JSON.parse(row);
  } catch (error) {
    throw badUsage(`${where}: no JSON: ${(error as Error).message}`);
  }
  const parsed = v.safeParse(line, content);
  if (!parsed.success) {
    const [{ path, message }] = problemsOfIssues(parsed.issues);
    throw badUsage(`${where}: ${path === '' ? 'it' : path} ${message}`);
  }
  const path = pathOf(parsed.output.path);
  if (ENDLESS.test(path))
    throw badUsage(`${where}: ${parsed.output.path} never ends; a plan cannot wait for it`);
  if (parsed.output.method !== 'GET' && REFUSED.test(path)) {
    throw badUsage(
      `${where}: ${parsed.output.path} moves the clock or exchanges the world, which a plan cannot do`,
    );
  }
  try {
    return { ...parsed.output, number, atMs: parseInstant(parsed.output.at, scenario, 'at') };
  } catch (error) {
    throw badUsage(`${where}: ${(error as CommandFailure).message}`);
  }
}

/** A path as the server will read it. */
function pathOf(sent: string): string {
  const { pathname } = new URL(sent, 'http://localhost');
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

interface Answered {
  readonly statusCode: number;
  readonly message: string;
  readonly data?: { readonly token?: string } | null;
}

/** The envelope; a file, or the text of a fault that was set, is none. */
function answered(statusCode: number, text: string): Answered {
  try {
    return JSON.parse(text) as Answered;
  } catch {
    return { statusCode, message: text.slice(0, 200) };
  }
}

/**
 * The plan that sends the lines to an app with the rights of an API key.
 * @param onRefusal told of each answer that is no success
 */
export function planOf(
  lines: readonly PlayedLine[],
  app: Hono,
  apiKey: string,
  onRefusal: (line: PlayedLine, message: string) => void,
): Plan {
  const send = async (method: string, path: string, body: unknown, token?: string) => {
    const response = await app.request(path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    return answered(response.status, await response.text());
  };
  return new Plan(
    lines.map(
      (line): PlanLine => ({
        atMs: line.atMs,
        async enter() {
          const { data } = await send('POST', '/api/v1/auth', { apiKey });
          const answer = await send(line.method, line.path, line.body, data?.token);
          if (answer.statusCode !== 200) onRefusal(line, answer.message);
        },
      }),
    ),
  );
}
