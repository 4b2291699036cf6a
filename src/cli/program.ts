// The command line. Exit codes: 0 done, 1 failed or different, 2 bad usage.

import { Command, CommanderError } from 'commander';
import { PolicyFailure } from '../../sim/index.ts';
import { CommandFailure } from '../arguments/command-failure.ts';
import { WrongModule } from '../modules/module-text.ts';
import { rescue, StoreError } from '../store/store-error.ts';
import { failureText } from '../wire/text/own-policies.ts';
import { commands } from './commands.ts';
import { addCommon, helpOutput, helpStyle, messageOf } from './help/help.ts';
import { npmAdvice } from './help/npm-advice.ts';
import { allDeclared, declared, declareLater } from './support/declared.ts';
import { endWithReader, type Output, openOutput } from './support/output/output.ts';
import { Exit, exitCodeOf, ProgramEnd } from './support/process/exit.ts';
import { faultsTogether } from './support/process/flag-faults.ts';
import { VERSION } from './support/version.ts';

export async function runProgram(args: readonly string[]): Promise<number> {
  endWithReader();
  const output = openOutput(args.includes('--json'));
  const program = buildProgram(output);
  process.once('uncaughtException', (error) => process.exit(report(error, program, output)));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return Exit.done;
  } catch (error) {
    // The advice about npm needs all flags.
    if (process.env.npm_lifecycle_event !== undefined) await allDeclared(program);
    try {
      return report(error, program, output);
    } catch (unread) {
      return report(unread, program, output);
    }
  }
}

/** Reports what went wrong; returns the exit code. */
function report(error: unknown, program: Command, output: Output): number {
  if (error instanceof CommanderError) {
    // Commander has written its message to standard error already.
    if (error.exitCode === 0) return Exit.done;
    const isHelp = error.code === 'commander.help';
    const message = isHelp
      ? 'a command is missing; gprsim --help lists the commands'
      : messageOf(error, output);
    output.failure(withNpmAdvice(message, program, output), Exit.usage);
    return Exit.usage;
  }
  if (!isExplained(error)) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    output.error(`internal error: ${message}`);
    output.remark(stack);
    output.failure(message, Exit.failed);
    return Exit.failed;
  }
  const exitCode = exitCodeOf(error);
  const message = withDamageAdvice(error);
  if (message !== '') {
    output.error(message);
    const isUsage = exitCode === Exit.usage;
    output.failure(isUsage ? withNpmAdvice(message, program, output) : message, exitCode);
  }
  return exitCode;
}

/** SQLite's own message for a damaged file names neither the file nor a way out. */
function withDamageAdvice(error: Error): string {
  if (!String((error as { code?: unknown }).code).startsWith('SQLITE_CORRUPT')) return failureText(error);
  return `the file is damaged: ${error.message}; ${rescue('FILE')}`;
}

/** Adds the advice to the message, and prints it on standard error below commander's message. */
function withNpmAdvice(message: string, program: Command, output: Output): string {
  const advice = npmAdvice(program);
  if (advice === '') return message;
  output.remark(advice);
  return `${message}; ${advice}`;
}

/** Whether the message of an error is a sentence for users. */
function isExplained(error: unknown): error is Error {
  const known = [CommandFailure, StoreError, PolicyFailure, WrongModule];
  return known.some((kind) => error instanceof kind) || isDatabaseError(error);
}

/** An error of SQLite: the file is damaged, or the disk is full. */
function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('SQLITE_');
}

function buildProgram(output: Output): Command {
  const program = new Command('gprsim')
    .description('A local, deterministic simulator of a GPU allocation service.')
    .option('-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput(helpOutput(output))
    .configureHelp(helpStyle)
    .on('option:version', () => {
      output.data({ gprsim: VERSION });
      output.text(VERSION);
      throw new ProgramEnd(Exit.done);
    });
  addCommon(program);
  program.hook('preSubcommand', (_, command) => declared(command));
  const reportTogether = faultsTogether(output.faults);
  for (const { usage, description, load } of commands) {
    const command = program.command(usage).description(description);
    declareLater(command, async () => {
      (await load()).declare(command, output);
      addCommon(command);
      reportTogether(command);
    });
  }
  return program;
}
