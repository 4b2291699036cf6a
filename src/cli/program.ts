// The command line: every command, its flags, and what the exit codes mean (0 done, 1 failed or different, 2 bad usage).

import { Argument, Command, CommanderError, Option } from 'commander';
import { traceFlags, traceFormats } from '../scenario/trace.ts';
import { StoreError, WrongFile } from '../store/store-error.ts';
import { bench } from './commands/bench.ts';
import { compare, parseJobs } from './commands/compare/compare.ts';
import { parseSeeds, SEEDS, seedsText, someOf } from './commands/compare/lists.ts';
import { completion, SHELLS } from './commands/completion/completion.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { exportWorld, importWorld } from './commands/export.ts';
import { gprs } from './commands/gprs.ts';
import { init } from './commands/init.ts';
import { addKey, listKeys, ROLES, removeKey } from './commands/keys.ts';
import { openapi } from './commands/openapi.ts';
import { replay } from './commands/replay.ts';
import { run } from './commands/run.ts';
import { scenarios } from './commands/scenarios.ts';
import { serve } from './commands/serve.ts';
import { VERSION, version } from './commands/version.ts';
import { CommandFailure, Exit } from './support/failure.ts';
import { withKeyHint } from './support/file-in-use.ts';
import { addCommon, help, helpOutput, helpStyle, messageOf } from './support/help.ts';
import { LISTEN_DEFAULT } from './support/listen.ts';
import { LIFE_STATES } from './support/lives.ts';
import { parseOrigin } from './support/origins.ts';
import { endWithReader, failureText, type Output, openOutput } from './support/output.ts';
import { oneOf, PLACEMENTS, parseSeed, QUEUES } from './support/values.ts';

/** Runs one command; returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  endWithReader();
  const output = openOutput(args.includes('--json'));
  process.once('uncaughtException', (error) => process.exit(report(error, output)));
  try {
    await buildProgram(output).parseAsync([...args], { from: 'user' });
    return Exit.done;
  } catch (error) {
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
    const isHelp = error.code === 'commander.help';
    output.failure(isHelp ? 'a command is missing' : messageOf(error), Exit.usage);
    return Exit.usage;
  }
  if (!(error instanceof CommandFailure || error instanceof StoreError || isDatabaseError(error))) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    output.remark(failureText(`an error that nobody foresaw: ${message}`));
    output.remark(stack);
    output.failure(message, Exit.failed);
    return Exit.failed;
  }
  const exitCode = exitCodeOf(error);
  if (error.message !== '') {
    output.remark(failureText(error.message));
    output.failure(error.message, exitCode);
  }
  return exitCode;
}

function exitCodeOf(error: Error): number {
  if (error instanceof CommandFailure) return error.exitCode;
  return error instanceof WrongFile ? Exit.usage : Exit.failed;
}

/** A file that breaks while it is read or written: damaged, or on a full disk. */
function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('SQLITE_');
}

