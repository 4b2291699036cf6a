// The command line: every command and its flags. Exit codes: 0 done, 1 failed or different, 2 bad usage.

import { Argument, Command, CommanderError, Option } from 'commander';
import { FACT_KINDS, GPR_ORDERS, GPR_STATES } from '../../sim/index.ts';
import { LISTEN_DEFAULT } from '../arguments/address.ts';
import { CommandFailure } from '../arguments/command-failure.ts';
import { parseOrigin } from '../arguments/origins.ts';
import { oneOf, PLACEMENTS, parseLoad, parseSeed, QUEUES, someWords } from '../arguments/values.ts';
import { HISTORY_STATES } from '../driver/stored/gpr-histories.ts';
import { traceFlags, traceFormats } from '../scenario/trace-flags.ts';
import { rescue, StoreError } from '../store/store-error.ts';
import { COSTS } from '../studies/targets/cost.ts';
import { BRANCH_COLUMNS, branches } from './commands/listing/branches.ts';
import { explain } from './commands/listing/explain.ts';
import { alsoKind, facts } from './commands/listing/facts.ts';
import { gprs } from './commands/listing/gprs/gprs.ts';
import { NODE_COLUMNS, NODE_STATES, nodes } from './commands/listing/nodes.ts';
import { QUEUE_COLUMNS, queue } from './commands/listing/queue.ts';
import { whatIf } from './commands/listing/what-if/what-if.ts';
import { bench } from './commands/runs/bench/bench.ts';
import { compare, parseJobs } from './commands/runs/compare/compare.ts';
import { parseSeeds, SEEDS, seedsText, someOf } from './commands/runs/compare/list-flags.ts';
import { ENGINES, parsePart, parseParts } from './commands/runs/compare/results/results-flags.ts';
import { parseTargets } from './commands/runs/compare/target-flags.ts';
import { parseVary } from './commands/runs/compare/vary-flag.ts';
import { parseBranch, replay } from './commands/runs/replay/replay-command.ts';
import { run } from './commands/runs/run/run.ts';
import { CLOCK_ACTIONS, clock } from './commands/serving/clock.ts';
import { serve } from './commands/serving/serve/serve.ts';
import { top } from './commands/serving/top/top.ts';
import { completion, SHELLS } from './commands/setup/completion/completion.ts';
import { doctor } from './commands/setup/doctor.ts';
import { init } from './commands/setup/init.ts';
import { openapi } from './commands/setup/openapi.ts';
import { scenarios } from './commands/setup/scenarios.ts';
import { VERSION, version } from './commands/setup/version/version.ts';
import { exportWorld, importWorld } from './commands/world-file/export-import.ts';
import { addKey, listKeys, ROLES, removeKey } from './commands/world-file/keys.ts';
import { salvage } from './commands/world-file/salvage.ts';
import { addCommon, help, helpOutput, helpStyle, messageOf } from './help/help.ts';
import { npmAdvice } from './help/npm-advice.ts';
import { endWithReader, type Output, openOutput } from './support/output/output.ts';
import { sortBy } from './support/output/table-columns.ts';
import { Exit, exitCodeOf, ProgramEnd } from './support/process/exit.ts';
import { withKeyHint } from './support/process/file-in-use.ts';
import { reportFaultsTogether } from './support/process/flag-faults.ts';
import { PART_KINDS } from './support/runs/by-part.ts';
import { parseWatch } from './support/sources/listing.ts';

export async function runProgram(args: readonly string[]): Promise<number> {
  endWithReader();
  const output = openOutput(args.includes('--json'));
  const program = buildProgram(output);
  process.once('uncaughtException', (error) => process.exit(report(error, program, output)));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return Exit.done;
  } catch (error) {
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
    const message = isHelp ? 'a command is missing; gprsim --help lists the commands' : messageOf(error);
    output.failure(withNpmAdvice(message, program, output), Exit.usage);
    return Exit.usage;
  }
  if (!(error instanceof CommandFailure || error instanceof StoreError || isDatabaseError(error))) {
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
  if (!String((error as { code?: unknown }).code).startsWith('SQLITE_CORRUPT')) return error.message;
  return `the file is damaged: ${error.message}; ${rescue('FILE')}`;
}

