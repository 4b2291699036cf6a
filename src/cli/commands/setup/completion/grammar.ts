// The words that may follow the program's name, derived from the definition of the commands.

import type { Argument, Command, Option } from 'commander';
import { builtInNames } from '../../../../arguments/flag-values.ts';

/** The possible values of an argument: words, file names, or both; neither if the values are open. */
export interface Values {
  readonly words: readonly string[];
  readonly files: boolean;
}

export interface Flag {
  /** With its dashes. */
  readonly name: string;
  readonly description: string;
  /** undefined: the flag takes no value. */
  readonly value: Values | undefined;
}

export interface CommandGrammar {
  /** The words of the command, such as `keys add`; '' for the program. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly Flag[];
  /** The possible arguments without dashes, besides commands. */
  readonly operands: Values;
}

/** The program and all its commands, outer ones first. */
export function grammarOf(command: Command, path = ''): CommandGrammar[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const operands = command.registeredArguments.map((argument) => operandValues(argument, command));
  const own: CommandGrammar = {
    path,
    commands: commands.map((inner) => ({ name: inner.name(), description: inner.description() })),
    flags: help.visibleOptions(command).map((option) => ({
      name: option.long ?? option.flags,
      description: option.description,
      value: option.required || option.optional ? flagValues(option) : undefined,
    })),
    operands: {
      words: operands.flatMap(({ words }) => words),
      files: operands.some(({ files }) => files),
    },
  };
  const inner = commands
    .filter((one) => command.commands.includes(one))
    .flatMap((one) => grammarOf(one, `${path} ${one.name()}`.trim()));
  return [own, ...inner];
}

/** The paths of all commands, as the words before another one are compared with them: that of an outer one begins with a blank. */
export function pathsOf(grammar: readonly CommandGrammar[]): string[] {
  return grammar.flatMap(({ path }) => (path === '' ? [] : [path.includes(' ') ? path : ` ${path}`]));
}

const named = /\b(FILES?|OUT|OTHER)\b/;

function flagValues({ argChoices, flags }: Option): Values {
  return { words: argChoices ?? [], files: named.test(flags) };
}

/** SCENARIO is a built-in name or a file; BUILT-IN is a built-in name. */
function operandValues(argument: Argument, { parent }: Command): Values {
  const name = argument.name();
  const commands = name === 'COMMAND' ? (parent?.commands ?? []).map((one) => one.name()) : [];
  const scenarios = /^(SCENARIO|BUILT-IN)$/.test(name) ? builtInNames : [];
  const words = argument.argChoices ?? [...commands, ...scenarios];
  return { words, files: named.test(name) || name === 'SCENARIO' };
}
