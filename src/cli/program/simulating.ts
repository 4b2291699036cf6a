// Commands that simulate: run, compare, replay.

import { Option } from 'commander';
import { COSTS } from '../../studies/targets/variant-cost.ts';
import { compare, parseJobs } from '../commands/runs/compare/compare.ts';
import { parseSeeds, SEEDS, seedsText, someOf } from '../commands/runs/compare/list-flags.ts';
import { ENGINES, parsePart, parseParts } from '../commands/runs/compare/results/results-flags.ts';
import { parseTargets } from '../commands/runs/compare/target-flags.ts';
import { parseVary } from '../commands/runs/compare/vary-flag.ts';
import { parseBranch, replay } from '../commands/runs/replay/replay-command.ts';
import { run } from '../commands/runs/run/run.ts';
import { wordOrModule } from '../support/modules.ts';
import type { Output } from '../support/output/output.ts';
import {
  type Add,
  addModules,
  addModulesOfFile,
  addPolicies,
  addTrace,
  addWindow,
  by,
  choice,
  cycle,
  load,
  policyFlags,
  seed,
  until,
} from './flags.ts';

export function addSimulating(add: Add, output: Output): void {
  addRun(add, output);
  addCompare(add, output);
  addReplay(add, output);
}

function addRun(add: Add, output: Output): void {
  const running = add('run [SCENARIO]', 'Run a scenario or a trace at full speed and print a summary.');
  addPolicies(addTrace(running)).addOption(seed()).addOption(load()).addOption(until());
  addWindow(running)
    .option('--jobs <FILE>', 'write a line for each GPR to this CSV file')
    .option(
      '--curves <FILE>',
      'write what is allocated and fragmented against arrived demand to this CSV file (shared GPUs)',
    )
    .option('--csv', 'print the figures as CSV instead, one per line')
    .addOption(by())
    .option('--db <FILE>', 'keep the run in this new file')
    .option('--per-workspace', 'print a summary of each workspace too')
    .option('--check', 'check the invariants at every fact')
    .action((scenario, flags) => run(scenario, flags, output));
}

function addCompare(add: Add, output: Output): void {
  const comparing = add(
    'compare [SCENARIO...]',
    'Run variants over the same seeds and test which differences exceed chance.',
  );
  addTrace(comparing).addOption(
    new Option(
      '--vary <POINTER=LIST>',
      'vary this member of the scenario, a JSON Pointer, over values and ranges, such as 4,8 or 3..6; may be repeated',
    ).argParser(parseVary),
  );
  for (const { flag, what, words, takesModules } of policyFlags) {
    const values = takesModules ? 'LIST|FILES' : 'LIST';
    const files = takesModules ? ' or in files' : '';
    comparing.addOption(
      new Option(
        `${flag} <${values}>`,
        `each ${what}, by name${files}, separated by commas (default: the scenario's)`,
      )
        .choices(words)
        .argParser(someOf(flag, words, wordOrModule(flag, words))),
    );
  }
  addModules(comparing)
    .addOption(
      new Option('--seeds <LIST>', 'seeds, as a range, a list, or both')
        .default(SEEDS, seedsText(SEEDS))
        .argParser(parseSeeds),
    )
    .addOption(cycle())
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
}

function addReplay(add: Add, output: Output): void {
  const replaying = add('replay <FILE>', 'Run the scenario and the journal of a file again.');
  addModulesOfFile(replaying)
    .addOption(until())
    .option('--verify', 'exit with 1 unless the facts are the same')
    .addOption(
      new Option('--branch <N>', 'replay this branch instead of the current one').argParser(
        parseBranch('--branch'),
      ),
    )
    .option('--diff <OTHER>', 'show the first fact that differs from the facts of another file')
    .action((file, flags) => replay(file, flags, output));
}
