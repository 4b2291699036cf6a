// Help: how it looks, what it shows besides flags, and where it goes.

import { type Command, Help, type HelpConfiguration, type OutputConfiguration } from 'commander';
import { type Format, hasColors, styled } from './color.ts';
import { examples } from './examples.ts';
import { badUsage } from './failure.ts';
import { didYouMean } from './nearest.ts';
import { failureText, type Output, print } from './output.ts';

const style = (format: Format) => (text: string) => styled(format, text);

/** Colors, which are taken away again where there are none. */
export const helpStyle: HelpConfiguration = {
  styleTitle: style('bold'),
  styleCommandText: style('cyan'),
  styleSubcommandText: style('cyan'),
  styleOptionText: style('green'),
  styleArgumentText: style('yellow'),
  // Every command has options.
  subcommandTerm: (command) => Help.prototype.subcommandTerm(command).replace(' [options]', ''),
  formatHelp: (command, helper) => Help.prototype.formatHelp(command, helper) + examplesOf(command, helper),
};

function examplesOf(command: Command, { styleTitle }: Help): string {
  const lines = examples[nameOf(command)] ?? [];
  const width = Math.max(...lines.map(([line]) => line.length));
  const shown = lines.map(([line, does]) => `  $ ${line.padEnd(width)}  # ${does}\n`);
  return shown.length === 0 ? '' : `\n${styleTitle('Examples:')}\n${shown.join('')}`;
}

/** Help on standard output, as text or as JSON; bad usage on standard error. */
export function helpOutput(output: Output): OutputConfiguration {
  return {
    getOutHasColors: () => !output.json && hasColors(process.stdout),
    getErrHasColors: () => hasColors(process.stderr),
    writeOut: (text) => (output.json ? output.data({ help: text.trimEnd() }) : print(text)),
    outputError: (message, write) => write(`${failureText(messageOf({ message }))}\n`),
  };
}

/** Shows the help of a command by its words. */
export function help(program: Command, words: readonly string[]): void {
  let command = program;
  for (const word of words) {
    const names = command.commands.map((inner) => inner.name());
    const inner = command.commands[names.indexOf(word)];
    if (inner === undefined) {
      throw badUsage(`there is no command ${nameOf(command)} ${word}${didYouMean(word, names)}`);
    }
    command = inner;
  }
  command.outputHelp();
}

/**
 * Gives a command, and those within it, what all have: --json, refusals that end with where to look, and flags and arguments
 * that take no empty value, which is what a shell makes of a variable that is not set.
 */
export function addCommon(command: Command): void {
  for (const option of command.options) {
    if (option.required && option.parseArg === undefined) option.argParser(notEmpty(option.long!));
  }
  for (const argument of command.registeredArguments) {
    if (!argument.variadic && argument.parseArg === undefined) argument.argParser(notEmpty(argument.name()));
  }
  // A command that prints many documents has a separate flag.
  if (!command.options.some(({ long }) => long === '--json'))
    command.option('--json', 'one line with one JSON document on standard output');
  command.showHelpAfterError(`(${nameOf(command)} --help shows what is right)`);
  for (const inner of command.commands) addCommon(inner);
}

function notEmpty(flag: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text;
    throw badUsage(`${flag} is not allowed to be empty`);
  };
}

/** What commander says is wrong, as we say it. */
export function messageOf({ message }: { readonly message: string }): string {
  return message
    .trimEnd()
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?');
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}
