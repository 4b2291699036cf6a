// Compares the future with some changes to the one without, for a server or a file.

import { type Command, Option } from 'commander';
import type { DifferencesAnswer, LikelyDifferencesAnswer } from '../../../../api/sim/answers.ts';
import { isUrl, wholeNumber } from '../../../../arguments/words.ts';
import { Cancelled } from '../../../../driver/world.ts';
import type { Unit } from '../../../../wire/text/unit.ts';
import { addModules, choice, keyFile } from '../../../support/flags.ts';
import type { Output } from '../../../support/output/output.ts';
import { endedBy, LongWork } from '../../../support/process/long-work.ts';
import type { EndingSignal } from '../../../support/process/signals.ts';
import type { Session } from '../../../support/sources/session.ts';
import { type KeyFlags, type Rest, withSource } from '../../../support/sources/sources.ts';
import { unitOfWorld } from '../../../support/sources/world-unit.ts';
import { alternativesIn, type Change, changesIn, readChanges } from './change-flags.ts';
import { printDifferences } from './printed-differences.ts';
import { printEffects } from './printed-effects.ts';

interface WhatIfFlags extends KeyFlags {
  readonly change?: readonly string[];
  readonly changes?: string;
  readonly alternative?: readonly string[];
  readonly samples?: number;
  readonly until?: string;
  readonly knowing?: string;
}

/** @param from a URL or a file */
export async function whatIf(from: string, flags: WhatIfFlags, output: Output): Promise<void> {
  const { change = [], changes: file, alternative, samples, until, knowing } = flags;
  const changes = [...changesIn(change), ...(file === undefined ? [] : readChanges(file))];
  const alternatives = alternative && alternativesIn(alternative);
  const sentOf = (list: readonly Change[]) => list.map(({ sent }) => sent);
  const body = {
    changes: sentOf(changes),
    alternatives: alternatives?.map((one) => ({ name: one.name, changes: sentOf(one.changes) })),
    samples,
    until,
    knowing,
  };
  const { answer, unit } = await compared<DifferencesAnswer | LikelyDifferencesAnswer>(
    from,
    flags,
    'whatif',
    { method: 'POST', path: '/sim/what-if', body },
    output,
  );
  output.data(answer);
  if (output.json) return;
  const isMany = 'samples' in answer;
  const futures = isMany
    ? `in ${answer.samples} futures drawn from ${answer.seen.lives} ended GPRs and ${answer.seen.arrivals} arrivals`
    : `in one future, knowing ${answer.knowing}`;
  output.text(`what if, from ${answer.at} to ${answer.until}, ${futures}:`);
  for (const { text } of changes) output.text(`  ${text}`);
  for (const one of alternatives ?? [])
    output.text(`  ${one.name}: ${one.changes.map(({ text }) => text).join(', ')}`);
  if (alternatives === undefined && changes.length === 0) output.text('  nothing changes');
  if (isMany) printEffects(answer, unit, output);
  else printDifferences(answer, ['without', 'with'], unit, output);
}

/** Compares a branch to the current one. */
export async function branchDifferences(
  from: string | undefined,
  branch: number,
  flags: KeyFlags,
  output: Output,
): Promise<void> {
  const path = `/sim/branches/${branch}/differences`;
  const { answer, unit } = await compared<DifferencesAnswer>(
    from,
    flags,
    'branches',
    { method: 'GET', path },
    output,
  );
  output.data(answer);
  if (output.json) return;
  output.text(`branch ${branch} compared to branch ${answer.branch}, from ${answer.at} to ${answer.until}`);
  printDifferences(answer, [`branch ${answer.branch}`, `branch ${branch}`], unit, output);
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** Real time between two looks at a server's comparison. */
const LOOK_MS = 100;

/** Shows the progress, and ends with a signal: that of a file by `rest`, that of a server with the connection. */
async function compared<Answer>(
  from: string | undefined,
  flags: KeyFlags,
  argument: string,
  { method, path, body }: Request,
  output: Output,
): Promise<{ readonly answer: Answer; readonly unit: Unit }> {
  let work: LongWork | undefined;
  let signal: EndingSignal | undefined;
  let look: NodeJS.Timeout | undefined;
  let beginMs: number | undefined;
  const show = async (count: number | null, simMs: number | null) => {
    if (work === undefined) {
      work = new LongWork(output);
      work.begin({ what: 'comparing', counts: 'events' });
    }
    signal ??= await work.poll({ count, simMs, done: null });
  };
  const rest: Rest = async ({ nowMs, events }) => {
    beginMs ??= nowMs;
    await show(events, nowMs - beginMs);
    if (signal !== undefined) throw new Cancelled('a signal ended the comparison');
  };
  const isServer = from === undefined || isUrl(from);
  const watch = async (session: Session) => {
    await show(null, null);
    if (signal !== undefined) session.close();
  };
  try {
    return await withSource(
      from,
      flags,
      argument,
      async (session) => {
        if (isServer) look = setInterval(watch, LOOK_MS, session);
        const answer = await session.call<Answer>(method, path, body, true);
        return { answer, unit: await unitOfWorld(session) };
      },
      output,
      isServer ? undefined : rest,
    );
  } catch (error) {
    if (signal === undefined) throw error;
    throw endedBy(signal);
  } finally {
    clearInterval(look);
    work?.end();
  }
}

export function declare(command: Command, output: Output): void {
  addModules(command)
    .addOption(keyFile())
    .addOption(
      new Option(
        '--change <CHANGE>',
        "change the world by '[INSTANT] METHOD PATH [BODY]', a request, or by a JSON object; may be repeated",
      ).argParser((text: string, before: readonly string[] = []) => [...before, text]),
    )
    .option('--changes <FILE>', 'take the changes from the lines of this file')
    .addOption(
      new Option(
        '--alternative <NAME=CHANGE>',
        'compare a change with doing nothing, beside other alternatives; may be repeated; needs --samples',
      ).argParser((text: string, before: readonly string[] = []) => [...before, text]),
    )
    .addOption(
      new Option('--samples <N>', 'draw this many futures, 10 to 1000 (default: one future)').argParser(
        wholeNumber('--samples', 1, 1000),
      ),
    )
    .option(
      '--until <INSTANT>',
      'end the futures at this instant (default: when all present GPRs have ended; of many futures, twice as far)',
    )
    .addOption(
      choice('--knowing <WHAT>', 'what the futures derive from (default: everything)', [
        'everything',
        'scheduler',
      ]),
    )
    .action((from, flags) => whatIf(from, flags, output));
}
