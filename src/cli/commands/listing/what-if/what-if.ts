// Compares the future with some changes to the one without, for a server or a file.

import { type Command, Option } from 'commander';
import type { DifferencesAnswer } from '../../../../api/sim/answers.ts';
import { isUrl } from '../../../../arguments/words.ts';
import { Cancelled } from '../../../../driver/world.ts';
import type { Unit } from '../../../../wire/text/unit.ts';
import { addModules, choice, keyFile } from '../../../support/flags.ts';
import type { Output } from '../../../support/output/output.ts';
import { endedBy, LongWork } from '../../../support/process/long-work.ts';
import type { EndingSignal } from '../../../support/process/signals.ts';
import type { Session } from '../../../support/sources/session.ts';
import { type KeyFlags, type Rest, withSource } from '../../../support/sources/sources.ts';
import { unitOfWorld } from '../../../support/sources/world-unit.ts';
import { changesIn, readChanges } from './change-flags.ts';
import { printDifferences } from './printed-differences.ts';

interface WhatIfFlags extends KeyFlags {
  readonly change?: readonly string[];
  readonly changes?: string;
  readonly until?: string;
  readonly knowing?: string;
}

/** @param from a URL or a file */
export async function whatIf(from: string, flags: WhatIfFlags, output: Output): Promise<void> {
  const { change = [], changes: file, until, knowing } = flags;
  const changes = [...changesIn(change), ...(file === undefined ? [] : readChanges(file))];
  const body = { changes: changes.map(({ sent }) => sent), until, knowing };
  const { answer, unit } = await compared(
    from,
    flags,
    'whatif',
    { method: 'POST', path: '/sim/what-if', body },
    output,
  );
  output.data(answer);
  if (output.json) return;
  output.text(`what if, from ${answer.at} to ${answer.until}, knowing ${answer.knowing}:`);
  for (const { text } of changes) output.text(`  ${text}`);
  if (changes.length === 0) output.text('  nothing changes');
  printDifferences(answer, ['without', 'with'], unit, output);
}

/** Compares a branch to the current one. */
export async function branchDifferences(
  from: string | undefined,
  branch: number,
  flags: KeyFlags,
  output: Output,
): Promise<void> {
  const path = `/sim/branches/${branch}/differences`;
  const { answer, unit } = await compared(from, flags, 'branches', { method: 'GET', path }, output);
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
async function compared(
  from: string | undefined,
  flags: KeyFlags,
  argument: string,
  { method, path, body }: Request,
  output: Output,
): Promise<{ readonly answer: DifferencesAnswer; readonly unit: Unit }> {
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
        const answer = await session.call<DifferencesAnswer>(method, path, body, true);
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
    .option(
      '--until <INSTANT>',
      'end both futures at this instant (default: when all present GPRs have ended)',
    )
    .addOption(
      choice('--knowing <WHAT>', 'what the futures derive from (default: everything)', [
        'everything',
        'scheduler',
      ]),
    )
    .action((from, flags) => whatIf(from, flags, output));
}
