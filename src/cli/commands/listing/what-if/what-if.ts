// Compares the future with some changes to the one without, for a server or a file.

import { type Command, Option } from 'commander';
import type { DifferencesAnswer, LikelyDifferencesAnswer } from '../../../../api/sim/answers.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { isUrl } from '../../../../arguments/words.ts';
import { Cancelled } from '../../../../driver/world.ts';
import type { Unit } from '../../../../wire/text/unit.ts';
import { addModules, at, choice, instant, keyFile, samples } from '../../../support/flags.ts';
import { drawnFutures } from '../../../support/output/drawn-futures.ts';
import type { Output } from '../../../support/output/output.ts';
import { checksFaults } from '../../../support/process/flag-faults.ts';
import { endedBy, LongWork } from '../../../support/process/long-work.ts';
import type { EndingSignal } from '../../../support/process/signals.ts';
import { Refused, type Session } from '../../../support/sources/session.ts';
import { type KeyFlags, type Rest, type SourceFlags, withSource } from '../../../support/sources/sources.ts';
import { unitOfWorld } from '../../../support/sources/world-unit.ts';
import {
  type Alternative,
  alsoAlternative,
  alsoChange,
  type Change,
  inFlags,
  readChanges,
} from './change-flags.ts';
import { printDifferences } from './printed-differences.ts';
import { printEffects } from './printed-effects.ts';

interface WhatIfFlags extends SourceFlags {
  readonly change?: readonly Change[];
  readonly changes?: readonly Change[];
  readonly alternative?: readonly Alternative[];
  readonly samples?: number;
  readonly until?: string;
  readonly knowing?: string;
}

/** @param from a URL or a file */
export async function whatIf(from: string, flags: WhatIfFlags, output: Output): Promise<void> {
  const { change = [], changes: ofFile = [], alternative: alternatives, samples, until, knowing } = flags;
  const changes = [...change, ...ofFile];
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
  ).catch((error) => {
    if (!(error instanceof Refused) || error.problems.length === 0) throw error;
    throw badUsage(error.problems.map((one) => inFlags(one, changes, alternatives)).join('\n'));
  });
  output.data(answer);
  if (output.json) return;
  const isMany = 'samples' in answer;
  const futures = isMany ? `in ${drawnFutures(answer)}` : `in one future, knowing ${answer.knowing}`;
  output.text(`what if, from ${answer.at} to ${answer.until}, ${futures}:`);
  for (const { text } of changes) output.text(`  ${text}`);
  for (const one of alternatives ?? [])
    output.text(`  ${one.name}: ${one.changes.map(({ text }) => text).join(', ')}`);
  if (alternatives === undefined && changes.length === 0)
    output.text(`  nothing changes; give a change, such as --change '{"arrivalRate": 1.2}'`);
  if (isMany) printEffects(answer, unit, output);
  else printDifferences(answer, ['without', 'with'], unit, output);
}

/** Finds flags that do not go together. */
function checkTogether(command: Command, { faults }: Output): void {
  const given = (flag: keyof WhatIfFlags) => command.getOptionValueSource(flag) !== undefined;
  if (given('alternative')) {
    if (!given('samples')) faults.add('--alternative needs --samples, such as --samples 20');
    if (given('change')) faults.add('give --change or --alternative, not both');
    if (given('changes')) faults.add('give --changes or --alternative, not both');
  }
  if (given('samples') && given('knowing'))
    faults.add('--knowing is about one future, --samples about many; give one of them');
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
  flags: SourceFlags,
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
  addModules(checksFaults(command), output)
    .addOption(keyFile())
    .addOption(
      new Option(
        '--change <CHANGE>',
        "change the world by '[INSTANT] METHOD PATH [BODY]', a request, or by a JSON object; may be repeated",
      ).argParser(alsoChange),
    )
    .addOption(
      new Option('--changes <FILE>', 'take the changes from the lines of this file').argParser(readChanges),
    )
    .addOption(
      new Option(
        '--alternative <NAME=CHANGE>',
        'compare a change with doing nothing, beside other alternatives; may be repeated; needs --samples',
      ).argParser(alsoAlternative),
    )
    .addOption(samples('instead of one future, draw this many'))
    .addOption(
      instant(
        '--until <INSTANT>',
        'end the futures at this instant (default: when all present GPRs have ended; of many futures, twice as far)',
      ),
    )
    .addOption(
      choice('--knowing <WHAT>', 'what the futures derive from (default: everything)', [
        'everything',
        'scheduler',
      ]),
    )
    .addOption(at())
    .action((from, flags) => {
      checkTogether(command, output);
      return whatIf(from, flags, output);
    });
}
