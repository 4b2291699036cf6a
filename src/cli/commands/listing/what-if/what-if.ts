// Compares the future with some changes to the one without, for a server or a file.

import type { Command } from 'commander';
import type { DifferencesAnswer, LikelyDifferencesAnswer } from '../../../../api/sim/answers.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import type { Unit } from '../../../../wire/text/unit.ts';
import { addModules, at, choice, instant, keyFile, samples } from '../../../support/flags.ts';
import { drawnFutures } from '../../../support/output/drawn-futures.ts';
import type { Output } from '../../../support/output/output.ts';
import { checksFaults } from '../../../support/process/flag-faults.ts';
import { callLong } from '../../../support/sources/long-call.ts';
import { Refused, type Request } from '../../../support/sources/session.ts';
import { type KeyFlags, type SourceFlags, withSource } from '../../../support/sources/sources.ts';
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

/** The answer to a request that compares futures or branches, and what the nodes of the world have. */
function compared<Answer>(
  from: string | undefined,
  flags: SourceFlags,
  argument: string,
  request: Request,
  output: Output,
): Promise<{ readonly answer: Answer; readonly unit: Unit }> {
  return withSource(
    from,
    flags,
    argument,
    async (session) => {
      const answer = await callLong<Answer>(session, request, 'comparing', output);
      return { answer, unit: await unitOfWorld(session) };
    },
    output,
  );
}

export function declare(command: Command, output: Output): void {
  addModules(checksFaults(command), output)
    .addOption(keyFile())
    .option(
      '--change <CHANGE>',
      "change the world by '[INSTANT] METHOD PATH [BODY]', a request, or by a JSON object; may be repeated",
      alsoChange,
    )
    .option('--changes <FILE>', 'take the changes from the lines of this file', readChanges)
    .option(
      '--alternative <NAME=CHANGE>',
      'compare a change with doing nothing, beside other alternatives; may be repeated; needs --samples',
      alsoAlternative,
    )
    .addOption(samples('instead of one future, draw this many'))
    .addOption(
      instant(
        '--until <INSTANT>',
        'end the futures at this instant, ISO 8601 or a time from the start such as 5h (default: when all present GPRs have ended; of many futures, twice as far)',
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
