// The command line: every command, its flags, and what the exit codes mean (0 done, 1 failed or different, 2 bad usage).

import { styleText } from 'node:util';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { StoreError } from '../store/store-error.ts';
import { completion, SHELLS } from './completion.ts';
import { doctor } from './doctor.ts';
import { addExamples } from './examples.ts';
import { explain } from './explain.ts';
import { exportWorld, importWorld } from './export.ts';
import { CommandFailure, Exit } from './failure.ts';
import { init } from './init.ts';
import { addKey, listKeys, removeKey } from './keys.ts';
import { openapi } from './openapi.ts';
import { endWithReader, type Output, openOutput } from './output.ts';
import { replay } from './replay.ts';
import { run } from './run.ts';
import { scenarios } from './scenarios.ts';
import { serve } from './serve.ts';
import { PLACEMENTS, parseSeed, QUEUES } from './values.ts';
import { VERSION, version } from './version.ts';

/** Runs one command; returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  endWithReader();
  try {
    await buildProgram().parseAsync([...args], { from: 'user' });
    return Exit.done;
  } catch (error) {
    const output = openOutput(args.includes('--json'));
    try {
      return report(error, output);
    } catch (unread) {
      return report(unread, output);
    }
  }
}

/** Says what went wrong; returns the exit code. */
function report(error: unknown, output: Output): number {
  if (error instanceof CommanderError) {
    // Commander has written its message to standard error already.
    if (error.exitCode === 0) return Exit.done;
    output.data({ error: error.message.replace(/^error: /, ''), exitCode: Exit.usage });
    return Exit.usage;
  }
  if (!(error instanceof CommandFailure || error instanceof StoreError || isDatabaseError(error)))
    throw error;
  const exitCode = error instanceof CommandFailure ? error.exitCode : Exit.failed;
  if (error.message !== '') {
    output.remark(`gprsim: ${error.message}`);
    output.data({ error: error.message, exitCode });
  }
  return exitCode;
}

/** A file that breaks while it is read or written: damaged, or on a full disk. */
function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('SQLITE_');
}

