// Flags that several commands have.

import { type Command, Option } from 'commander';
import { badUsage } from '../../arguments/command-failure.ts';
import {
  CYCLES,
  ORDERS,
  ORDERS_BEHIND,
  PLACEMENTS,
  parseLoad,
  QUEUES,
  speedMax,
} from '../../arguments/flag-values.ts';
import { instantText, oneOf, parseSeed, wholeNumber } from '../../arguments/words.ts';
import { traceFlags, traceFormats } from '../../scenario/trace-flags.ts';
import { samplesMax, samplesMin } from '../../wire/bounds.ts';
import { modulePath, wordOrModule } from './module-flags.ts';
import { loadModules } from './modules.ts';
import type { Output } from './output/output.ts';
import { PART_KINDS } from './runs/by-part.ts';

export const seed = () =>
  new Option('--seed <N>', "use this seed instead of the scenario's").argParser(parseSeed);
export const load = () =>
  new Option('--load <X>', 'multiply the rate of arrivals by this, such as 1.2').argParser(parseLoad);
export const choice = (flags: string, description: string, words: readonly string[]) =>
  new Option(flags, description).choices(words).argParser(oneOf(flags.split(' ')[0], words));
export const instant = (flags: string, description: string) =>
  new Option(flags, description).argParser(instantText(flags.split(' ')[0]));
export const samples = (description: string) =>
  new Option('--samples <N>', `${description}, ${samplesMin} to ${samplesMax}`).argParser(
    wholeNumber('--samples', samplesMin, samplesMax),
  );
export const cycle = () =>
  choice(
    '--cycle <WHEN>',
    'run cycles once for each instant, or after each event, instead of as in the scenario',
    CYCLES,
  );

/** The flags of the scheduler's policies. */
export const policyFlags: readonly {
  readonly flag: string;
  readonly what: string;
  readonly words: readonly string[];
  /** Whether a value may be the path of a module. */
  readonly takesModules: boolean;
}[] = [
  { flag: '--queue', what: 'queue policy', words: QUEUES, takesModules: false },
  { flag: '--placement', what: 'placement policy', words: PLACEMENTS, takesModules: true },
  { flag: '--order', what: 'order of the queue', words: ORDERS, takesModules: true },
  { flag: '--backfill-order', what: 'order behind a blocked GPR', words: ORDERS_BEHIND, takesModules: true },
];
export const addPolicies = (command: Command, output: Output) => {
  for (const { flag, what, words, takesModules } of policyFlags) {
    const instead = `instead of the scenario's${takesModules ? ', or the one in this file' : ''}`;
    const option = new Option(
      `${flag} <${takesModules ? 'POLICY|FILE' : 'POLICY'}>`,
      `use this ${what} ${instead}`,
    );
    command.addOption(option.choices(words).argParser(wordOrModule(flag, words)));
  }
  return addModules(command, output).addOption(cycle());
};
/** Adds the flag for modules that a world or a scenario names. The modules of all flags are loaded before the command begins. */
export const addModules = (command: Command, { faults }: Output) =>
  command
    .option(
      '--module <FILE>',
      'let worlds and scenarios use the order or the placement in this file; may be repeated',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .hook('preAction', () => loadModules(command, faults));
/** Adds the flags for modules that a file names, as in the command that made the file. */
export const addModulesOfFile = (command: Command, output: Output) => {
  for (const { flag, what, takesModules } of policyFlags) {
    if (!takesModules) continue;
    const option = new Option(`${flag} <FILE>`, `the module of the file's ${what}, as with --module`);
    command.addOption(option.argParser(modulePath(flag)));
  }
  return addModules(command, output);
};
export const until = () =>
  instant('--until <T>', 'stop at an instant (ISO 8601) or at a time from the start (5h)');
export const addWindow = (command: Command) =>
  command
    .addOption(instant('--from <T>', 'begin the window of the figures here (default: the start)'))
    .addOption(
      instant('--to <T>', 'end the window of the figures before this instant (default: the end of the run)'),
    )
    .option('--report <FILE>', 'write a report with pictures to this HTML file');

export const addTrace = (command: Command) => {
  command.addOption(choice('--trace <FORMAT>', 'replay a recorded trace of this format', traceFormats));
  for (const { flag, value, summary } of traceFlags) command.option(`${flag} <${value}>`, summary);
  return command;
};
export const by = () =>
  choice('--by <KIND>', 'with --csv, print a line for each part of this kind', PART_KINDS);

export const keyFile = () =>
  new Option('--key-file <FILE>', 'read the API key from this file (default: GPRSIM_API_KEY)');
export const at = () =>
  instant('--at <T>', 'read this earlier instant (ISO 8601, or a time from the start such as 5h)');

/** Parses the value of --branch. @throws CommandFailure */
export function parseBranch(flag: string): (text: string) => number {
  return (text) => {
    const branch = Number(text);
    if (/^[0-9]{1,15}$/.test(text) && branch >= 1) return branch;
    throw badUsage(`${flag} takes the number of a branch, not ${JSON.stringify(text)}`);
  };
}

export function parseSpeed(text: string): number {
  const speed = Number(text);
  if (/^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) && speed > 0 && speed <= speedMax) return speed;
  throw badUsage(`--speed takes a number above 0 and up to ${speedMax}, not ${JSON.stringify(text)}`);
}
