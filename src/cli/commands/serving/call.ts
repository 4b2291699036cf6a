// Sends a request to a server and prints its answer.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { isUrl } from '../../../arguments/words.ts';
import { keyFile } from '../../support/flags.ts';
import { print } from '../../support/output/output.ts';
import { METHODS, type Method } from '../../support/sources/session.ts';
import { type KeyFlags, serverSession } from '../../support/sources/sources.ts';

/** @param words `[URL] METHOD PATH [BODY]`; the body is JSON, `-` is standard input */
export async function call(words: readonly string[], flags: KeyFlags): Promise<void> {
  const [url, ...rest] = isUrl(words[0]!) ? words : [undefined, ...words];
  const [word, path, body, ...more] = rest;
  const method = word?.toUpperCase();
  if (method === undefined || path === undefined || more.length > 0)
    throw badUsage('call takes METHOD PATH [BODY], such as gprsim call PUT /sim/clock \'{"speed": 60}\'');
  if (!isMethod(method))
    throw badUsage(`the method must be one of ${METHODS.join(', ')}, not ${JSON.stringify(word)}`);
  if (!path.startsWith('/'))
    throw badUsage(
      `the path must begin with "/", such as /api/v1/gpr/list?sliceName=red, not ${JSON.stringify(path)}`,
    );
  const text = body === '-' ? readFileSync(0, 'utf8') : body;
  const answer = await serverSession(url, flags, 'call').answer(method, path, text);
  print(answer.endsWith('\n') ? answer : `${answer}\n`, 'json');
  const status = statusIn(answer);
  if (status !== undefined && status >= 400) throw new CommandFailure('');
}

function isMethod(word: string): word is Method {
  return (METHODS as readonly string[]).includes(word);
}

/** The status in an envelope; undefined in other answers, such as /metrics. */
function statusIn(text: string): number | undefined {
  try {
    return JSON.parse(text)?.statusCode;
  } catch {
    return undefined;
  }
}

export function declare(command: Command): void {
  command.registeredArguments[0].description =
    '[URL] METHOD PATH [BODY], the body in JSON; "-" reads it from standard input';
  command.addOption(keyFile()).action((words, flags) => call(words, flags));
}
