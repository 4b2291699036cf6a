// Commands that are about no world: scenarios, documents, and the program itself.

import { Argument, type Command } from 'commander';
import { oneOf } from '../../arguments/flag-values.ts';
import { bench } from '../commands/runs/bench/bench.ts';
import { completion, SHELLS } from '../commands/setup/completion/completion.ts';
import { doctor } from '../commands/setup/doctor.ts';
import { init } from '../commands/setup/init.ts';
import { openapi } from '../commands/setup/openapi.ts';
import { scenarios } from '../commands/setup/scenarios.ts';
import { version } from '../commands/setup/version/version.ts';
import { help } from '../help/help.ts';
import type { Output } from '../support/output/output.ts';
import { type Add, addModules } from './flags.ts';

export function addScenarios(add: Add, output: Output): void {
  add('scenarios [BUILT-IN]', 'List the built-in scenarios, or print the file of one.')
    .option('--schema', 'print the JSON Schema of scenario files instead')
    .action((name, flags) => scenarios(name, flags, output));
  add('init [FILE]', 'Write a commented scenario as a starting point (default: scenario.json).').action(
    (file) => init(file, output),
  );
}

export function addTools(add: Add, program: Command, output: Output): void {
  add('openapi', 'Print the OpenAPI document of the interface under /api/v1.')
    .option('--sim', 'print the document of the interface under /sim instead')
    .action((flags) => openapi(flags, output));
  add('completion', 'Print a script that completes commands, flags and names in a shell.')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS).argParser(oneOf('completion', SHELLS)))
    .action((shell) => completion(shell, program, output));
  add('bench', 'Measure the speed of the engine on this machine and print one line.')
    .option('--quick', 'run a tenth of the workload')
    .action((flags) => bench(flags, output));
  addModules(add('doctor', 'Check that everything that gprsim needs is present.'))
    .option('--db <FILE>', 'check this file too')
    .action((flags) => doctor(flags, output));
  add('version', 'Print the versions of the program and of its dependencies.')
    .option('--licenses', 'list the packages inside the program with their licenses')
    .action((flags) => version(flags, output));
  add('help [COMMAND...]', 'Show the help of a command, with its flags and examples.').action((words) =>
    help(program, words),
  );
}