/** Adds the advice to the message, and prints it on standard error below commander's message. */
function withNpmAdvice(message: string, program: Command, output: Output): string {
  const advice = npmAdvice(program);
  if (advice === '') return message;
  output.remark(advice);
  return `${message}; ${advice}`;
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
  const add = (usage: string, description: string, to = program) =>
    to.command(usage).description(description);
  const seed = () => new Option('--seed <N>', "use this seed instead of the scenario's").argParser(parseSeed);
  const load = () =>
    new Option('--load <X>', 'multiply the rate of arrivals by this, such as 1.2').argParser(parseLoad);
  const choice = (flags: string, description: string, words: readonly string[]) =>
    new Option(flags, description).choices(words).argParser(oneOf(flags.split(' ')[0], words));
  const queuePolicy = () =>
    choice('--queue <POLICY>', "use this queue policy instead of the scenario's", QUEUES);
  const placement = () =>
    choice('--placement <POLICY>', "use this placement policy instead of the scenario's", PLACEMENTS);
  const until = () =>
    new Option('--until <T>', 'stop at an instant (ISO 8601) or at a time from the start (5h)');
  const addWindow = (command: Command) =>
    command
      .option('--from <T>', 'begin the window of the figures here (default: the start)')
      .option('--to <T>', 'end the window of the figures before this instant (default: the end of the run)')
      .option('--report <FILE>', 'write a report with pictures to this HTML file');

  add('serve [SCENARIO]', 'Serve a world over HTTP (default: demo).')
    .option('--db <FILE>', 'keep the world in this file, or in :memory: (default: a file in the data folder)')
    .option(
      '--listen <HOST:PORT>',
      `listen on this address; port 0 takes a free port (default: GPRSIM_LISTEN, or ${LISTEN_DEFAULT})`,
    )
    .addOption(
      new Option('--speed <N>', 'run this many simulated seconds per real second')
        .default('1')
        .conflicts('paused'),
    )
    .option('--paused', 'start with the clock paused')
    .addOption(seed())
    .addOption(load())
    .option('--play <FILE>', 'send the requests of JSON lines {at, method, path, body} at simulated times')
    .option('--durable', 'make commits survive a power failure; they are slower')
    .option('--until-stdin-ends', 'stop when standard input ends')
    .addOption(
      new Option('--cors <ORIGIN>', 'let web pages of this origin read responses; may be repeated').argParser(
        parseOrigin,
      ),
    )
    .option('--log-requests', 'write a line for each request to standard error')
    .option('--open', 'open the dashboard in the browser')
    .action((scenario, flags) => withKeyHint(() => serve(scenario, flags, output)));

  const addTrace = (command: Command) => {
    command.addOption(choice('--trace <FORMAT>', 'replay a recorded trace of this format', traceFormats));
    for (const { flag, value, summary } of traceFlags) command.option(`${flag} <${value}>`, summary);
    return command;
  };
  const by = () => choice('--by <KIND>', 'with --csv, print a line for each part of this kind', PART_KINDS);
  const running = add('run [SCENARIO]', 'Run a scenario or a trace at full speed and print a summary.');
  addTrace(running)
    .addOption(queuePolicy())
    .addOption(placement())
    .addOption(seed())
    .addOption(load())
    .addOption(until());
  addWindow(running)
    .option('--jobs <FILE>', 'write a line for each GPR to this CSV file')
    .option('--csv', 'print the figures as CSV instead, one per line')
    .addOption(by())
    .option('--db <FILE>', 'keep the run in this new file')
    .option('--per-workspace', 'print a summary of each workspace too')
    .option('--check', 'check the invariants at every fact')
    .action((scenario, flags) => run(scenario, flags, output));

  const some = (flag: string, what: string, words: readonly string[]) =>
    new Option(`${flag} <LIST>`, `${what} policies, separated by commas (default: the scenario's)`)
      .choices(words)
      .argParser(someOf(flag, words));
  const comparing = add(
    'compare [SCENARIO...]',
    'Run variants over the same seeds and test which differences exceed chance.',
  );
  addTrace(comparing)
    .addOption(
      new Option(
        '--vary <POINTER=LIST>',
        'vary this member of the scenario, a JSON Pointer, over values and ranges, such as 4,8 or 3..6; may be repeated',
      ).argParser(parseVary),
    )
    .addOption(some('--queue', 'queue', QUEUES))
    .addOption(some('--placement', 'placement', PLACEMENTS))
    .addOption(
      new Option('--seeds <LIST>', 'seeds, as a range, a list, or both')
        .default(SEEDS, seedsText(SEEDS))
        .argParser(parseSeeds),
    )
    .addOption(load())
    .addOption(until());
  addWindow(comparing)
    .addOption(
      new Option('--jobs <N>', 'number of parallel runs (default: number of processors)').argParser(
        parseJobs,
      ),
    )
    .option('--csv', 'print the figures of each run as CSV instead')
    .option(
      '--results <FOLDER>',
      'keep the figures of each run in a file of this folder, and run only what is missing',
    )
    .addOption(
      new Option('--part <K/N>', 'run only the runs K, K + N, K + 2 N, … and print no figures').argParser(
        parsePart,
      ),
    )
    .option('--merge', 'run nothing: print the result of the runs in the folder of --results')
    .addOption(
      choice(
        '--for <ENGINE>',
        'print the script or manifest that runs the parts of this comparison',
        ENGINES,
      ),
    )
    .addOption(
      new Option(
        '--parts <N>',
        'number of parts for --for (default: a part for ten runs, at most 100)',
      ).argParser(parseParts),
    )
    .addOption(
      new Option(
        '--target <TARGET>',
        "answer which variants reach this, such as 'p95(wait, pool=NAME)<30m'; may be repeated",
      ).argParser(parseTargets),
    )
    .addOption(choice('--cheapest <COST>', 'what the cheapest variant has least of (default: gpus)', COSTS))
    .addOption(by())
    .action((scenarios, flags) => compare(scenarios, flags, output));

  add('replay <FILE>', 'Run the scenario and the journal of a file again.')
    .addOption(until())
    .option('--verify', 'exit with 1 unless the facts are the same')
    .addOption(
      new Option('--branch <N>', 'replay this branch instead of the current one').argParser(
        parseBranch('--branch'),
      ),
    )
    .option('--diff <OTHER>', 'show the first fact that differs from the facts of another file')
    .action((file, flags) => replay(file, flags, output));

  const keyFile = () =>
    new Option('--key-file <FILE>', 'read the API key from this file (default: GPRSIM_API_KEY)');
  const at = () =>
    new Option('--at <T>', 'read this earlier instant (ISO 8601, or a time from the start such as 5h)');
  add(
    'gprs <FILE|URL>',
    'List the GPRs of a file or a server in the order of their ends, then the unfinished ones.',
  )
    .addOption(keyFile())
    .addOption(choice('--state <STATE>', 'list only GPRs in this state', HISTORY_STATES))
    .option('--workspace <NAME>', 'list only GPRs of this workspace')
    .addOption(
      new Option(
        '--sort <MEMBER>',
        'order those of a server by this; with - before it, begin with the greatest',
      )
        .choices(GPR_ORDERS)
        .argParser(sortBy(GPR_ORDERS)),
    )
    .addOption(at())
    .option('--csv', 'print all members as CSV')
    .option('--json', 'print all members as a line of JSON for each GPR')
    .action((file, flags) => gprs(file, flags, output));

  const addListing = (usage: string, description: string, columns: readonly string[]) =>
    add(usage, description)
      .addOption(keyFile())
      .addOption(
        new Option('--sort <COLUMN>', 'order by this column; with - before it, begin with the greatest')
          .choices(columns)
          .argParser(sortBy(columns)),
      )
      .addOption(
        new Option('--watch [SECONDS]', 'print again every SECONDS (default: 2)').argParser(parseWatch),
      )
      .option('--csv', 'print all members as CSV');
  const filtered = (command: Command) =>
    command
      .option('--workspace <NAME>', 'list only what concerns this workspace')
      .option('--cluster <NAME>', 'list only what is in this cluster');
  filtered(
    addListing(
      'queue [URL|FILE]',
      'List the queued GPRs of a server or a file in the order of the queue.',
      QUEUE_COLUMNS,
    ),
  )
    .addOption(
      new Option('--state <LIST>', 'list GPRs in these states, separated by commas (default: Queued)')
        .choices(GPR_STATES)
        .argParser(someWords('--state', 'states', GPR_STATES)),
    )
    .addOption(at().conflicts('watch'))
    .action((from, flags) => queue(from, flags, output));
  filtered(
    addListing(
      'nodes [URL|FILE]',
      'List the nodes of a server or a file, with the GPRs that hold their GPUs.',
      NODE_COLUMNS,
    ),
  )
    .addOption(choice('--state <STATE>', 'list only nodes in this state', NODE_STATES))
    .addOption(at().conflicts('watch'))
    .action((from, flags) => nodes(from, flags, output));
  addListing(
    'branches [URL|FILE]',
    'List the branches of a server or a file: its histories after resets and rewinds.',
    BRANCH_COLUMNS,
  )
    .addOption(
      new Option('--differences <N>', 'compare this branch to the current one instead').argParser(
        parseBranch('--differences'),
      ),
    )
    .action((from, flags) => branches(from, flags, output));
  add('whatif <FILE|URL>', 'Compare the future with some changes to the one without.')
    .addOption(keyFile())
    .addOption(
      new Option(
        '--change <CHANGE>',
        "change the world by '[INSTANT] METHOD PATH [BODY]', a request, or by a JSON object; may be repeated",
      ).argParser((text: string, before: readonly string[] = []) => [...before, text]),
    )
    .option('--changes <FILE>', 'take the changes from the lines of this file')
    .option(
      '--until <INSTANT>',
      'end both futures at this instant (default: when all present GPRs have ended)',
    )
    .addOption(
      choice('--knowing <WHAT>', 'what the futures derive from (default: everything)', [
        'everything',
        'scheduler',
      ]),
    )
    .action((from, flags) => whatIf(from, flags, output));
  add('top [URL]', 'Watch and control a server in the terminal.')
    .addOption(keyFile())
    .action((url, flags) => top(url, flags, output));
  add('clock', 'Show the clock of a server, or change it.')
    .argument('[URL]', 'the server')
    .addArgument(
      new Argument('[ACTION...]', 'the change, with its values')
        .choices(CLOCK_ACTIONS)
        .argParser((word: string, words: readonly string[] = []) => [...words, word]),
    )
    .addOption(keyFile())
    .action((first, words = [], flags) => clock(first, words, flags, output));
  add('facts <FILE|URL>', 'List the facts of a file or a server in their order.')
    .addOption(keyFile())
    .option(
      '--gpr <GPR>',
      'list only facts of this GPR (id, beginning of one, or name), and of those that it evicted',
    )
    .addOption(
      new Option('--kind <KIND>', 'list only facts of these kinds, separated by commas; may be repeated')
        .choices(FACT_KINDS)
        .argParser(alsoKind),
    )
    .option('--from <T>', 'list only facts from this instant on (ISO 8601, or a time from the start)')
    .option('--to <T>', 'list only facts up to this instant')
    .option('--csv', 'print all members as CSV')
    .option('--json', 'print a line of JSON for each fact')
    .action((from, flags) => facts(from, flags, output));
  add('explain <FILE|URL> <GPR>', 'Explain the state of a GPR, by id or name; a URL requires an API key.')
    .addOption(keyFile())
    .addOption(at())
    .action((from, gpr, flags) => explain(from, gpr, flags, output));

  const keys = add('keys', "List, add and remove the API keys of a world's file.").helpCommand(
    'help [COMMAND]',
    'Show the help of a command.',
  );
  const addKeys = (usage: string, description: string) =>
    add(usage, description, keys).option('--db <FILE>', 'use this file (default: the file of gprsim serve)');
  addKeys('list', 'List the keys.').action((flags) => listKeys(flags, output));
  addKeys('add', 'Create a key and print it.')
    .requiredOption('--name <NAME>', 'name of the key')
    .addOption(choice('--role <ROLE>', 'role of the key', ROLES).makeOptionMandatory())
    .option('--workspace <NAME>', 'workspace of an Editor or a Viewer')
    .option('--valid-until <YYYY-MM-DD>', 'last day on which the key is valid (default: a year from now)')
    .action((flags) => withKeyHint(() => addKey(flags, output)));
  addKeys('remove <KEY>', 'Remove a key by name, id or value; - reads it from standard input.').action(
    (key, flags) => withKeyHint(() => removeKey(key, flags, output)),
  );

  add('scenarios [BUILT-IN]', 'List the built-in scenarios, or print the file of one.')
    .option('--schema', 'print the JSON Schema of scenario files instead')
    .action((name, flags) => scenarios(name, flags, output));
  add('init [FILE]', 'Write a commented scenario as a starting point (default: scenario.json).').action(
    (file) => init(file, output),
  );
  add('export <FILE> <OUT>', 'Copy a world without its keys.').action((file, out) =>
    exportWorld(file, out, output),
  );
  add('import <FILE> <OUT>', 'Rebuild a world in a new file from the scenario and journal of a file.').action(
    (file, out) => importWorld(file, out, output),
  );
  add('salvage <FILE>', 'Save what is whole of a damaged file in a new file.')
    .requiredOption('--to <NEW>', 'the new file')
    .action((file, flags) => salvage(file, flags, output));
  add('openapi', 'Print the OpenAPI document of the interface under /api/v1.')
    .option('--sim', 'print the document of the interface under /sim instead')
    .action((flags) => openapi(flags, output));
  add('completion', 'Print a script that completes commands, flags and names in a shell.')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS).argParser(oneOf('completion', SHELLS)))
    .action((shell) => completion(shell, program, output));
  add('bench', 'Measure the speed of the engine on this machine and print one line.')
    .option('--quick', 'run a tenth of the workload')
    .action((flags) => bench(flags, output));
  add('doctor', 'Check that everything that gprsim needs is present.')
    .option('--db <FILE>', 'check this file too')
    .action((flags) => doctor(flags, output));
  add('version', 'Print the versions of the program and of its dependencies.')
    .option('--licenses', 'list the packages inside the program with their licenses')
    .action((flags) => version(flags, output));
  add('help [COMMAND...]', 'Show the help of a command, with its flags and examples.').action((words) =>
    help(program, words),
  );
  addCommon(program);
  reportFaultsTogether(program);
  return program;
}
