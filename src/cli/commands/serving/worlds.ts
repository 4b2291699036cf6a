// Lists, creates and deletes the worlds of a server beside the one at its root.

import { type Command, Option } from 'commander';
import type { NewWorldAnswer, WorldRecord, WorldsAnswer } from '../../../api/sim/answers.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { builtInNames, loadedOrFail } from '../../../arguments/flag-values.ts';
import { isUrl, withScheme } from '../../../arguments/words.ts';
import { span } from '../../../looks/span.ts';
import { contentOf } from '../../../scenario/load.ts';
import { didYouMean } from '../../../wire/text/did-you-mean.ts';
import { keyFile, parseSpeed, seed } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { type Column, tableLayout } from '../../support/output/table-columns.ts';
import type { Session } from '../../support/sources/session.ts';
import { type KeyFlags, serverSession } from '../../support/sources/sources.ts';

const WORLD_ACTIONS: readonly string[] = ['create', 'delete'];

const flagNames = ['from', 'scenario', 'seed', 'speed'] as const;

interface WorldsFlags extends KeyFlags {
  readonly from?: string;
  readonly scenario?: string;
  readonly seed?: number;
  readonly speed?: number;
}

const path = '/sim/worlds';

const columns: readonly Column<WorldRecord>[] = [
  { name: 'name', value: ({ name }) => name, least: 12 },
  { name: 'scenario', value: ({ scenario }) => scenario, least: 8, spare: 2 },
  { name: 'seed', value: ({ seed }) => seed, spare: 3 },
  { name: 'now', value: ({ now }) => now },
  { name: 'clock', value: clockOf },
  { name: 'MB', value: ({ memoryBytes }) => memoryBytes / 1e6, text: (mb) => mb.toFixed(1), spare: 1 },
  { name: 'unused for', value: ({ isOpen, idleMs }) => (isOpen ? span(idleMs) : null), spare: 1 },
];

function clockOf({ mode, speed }: WorldRecord): string {
  if (mode === null) return 'closed';
  return mode === 'paused' ? 'paused' : `speed ${speed}`;
}

/** @param first a URL, or the first word of an action for the server at the default URL */
export async function worlds(
  first: string | undefined,
  rest: readonly string[],
  flags: WorldsFlags,
  output: Output,
): Promise<void> {
  const hasUrl = first !== undefined && isUrl(first);
  const [action, name, ...more] = first === undefined || hasUrl ? rest : [first, ...rest];
  const given = flagNames.filter((flag) => flags[flag] !== undefined).map((flag) => `--${flag}`);
  if (action !== undefined && !WORLD_ACTIONS.includes(action))
    throw badUsage(
      `worlds takes a URL, then create or delete, not ${JSON.stringify(action)}${didYouMean(action, WORLD_ACTIONS) || withScheme(action)}`,
    );
  if (action !== 'create' && given.length > 0) {
    const [are, them] = given.length === 1 ? ['is', 'it'] : ['are', 'them'];
    throw badUsage(`${given.join(', ')} ${are} only for create; leave ${them} out`);
  }
  if (action !== undefined && (name === undefined || more.length > 0))
    throw badUsage(`the usage is gprsim worlds [URL] ${action} NAME`);
  const wanted = action === 'create' ? { name, ...wantedOf(flags) } : undefined;
  const session = serverSession(hasUrl ? first : undefined, flags, 'worlds');
  const [, root] = /^(.+)\/worlds\/[^/]+$/.exec(session.name) ?? [];
  if (root !== undefined) throw badUsage(`worlds takes the URL of the server, not of a world; give ${root}`);
  if (wanted !== undefined) await create(wanted, session, output);
  else if (name !== undefined) await remove(name, session, output);
  else await list(session, output);
}

/** The server reads no files: it gets their content. @throws CommandFailure */
function wantedOf({ from, scenario, seed, speed }: WorldsFlags): object {
  if (scenario === undefined || builtInNames.includes(scenario)) return { from, scenario, seed, speed };
  const read = contentOf(scenario);
  return { from, scenario: read.ok ? read.content : loadedOrFail(read), seed, speed };
}

async function create(wanted: object, session: Session, output: Output): Promise<void> {
  // A copy of a large world takes long.
  const world = await session.call<NewWorldAnswer>('POST', path, wanted, true);
  const url = `${session.name}${world.path}`;
  output.data({ ...world, url });
  output.text(`world      ${url}`);
  output.text(`Owner key  ${world.apiKey}`);
}

async function remove(name: string, session: Session, output: Output): Promise<void> {
  const answer = await session.call<object>('DELETE', `${path}/${encodeURIComponent(name)}`, undefined, true);
  output.data(answer);
  output.text(`removed ${name}`);
}

async function list(session: Session, output: Output): Promise<void> {
  const answer = await session.call<WorldsAnswer>('GET', path);
  output.data(answer);
  for (const line of tableLayout(columns)(answer.worlds, true)) output.text(line);
}

export function declare(command: Command, output: Output): void {
  const [url, action] = command.registeredArguments;
  url.description = 'the server';
  action.description = 'create or delete, and the name of the world';
  action.choices(WORLD_ACTIONS).argParser((word: string, words: readonly string[] = []) => [...words, word]);
  command
    .addOption(keyFile())
    .option('--from <NAME>', 'create a copy of this world as it is now')
    .addOption(
      new Option('--scenario <BUILT-IN|FILE>', "create it with this scenario instead of the server's")
        .choices(builtInNames)
        .argParser((text: string) => text),
    )
    .addOption(seed())
    .option(
      '--speed <N>',
      'let its clock run at this many simulated seconds per real second (default: paused)',
      parseSpeed,
    )
    .action((first, words = [], flags) => worlds(first, words, flags, output));
}