function buildProgram(): Command {
  const program = new Command('gprsim')
    .description(
      'The GPU control plane on one machine: a GPU allocation service answered by a deterministic simulator.',
    )
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help shows what is right)')
    .configureHelp({ showGlobalOptions: true, ...coloured });
  const add = (usage: string, description: string) =>
    program
      .command(usage)
      .description(description)
      .option('--json', 'JSON on standard output, nothing else')
      .exitOverride();
  const seed = () =>
    new Option('--seed <N>', "instead of the scenario's seed").argParser(argument(parseSeed));
  const queue = () => new Option('--queue <POLICY>', 'queue policy').choices(QUEUES);
  const placement = () => new Option('--placement <POLICY>', 'placement policy').choices(PLACEMENTS);
  const until = () => new Option('--until <T>', 'end at an instant (ISO 8601) or a time from the start (5h)');

  add('serve [SCENARIO]', 'serve a world over HTTP (default: demo)')
    .option('--db <FILE>', 'the file that keeps the world, or :memory: (default: one in the data folder)')
    .option('--listen <HOST:PORT>', 'where to listen; port 0 takes a free one', '127.0.0.1:8080')
    .addOption(new Option('--speed <N>', 'simulated seconds a second').default('1').conflicts('paused'))
    .option('--paused', 'begin with the clock standing')
    .addOption(seed())
    .option('--play <FILE>', 'JSON lines {at, method, path, body} that enter at their simulated instants')
    .option('--durable', 'survive a power failure too (slower commits)')
    .action((scenario, flags) => serve(scenario, flags, openOutput(flags.json === true)));

  add('run [SCENARIO]', 'run a scenario or a trace as fast as it goes, then sum it up')
    .option('--trace <FORMAT>', 'replay a recorded trace instead (openb)')
    .option('--nodes <FILE>', "the trace's table of nodes")
    .option('--workload <FILE>', "the trace's table of workload")
    .option('--compress <N>', 'divide the gaps between arrivals by N')
    .option('--keep-nodes <1/N>', 'keep every Nth node')
    .option(
      '--bound <exact|xN|round>',
      'exit duration from the run time: itself, N times, or the next usual one',
    )
    .addOption(queue())
    .addOption(placement())
    .addOption(seed())
    .addOption(until())
    .option('--db <FILE>', 'a new file that keeps the run')
    .option('--per-workspace', 'sum up each workspace too')
    .option('--check', 'have the invariant checker see every fact')
    .action((scenario, flags) => run(scenario, flags, openOutput(flags.json === true)));

  add('replay <FILE>', "run a file's scenario and journal again")
    .addOption(until())
    .option('--verify', 'exit with 1 unless the facts are the same')
    .option('--diff <OTHER>', 'show where the facts of another file part from these')
    .action((file, flags) => replay(file, flags, openOutput(flags.json === true)));

  add('explain <FILE|URL> <GPR>', 'why a GPR is where it is; a URL needs GPRSIM_API_KEY').action(
    (from, gpr, flags) => explain(from, gpr, openOutput(flags.json === true)),
  );

  const keys = program.command('keys').description("API keys of a world's file").exitOverride();
  const addKeys = (usage: string, description: string) =>
    keys
      .command(usage)
      .description(description)
      .requiredOption('--db <FILE>', 'the file')
      .option('--json', 'JSON on standard output, nothing else')
      .exitOverride();
  addKeys('list', 'list the keys').action((flags) => listKeys(flags, openOutput(flags.json === true)));
  addKeys('add', 'make a key')
    .requiredOption('--name <NAME>', 'its name')
    .addOption(
      new Option('--role <ROLE>', 'what it may do')
        .choices(['Owner', 'Editor', 'Viewer'])
        .makeOptionMandatory(),
    )
    .option('--workspace <NAME>', 'the workspace of an Editor or Viewer')
    .option('--valid-until <YYYY-MM-DD>', 'last day it is good for (default: a year from now)')
    .action((flags) => addKey(flags, openOutput(flags.json === true)));
  addKeys('remove <KEY>', 'remove a key').action((key, flags) =>
    removeKey(key, flags, openOutput(flags.json === true)),
  );

  add('scenarios [BUILT-IN]', 'the built-in scenarios, or the file of one')
    .option('--schema', 'the JSON Schema of scenario files instead, for editors')
    .action((name, flags) => scenarios(name, flags, openOutput(flags.json === true)));
  add('init [FILE]', 'write a scenario to begin with, explained in comments (default: scenario.json)').action(
    (file, flags) => init(file, openOutput(flags.json === true)),
  );
  add('export <FILE> <OUT>', 'copy a world without its keys').action((file, out, flags) =>
    exportWorld(file, out, openOutput(flags.json === true)),
  );
  add('import <FILE> <OUT>', 'rebuild a world in a new file from the scenario and journal of another').action(
    (file, out, flags) => importWorld(file, out, openOutput(flags.json === true)),
  );
  add('openapi', 'the OpenAPI document of the interface under /api/v1')
    .option('--sim', "that of the simulation's own interface instead")
    .action((flags) => openapi(flags, openOutput(flags.json === true)));
  add('completion', 'the script by which a shell completes commands, flags and names')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS))
    .action((shell, flags) => completion(shell, program, openOutput(flags.json === true)));
  add('doctor', 'whether everything is there that gprsim needs')
    .option('--db <FILE>', 'look at a file too')
    .action((flags) => doctor(flags, openOutput(flags.json === true)));
  add('version', 'versions of the program and of what it stands on')
    .option('--licenses', 'everything that is inside the executable, and under which licence')
    .action((flags) => version(flags, openOutput(flags.json === true)));
  addExamples(program);
  return program;
}

/** Commander takes colours away where there is no terminal, or NO_COLOR is set. */
const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(format, text, { validateStream: false });

const coloured = {
  styleTitle: style('bold'),
  styleCommandText: style('cyan'),
  styleSubcommandText: style('cyan'),
  styleOptionText: style('green'),
  styleArgumentText: style('yellow'),
};

/** A parser of ours as commander wants it: a refused value is bad usage of that flag. */
function argument<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}
