// Shows the clock of a server, and changes it.

import type { Command } from 'commander';
import type { ClockAnswer } from '../../../api/sim/answers.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { isUrl, withScheme } from '../../../arguments/words.ts';
import { didYouMean } from '../../../wire/text/did-you-mean.ts';
import { keyFile } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { progressOf } from '../../support/process/long-work.ts';
import type { Request, Session } from '../../support/sources/session.ts';
import { type KeyFlags, serverSession } from '../../support/sources/sources.ts';

/** An action, and the request of its words; undefined if they are not as `takes` describes them. */
interface Action {
  readonly takes: string;
  readonly request: (words: readonly string[]) => Request | undefined;
}

const PATH = '/sim/clock';
const INSTANT = /^[0-9]{4}-/;

const advanceOf = (body: object): Request => ({ method: 'POST', path: `${PATH}/advance`, body });
const settingOf = (body: object): Request => ({ method: 'PUT', path: PATH, body });
const without = (request: Request) => (words: readonly string[]) =>
  words.length === 0 ? request : undefined;
const numberIn = (words: readonly string[]) =>
  words.length === 1 && /^\d+(\.\d+)?$/.test(words[0]) ? Number(words[0]) : undefined;

const actions: Readonly<Record<string, Action>> = {
  pause: { takes: 'pause', request: without(settingOf({ mode: 'paused' })) },
  run: { takes: 'run', request: without(settingOf({ mode: 'running' })) },
  step: {
    takes: 'step [EVENTS]',
    request(words) {
      const events = words.length === 0 ? 1 : numberIn(words);
      return events === undefined ? undefined : advanceOf({ events });
    },
  },
  speed: {
    takes: 'speed N',
    request(words) {
      const speed = numberIn(words);
      return speed === undefined ? undefined : settingOf({ speed });
    },
  },
  advance: {
    takes: 'advance DURATION|INSTANT',
    request([target, ...more]) {
      if (target === undefined || more.length > 0) return undefined;
      return advanceOf(INSTANT.test(target) ? { to: target } : { by: target });
    },
  },
  until: {
    takes: 'until GPRID STATE',
    request([gprId, provisioningStatus, ...more]) {
      if (provisioningStatus === undefined || more.length > 0) return undefined;
      return advanceOf({ until: { gprId, provisioningStatus } });
    },
  },
  reset: { takes: 'reset', request: without({ method: 'POST', path: '/sim/reset', body: {} }) },
};

const CLOCK_ACTIONS: readonly string[] = Object.keys(actions);

/** @param first a URL, or the first word of an action for the server at the default URL */
export async function clock(
  first: string | undefined,
  rest: readonly string[],
  flags: KeyFlags,
  output: Output,
): Promise<void> {
  const hasUrl = first !== undefined && isUrl(first);
  const words = first === undefined || hasUrl ? rest : [first, ...rest];
  const request = requestOf(words);
  const session = serverSession(hasUrl ? first : undefined, flags, 'clock');
  const answer = await send(session, request, output);
  output.data(answer);
  output.text(textOf(answer));
}

function requestOf(words: readonly string[]): Request {
  const [name, ...rest] = words;
  if (name === undefined) return { method: 'GET', path: PATH };
  if (!Object.hasOwn(actions, name)) {
    throw badUsage(
      `clock takes a URL, then ${CLOCK_ACTIONS.join(', ')}, not ${JSON.stringify(name)}${didYouMean(name, CLOCK_ACTIONS) || withScheme(name)}`,
    );
  }
  const { takes, request } = actions[name];
  const sent = request(rest);
  if (sent !== undefined) return sent;
  throw badUsage(`the usage is gprsim clock [URL] ${takes}, not ${JSON.stringify(words.join(' '))}`);
}

/** Real time between two readings of the clock during an advance. */
const POLL_MS = 500;

/** An advance ends when this program does, because the server then stops it. */
async function send(session: Session, { method, path, body }: Request, output: Output): Promise<ClockAnswer> {
  const isLong = method === 'POST';
  const answer = session.call<ClockAnswer>(method, path, body, isLong);
  if (!isLong) return answer;
  const progress = progressOf(output, { what: 'advancing', counts: 'facts' });
  let first: number | undefined;
  const poll = setInterval(() => {
    session.call<ClockAnswer>('GET', PATH).then(
      ({ seq, nowMs, advance }) => {
        first ??= seq;
        progress.show({ count: seq - first, simMs: nowMs, done: advance?.done ?? null });
      },
      // The advance reports a failure.
      () => {},
    );
  }, POLL_MS);
  try {
    return await answer;
  } finally {
    clearInterval(poll);
    progress.end();
  }
}

function textOf(answer: ClockAnswer & { readonly stopped?: boolean }): string {
  const stopped = answer.stopped ? ', the advance was stopped' : '';
  return `${answer.now}  ${paceOf(answer)}, branch ${answer.branch}, fact ${answer.seq}${stopped}`;
}

export function paceOf({ mode, speed, reachedSpeed, advance }: ClockAnswer): string {
  if (advance !== null)
    return `advancing${advance.done === null ? '' : ` (${Math.round(advance.done * 100)} %)`}`;
  if (mode === 'paused') return `paused (speed ${speed})`;
  const isSlower = reachedSpeed < speed * 0.9;
  return `running at speed ${speed}${isSlower ? ` (reaches ${Math.round(reachedSpeed)})` : ''}`;
}

export function declare(command: Command, output: Output): void {
  const [url, action] = command.registeredArguments;
  url.description = 'the server';
  action.description = 'the change, with its values';
  action.choices(CLOCK_ACTIONS).argParser((word: string, words: readonly string[] = []) => [...words, word]);
  command.addOption(keyFile()).action((first, words = [], flags) => clock(first, words, flags, output));
}