function buildProgram(output: Output): Command {
  const program = new Command('gprsim')
    .description(
      'The GPU control plane on one machine: a GPU allocation service answered by a deterministic simulator.',
    )
    .option('-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .exitOverride()
    .configureOutput(helpOutput(output))
    .configureHelp(helpStyle)
    .on('option:version', () => {
      output.data({ gprsim: VERSION });
      output.text(VERSION);
      throw new CommandFailure('', Exit.done);
    });
  const add = (usage: string, description: string, to = program) =>
    to.command(usage).description(description);
  const seed = () => new Option('--seed <N>', "instead of the scenario's seed").argParser(parseSeed);
  const choice = (flags: string, description: string, words: readonly string[]) =>
    new Option(flags, description).choices(words).argParser(oneOf(flags.split(' ')[0], words));
  const queue = () => choice('--queue <POLICY>', "queue policy instead of the scenario's", QUEUES);
  const placement = () =>
    choice('--placement <POLICY>', "placement policy instead of the scenario's", PLACEMENTS);
  const until = () => new Option('--until <T>', 'end at an instant (ISO 8601) or a time from the start (5h)');

  add('serve [SCENARIO]', 'serve a world over HTTP (default: demo)')
    .option('--db <FILE>', 'the file that keeps the world, or :memory: (default: one in the data folder)')
    .option(
      '--listen <HOST:PORT>',
      `where to listen; port 0 takes a free one (default: GPRSIM_LISTEN, or ${LISTEN_DEFAULT})`,
    )
    .addOption(new Option('--speed <N>', 'simulated seconds a second').default('1').conflicts('paused'))
    .option('--paused', 'begin with the clock standing')
    .addOption(seed())
    .option('--play <FILE>', 'JSON lines {at, method, path, body} that enter at their simulated instants')
    .option('--durable', 'survive a power failure too (slower commits)')
    .option(
      '--until-stdin-ends',
      'end when standard input ends: it does not outlive the program that started it',
    )
    .addOption(
      new Option('--cors <ORIGIN>', 'let web pages of this origin read answers; may be repeated').argParser(
        parseOrigin,
      ),
    )
    .option('--log-requests', 'write a line for each request to standard error')
    .action((scenario, flags) => withKeyHint(() => serve(scenario, flags, output)));

  const addTrace = (command: Command) => {
    command.addOption(choice('--trace <FORMAT>', 'replay a recorded trace instead', traceFormats));
    for (const { flag, value, summary } of traceFlags) command.option(`${flag} <${value}>`, summary);
    return command;
  };
  addTrace(add('run [SCENARIO]', 'run a scenario or a trace as fast as it goes, then sum it up'))
    .addOption(queue())
    .addOption(placement())
    .addOption(seed())
    .addOption(until())
    .option('--db <FILE>', 'a new file that keeps the run')
    .option('--per-workspace', 'sum up each workspace too')
    .option('--check', 'have the invariant checker see every fact')
    .action((scenario, flags) => run(scenario, flags, output));

  const some = (flag: string, what: string, words: readonly string[]) =>
    new Option(`${flag} <LIST>`, `${what} policies, with commas between them (default: the scenario's)`)
      .choices(words)
      .argParser(someOf(flag, words));
  addTrace(add('compare [SCENARIO]', 'run policies over the same seeds, and tell differences from chance'))
    .addOption(some('--queue', 'queue', QUEUES))
    .addOption(some('--placement', 'placement', PLACEMENTS))
    .addOption(
      new Option('--seeds <LIST>', 'seeds, as a range, a list, or both')
        .default(SEEDS, seedsText(SEEDS))
        .argParser(parseSeeds),
    )
    .addOption(until())
    .addOption(
      new Option('--jobs <N>', 'runs at a time (default: as many as processors)').argParser(parseJobs),
    )
    .option('--csv', 'the figures of each run instead, with commas between them')
    .action((scenario, flags) => compare(scenario, flags, output));

  add('replay <FILE>', "run a file's scenario and journal again")
    .addOption(until())
    .option('--verify', 'exit with 1 unless the facts are the same')
    .option('--diff <OTHER>', 'show where the facts of another file part from these')
    .action((file, flags) => replay(file, flags, output));

  add('gprs <FILE>', 'list the GPRs of a file, by their ends; those that have not ended come last')
    .addOption(choice('--state <STATE>', 'only those in this state', LIFE_STATES))
    .option('--workspace <NAME>', 'only those of this workspace')
    .option('--csv', 'all members, with commas between them')
    .option('--json', 'a line of JSON for each GPR, with all members')
    .action((file, flags) => gprs(file, flags, output));

  add('explain <FILE|URL> <GPR>', 'why a GPR is where it is; a URL needs GPRSIM_API_KEY').action(
    (from, gpr) => explain(from, gpr, output),
  );

  const keys = add('keys', "API keys of a world's file").helpCommand(
    'help [COMMAND]',
    'help for one of these',
  );
  const addKeys = (usage: string, description: string) =>
    add(usage, description, keys).option('--db <FILE>', 'the file (default: the one of gprsim serve)');
  addKeys('list', 'list the keys').action((flags) => withKeyHint(() => listKeys(flags, output)));
  addKeys('add', 'make a key')
    .requiredOption('--name <NAME>', 'its name')
    .addOption(choice('--role <ROLE>', 'what it may do', ROLES).makeOptionMandatory())
    .option('--workspace <NAME>', 'the workspace of an Editor or Viewer')
    .option('--valid-until <YYYY-MM-DD>', 'last day it is good for (default: a year from now)')
    .action((flags) => withKeyHint(() => addKey(flags, output)));
  addKeys('remove <KEY>', 'remove a key, by its name, id or value; - reads one of these').action(
    (key, flags) => withKeyHint(() => removeKey(key, flags, output)),
  );

  add('scenarios [BUILT-IN]', 'the built-in scenarios, or the file of one')
    .option('--schema', 'the JSON Schema of scenario files instead, for editors')
    .action((name, flags) => scenarios(name, flags, output));
  add('init [FILE]', 'write a scenario to begin with, explained in comments (default: scenario.json)').action(
    (file) => init(file, output),
  );
  add('export <FILE> <OUT>', 'copy a world without its keys').action((file, out) =>
    exportWorld(file, out, output),
  );
  add('import <FILE> <OUT>', 'rebuild a world in a new file from the scenario and journal of another').action(
    (file, out) => importWorld(file, out, output),
  );
  add('openapi', 'the OpenAPI document of the interface under /api/v1')
    .option('--sim', "that of the simulation's own interface instead")
    .action((flags) => openapi(flags, output));
  add('completion', 'the script by which a shell completes commands, flags and names')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS).argParser(oneOf('completion', SHELLS)))
    .action((shell) => completion(shell, program, output));
  add('bench', 'how fast the engine is on this machine, in one line that can be compared')
    .option('--quick', 'a tenth of the workload')
    .action((flags) => bench(flags, output));
  add('doctor', 'whether everything is there that gprsim needs')
    .option('--db <FILE>', 'look at a file too')
    .action((flags) => doctor(flags, output));
  add('version', 'versions of the program and of what it stands on')
    .option('--licenses', 'list the packages inside the program with their licenses')
    .action((flags) => version(flags, output));
  add('help [COMMAND...]', 'help for a command, with its flags and examples').action((words) =>
    help(program, words),
  );
  addCommon(program);
  return program;
}
