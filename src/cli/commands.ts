// The commands in the order of the help.

import type { Command } from 'commander';
import type { Output } from './support/output/output.ts';

interface CommandEntry {
  /** The name, and the arguments as help shows them. */
  readonly usage: string;
  readonly description: string;
  /** Loads the module that adds the flags and the work. */
  readonly load: () => Promise<{ readonly declare: (command: Command, output: Output) => void }>;
}

export const commands: readonly CommandEntry[] = [
  {
    usage: 'serve [SCENARIO]',
    description: 'Serve a world over HTTP (default: demo).',
    load: () => import('./commands/serving/serve/serve.ts'),
  },
  {
    usage: 'run [SCENARIO]',
    description: 'Run a scenario or a trace at full speed and print a summary.',
    load: () => import('./commands/runs/run/run.ts'),
  },
  {
    usage: 'compare [SCENARIO...]',
    description: 'Run variants over the same seeds and test which differences exceed chance.',
    load: () => import('./commands/runs/compare/compare.ts'),
  },
  {
    usage: 'backtest [SCENARIO]',
    description: 'Ask estimates during a recorded log or a scenario, and print how good they were.',
    load: () => import('./commands/runs/backtest/backtest.ts'),
  },
  {
    usage: 'hunt [SCENARIO] [COMMAND...]',
    description: 'Find the bugs of a client: run its command, given after --, under faults drawn from seeds.',
    load: () => import('./commands/runs/hunt/hunt.ts'),
  },
  {
    usage: 'replay <FILE>',
    description: 'Run the scenario and the journal of a file again.',
    load: () => import('./commands/runs/replay/replay-command.ts'),
  },
  {
    usage: 'gprs <FILE|URL>',
    description: 'List the GPRs of a file or a server in the order of their ends, then the unfinished ones.',
    load: () => import('./commands/listing/gprs/gprs.ts'),
  },
  {
    usage: 'queue [URL|FILE]',
    description: 'List the queued GPRs of a server or a file in the order of the queue.',
    load: () => import('./commands/listing/queue.ts'),
  },
  {
    usage: 'nodes [URL|FILE]',
    description: 'List the nodes of a server or a file, with the GPRs that hold their GPUs.',
    load: () => import('./commands/listing/nodes.ts'),
  },
  {
    usage: 'branches [URL|FILE]',
    description: 'List the branches of a server or a file: its histories after resets and rewinds.',
    load: () => import('./commands/listing/branches.ts'),
  },
  {
    usage: 'forecast <FILE|URL> [GPR]',
    description: 'Forecast when the queued GPRs, or one of them, will likely start, drawn from many futures.',
    load: () => import('./commands/listing/forecast.ts'),
  },
  {
    usage: 'estimates <FILE|URL>',
    description: 'Show how far the estimated and the likely starts of a file or a server could be trusted.',
    load: () => import('./commands/listing/estimates.ts'),
  },
  {
    usage: 'whatif <FILE|URL>',
    description: 'Compare the future with some changes to the one without.',
    load: () => import('./commands/listing/what-if/what-if.ts'),
  },
  {
    usage: 'top [URL]',
    description: 'Watch and control a server in the terminal.',
    load: () => import('./commands/serving/top/top.ts'),
  },
  {
    usage: 'clock [URL] [ACTION...]',
    description: 'Show the clock of a server, or change it.',
    load: () => import('./commands/serving/clock.ts'),
  },
  {
    usage: 'call <REQUEST...>',
    description: 'Send a request to a server, and print its answer.',
    load: () => import('./commands/serving/call.ts'),
  },
  {
    usage: 'requests [URL]',
    description: 'List the requests that a server with --keep-requests got, or remove them.',
    load: () => import('./commands/serving/requests.ts'),
  },
  {
    usage: 'worlds [URL] [ACTION...]',
    description: 'List the worlds of a server beside its own, create one, or delete one.',
    load: () => import('./commands/serving/worlds.ts'),
  },
  {
    usage: 'facts <FILE|URL>',
    description: 'List the facts of a file or a server in their order.',
    load: () => import('./commands/listing/facts.ts'),
  },
  {
    usage: 'explain <FILE|URL> <GPR>',
    description: 'Explain the state of a GPR, by id or name; a URL requires an API key.',
    load: () => import('./commands/listing/explain.ts'),
  },
  {
    usage: 'keys',
    description: "List, add and remove the API keys of a world's file.",
    load: () => import('./commands/world-file/keys.ts'),
  },
  {
    usage: 'scenarios [BUILT-IN]',
    description: 'List the built-in scenarios, or print the file of one.',
    load: () => import('./commands/setup/scenarios.ts'),
  },
  {
    usage: 'init [FILE]',
    description: 'Write a commented scenario as a starting point (default: scenario.json).',
    load: () => import('./commands/setup/init.ts'),
  },
  {
    usage: 'export <FILE> <OUT>',
    description: 'Copy a world without its keys.',
    load: () => import('./commands/world-file/export.ts'),
  },
  {
    usage: 'import <FILE> <OUT>',
    description: 'Rebuild a world in a new file from the scenario and journal of a file.',
    load: () => import('./commands/world-file/import.ts'),
  },
  {
    usage: 'tables <FILE> <OUT>',
    description: 'Write the run of a file as SQL tables to a new SQLite file.',
    load: () => import('./commands/world-file/tables/tables.ts'),
  },
  {
    usage: 'openapi',
    description: 'Print the OpenAPI document of the interface under /api/v1.',
    load: () => import('./commands/setup/openapi.ts'),
  },
  {
    usage: 'completion <SHELL>',
    description: 'Print a script that completes commands, flags and names in a shell.',
    load: () => import('./commands/setup/completion/completion.ts'),
  },
  {
    usage: 'bench',
    description: 'Measure the speed of the engine on this machine and print one line.',
    load: () => import('./commands/runs/bench/bench.ts'),
  },
  {
    usage: 'doctor',
    description: 'Check that everything that gprsim needs is present.',
    load: () => import('./commands/setup/doctor.ts'),
  },
  {
    usage: 'version',
    description: 'Print the versions of the program and of its dependencies.',
    load: () => import('./commands/setup/version/version.ts'),
  },
  {
    usage: 'help [COMMAND...]',
    description: 'Show the help of a command, with its flags and examples.',
    load: () => import('./help/help.ts'),
  },
];
