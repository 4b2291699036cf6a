// --play: requests at simulated instants, which the server sends to itself like a client.

import * as v from 'valibot';
import type { Scenario } from '../../../sim/index.ts';
import { changesOf } from '../../api/frame/operation/operation.ts';
import { badUsage, type CommandFailure } from '../../arguments/command-failure.ts';
import { parseInstant } from '../../arguments/flag-values.ts';
import { PlayPlan, type PlayPlanLine } from '../../driver/clock/play-plan.ts';
import { whyUnreadable } from '../../files/file-errors.ts';
import { readTextBounded } from '../../files/read-bounded.ts';
import { problemsOfIssues } from '../../scenario/fields/field-problems.ts';
import { members, must, oneOf } from '../../scenario/fields/strict-fields.ts';
import { type App, operationAt } from '../app.ts';
import { senderTo } from '../sender.ts';

const anInstant = 'an instant (2026-01-05T13:00:00Z) or a time from the start (+5h)';
const aPath = 'a path that begins with /api/v1/ or /sim/';

const line = members({
  at: v.pipe(v.string(must(anInstant)), v.description(anInstant)),
  method: oneOf('GET', 'POST', 'PUT', 'DELETE'),
  path: v.pipe(v.string(must(aPath)), v.regex(/^\/(api\/v1|sim)\//, must(aPath)), v.description(aPath)),
  body: v.optional(v.unknown()),
});

export interface PlayedLine extends v.InferOutput<typeof line> {
  readonly number: number;
  readonly atMs: number;
}

const BYTES_MAX = 64 * 1024 * 1024;

/** Reads the lines of a file and checks all of them. @throws CommandFailure for the first wrong line */
export function readPlay(path: string, scenario: Scenario): PlayedLine[] {
  let text: string | undefined;
  try {
    text = readTextBounded(path, BYTES_MAX);
  } catch (error) {
    throw badUsage(`--play ${path} cannot be read: ${whyUnreadable(error)}`);
  }
  if (text === undefined) throw badUsage(`--play ${path} must be at most ${BYTES_MAX} bytes`);
  return text.split('\n').flatMap((row, i) => {
    if (row.trim() === '') return [];
    return [parseLine(row, i + 1, scenario, `--play ${path}, line ${i + 1}`)];
  });
}

function parseLine(row: string, number: number, scenario: Scenario, where: string): PlayedLine {
  let content: unknown;
  try {
    content = JSON.parse(row);
  } catch (error) {
    throw badUsage(`${where}: not JSON: ${(error as Error).message}`);
  }
  const parsed = v.safeParse(line, content);
  if (!parsed.success) {
    const [{ path, message }] = problemsOfIssues(parsed.issues);
    throw badUsage(`${where}: ${path === '' ? 'it' : path} ${message}`);
  }
  const { method, path, body } = parsed.output;
  const operation = operationAt(method, path);
  // The clock would wait for the end of the response.
  if (operation !== undefined && 'content' in operation && operation.content.event !== undefined)
    throw badUsage(`${where}: the response to ${path} never ends; remove the line`);
  if (operation?.isOfProcess)
    throw badUsage(
      `${where}: ${path} is about the worlds of the server, not about this one; remove the line`,
    );
  // In a plan, such a call would wait for the plan.
  const changes = operation && changesOf(operation, body, path);
  if (changes === 'time' || changes === 'futures') {
    const does = changes === 'time' ? 'moves the clock or replaces the world' : 'runs futures';
    throw badUsage(`${where}: ${path} ${does}, which a plan cannot do; remove the line`);
  }
  try {
    return { ...parsed.output, number, atMs: parseInstant(parsed.output.at, scenario, 'at') };
  } catch (error) {
    throw badUsage(`${where}: ${(error as CommandFailure).message}`);
  }
}

/**
 * Returns a plan that sends the lines to an app with the rights of an API key.
 * @param onRefusal called for each response other than a success
 */
export function planOf(
  lines: readonly PlayedLine[],
  app: App,
  apiKey: string,
  onRefusal: (line: PlayedLine, message: string) => void,
): PlayPlan {
  const send = senderTo(app.request, apiKey);
  return new PlayPlan(
    lines.map(
      (line): PlayPlanLine => ({
        atMs: line.atMs,
        async enter() {
          const answer = await send(line.method, line.path, line.body);
          if (answer.statusCode !== 200) onRefusal(line, answer.message);
        },
      }),
    ),
  );
}
