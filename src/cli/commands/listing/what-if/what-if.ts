// Compares the future with some changes to the one without, for a server or a file.

import { isUrl } from '../../../../arguments/values.ts';
import type { DifferencesAnswer } from '../../../../control/answers.ts';
import { Cancelled } from '../../../../driver/world.ts';
import type { Output } from '../../../support/output/output.ts';
import { Exit, ProgramEnd } from '../../../support/process/exit.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import type { EndingSignal } from '../../../support/process/signals.ts';
import { type KeyFlags, type Rest, withSource } from '../../../support/sources/sources.ts';
import { changesIn, readChanges } from './changes.ts';
import { printDifferences } from './printed-differences.ts';

export interface WhatIfFlags extends KeyFlags {
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
  const answer = await compared(
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
  printDifferences(answer, ['without', 'with'], output);
}

/** Compares a branch to the current one. */
export async function branchDifferences(
  from: string | undefined,
  branch: number,
  flags: KeyFlags,
  output: Output,
): Promise<void> {
  const path = `/sim/branches/${branch}/differences`;
  const answer = await compared(from, flags, 'branches', { method: 'GET', path }, output);
  output.data(answer);
  if (output.json) return;
  output.text(`branch ${branch} compared to branch ${answer.branch}, from ${answer.at} to ${answer.until}`);
  printDifferences(answer, [`branch ${answer.branch}`, `branch ${branch}`], output);
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** For a file, the comparison runs in this process, shows its progress, and ends with a signal. A server ends it with the connection. */
async function compared(
  from: string | undefined,
  flags: KeyFlags,
  argument: string,
  { method, path, body }: Request,
  output: Output,
): Promise<DifferencesAnswer> {
  let work: LongWork | undefined;
  let signal: EndingSignal | undefined;
  let beginMs: number | undefined;
  const rest: Rest = async ({ nowMs, events }) => {
    if (work === undefined) {
      work = new LongWork(output);
      work.begin({ what: 'comparing', counts: 'events' });
    }
    beginMs ??= nowMs;
    signal = await work.poll({ count: events, simMs: nowMs - beginMs, done: null });
    if (signal !== undefined) throw new Cancelled('a signal ended the comparison');
  };
  try {
    return await withSource(
      from,
      flags,
      argument,
      (session) => session.call<DifferencesAnswer>(method, path, body, true),
      output,
      from === undefined || isUrl(from) ? undefined : rest,
    );
  } catch (error) {
    if (signal === undefined) throw error;
    throw new ProgramEnd(Exit[signal], `ended by ${signal} before it was done`);
  } finally {
    work?.end();
  }
}
