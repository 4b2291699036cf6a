// What help shows of every command besides its flags: two lines that one can type.

import type { Command } from 'commander';

/** A line for a shell, and what it does. */
type Example = readonly [line: string, does: string];

const world = 'world.gprsim';
const key = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

const examples: Readonly<Record<string, readonly Example[]>> = {
  '': [
    ['gprsim run tiny', 'a first run, over at once'],
    ['gprsim serve demo --speed 60 --db :memory:', 'three busy clusters, a minute a second'],
  ],
  serve: [
    ['gprsim serve', 'demo, which goes on where it was at the next start'],
    [
      `GPRSIM_API_KEY=${key} gprsim serve quiet --db ${world} --paused`,
      'with a key and a file of your choice',
    ],
  ],
  run: [
    ['gprsim run demo --until 1d --queue backfill', 'a day of an endless scenario'],
    ['gprsim run tiny --db run.gprsim', 'keep the run to look at it later'],
  ],
  replay: [
    ['gprsim replay run.gprsim --verify', 'whether it still gives the same facts'],
    ['gprsim replay run.gprsim --until 1h', 'its first hour'],
  ],
  explain: [
    ['gprsim explain run.gprsim gpr-cb90922d-274e', 'from a file'],
    [`GPRSIM_API_KEY=${key} gprsim explain http://127.0.0.1:8080 gpr-cb90922d-274e`, 'from a server'],
  ],
  keys: [
    [`gprsim keys list --db ${world}`, 'who may come in'],
    [`gprsim keys add --db ${world} --name ops --role Owner`, 'one more who may do everything'],
  ],
  'keys list': [
    [`gprsim keys list --db ${world}`, 'as a table'],
    [`gprsim keys list --db ${world} --json`, 'for a program'],
  ],
  'keys add': [
    [`gprsim keys add --db ${world} --name ci --role Editor --workspace team-blue`, 'for one workspace'],
    [`gprsim keys add --db ${world} --name ops --role Owner --valid-until 2099-12-31`, 'for all, for long'],
  ],
  'keys remove': [
    [`gprsim keys remove ${key} --db ${world}`, 'it lets nobody in any more'],
    [`gprsim keys remove ${key} --db ${world} --json`, 'for a program'],
  ],
  scenarios: [
    ['gprsim scenarios quiet > mine.json', 'a copy to change'],
    ['gprsim scenarios --schema > scenario.schema.json', 'for the editor'],
  ],
  init: [
    ['gprsim init', 'scenario.json, for gprsim run scenario.json'],
    ['gprsim init first.json', 'under a name of your own'],
  ],
  export: [
    ['gprsim export run.gprsim copy.gprsim', 'to pass on'],
    [`gprsim export ${world} without-keys.gprsim --json`, 'for a program'],
  ],
  import: [
    ['gprsim import copy.gprsim rebuilt.gprsim', 'derived anew, fact by fact'],
    ['gprsim import copy.gprsim again.gprsim --json', 'for a program'],
  ],
  openapi: [
    ['gprsim openapi > openapi.json', 'for generators of clients'],
    ['gprsim openapi --sim > sim.json', 'clock, facts, faults'],
  ],
  completion: [
    ['source <(gprsim completion bash)', 'in ~/.bashrc'],
    ['gprsim completion zsh > _gprsim', "in a folder of zsh's $fpath"],
  ],
  doctor: [
    ['gprsim doctor', 'the program alone'],
    [`gprsim doctor --db ${world}`, 'a file too'],
  ],
  version: [
    ['gprsim version', 'for a report of a mistake'],
    ['gprsim version --json', 'for a program'],
  ],
};

/** Adds to the help of a command, and of those within it, the examples that there are. */
export function addExamples(command: Command, path = ''): void {
  const own = examples[path];
  if (own !== undefined) {
    const width = Math.max(...own.map(([line]) => line.length));
    const { styleTitle } = command.createHelp();
    const lines = own.map(([line, does]) => `  $ ${line.padEnd(width)}  # ${does}`);
    command.addHelpText('after', () => ['', styleTitle('Examples:'), ...lines].join('\n'));
  }
  for (const inner of command.commands) addExamples(inner, `${path} ${inner.name()}`.trim());
}
