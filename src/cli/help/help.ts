import { type Command, Help, type HelpConfiguration, type OutputConfiguration } from 'commander';
import { badUsage } from '../../arguments/command-failure.ts';
import { didYouMean } from '../../wire/text/did-you-mean.ts';
import { declared } from '../support/declared.ts';
import { type Format, hasColors, styled } from '../support/output/color.ts';
import { failureText, type Output, print } from '../support/output/output.ts';
import { examples } from './examples.ts';

const style = (format: Format) => (text: string) => styled(format, text);

/** Commander strips the colors if the stream has none. */
export const helpStyle: HelpConfiguration = {
  styleTitle: style('bold'),
  styleCommandText: style('cyan'),
  styleSubcommandText: style('cyan'),
  styleOptionText: style('green'),
  styleArgumentText: style('yellow'),
  // Every command has options: the word would repeat itself in each line.
  subcommandTerm: (command) => Help.prototype.subcommandTerm(command).replace(' [options]', ''),
  formatHelp: (command, helper) => Help.prototype.formatHelp(command, helper) + examplesOf(command, helper),
};

function examplesOf(command: Command, { styleTitle }: Help): string {
  const lines = examples[nameOf(command)] ?? [];
  const width = Math.max(...lines.map(([line]) => line.length));
  const shown = lines.map(([line, does]) => `  $ ${line.padEnd(width)}  # ${does}\n`);
  return shown.length === 0 ? '' : `\n${styleTitle('Examples:')}\n${shown.join('')}`;
}

/** Writes help to standard output, as text or as JSON, and errors to standard error. */
export function helpOutput(output: Output): OutputConfiguration {
  return {
    getOutHasColors: () => !output.json && hasColors(process.stdout),
    getErrHasColors: () => hasColors(process.stderr),
    writeOut: (text) => (output.json ? output.data({ help: text.trimEnd() }) : print(text, 'styled')),
    outputError: (message, write) => write(`${failureText(messageOf({ message }, output))}\n`),
  };
}

/** Declares the command that prints the help of commands. */
export function declare(command: Command): void {
  command.action((words) => help(command.parent!, words));
}

async function help(program: Command, words: readonly string[]): Promise<void> {
  let command = program;
  for (const word of words) {
    const names = command.commands.map((inner) => inner.name());
    const inner = command.commands[names.indexOf(word)];
    if (inner === undefined) {
      throw badUsage(`unknown command ${nameOf(command)} ${word}${didYouMean(word, names)}`);
    }
    command = inner;
    await declared(command);
  }
  command.outputHelp();
}

/**
 * Adds what all commands share: --json, a pointer to the help after errors, and the refusal of empty values. A shell passes an
 * empty value for a variable that is not set.
 */
export function addCommon(command: Command): void {
  for (const option of command.options) {
    if (option.required && option.parseArg === undefined) option.argParser(notEmpty(option.long!));
  }
  for (const argument of command.registeredArguments) {
    if (!argument.variadic && argument.parseArg === undefined) argument.argParser(notEmpty(argument.name()));
  }
  // gprs declares the flag with a different description: it prints many documents.
  if (!command.options.some(({ long }) => long === '--json'))
    command.option('--json', 'print one line with one JSON document on standard output');
  command.showHelpAfterError(`Run ${nameOf(command)} --help for usage.`);
  for (const inner of command.commands) addCommon(inner);
}

function notEmpty(flag: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text;
    throw badUsage(`${flag} is empty; give a value`);
  };
}

/** Options that other programs have → what to give here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '--port': 'give --listen HOST:PORT, such as --listen 127.0.0.1:8080',
  '--trace': 'gprsim run --trace … --db FILE makes a world of a trace, which serve --db FILE serves',
  '--vary': 'gprsim compare has it',
  '--seeds': 'gprsim compare has it; others take --seed N',
  '--target': 'gprsim compare has it',
  '--host': 'give --listen HOST:PORT, such as --listen 0.0.0.0:8080',
};

/** What commander found wrong, without its prefix and parentheses, and what else is wrong. */
export function messageOf(error: { readonly message: string }, { faults }: Output): string {
  return [reworded(error), ...faults.messages].join('\n');
}

function reworded({ message }: { readonly message: string }): string {
  const [, option] = /unknown option '(--[a-z]+)/.exec(message) ?? [];
  const instead = ELSEWHERE[option];
  if (instead !== undefined) return `unknown option '${option}'; ${instead}`;
  return message
    .trimEnd()
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?');
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}
