// Commands that read a world, of a server or a file.

import { type Command, Option } from 'commander';
import { FACT_KINDS, GPR_ORDERS, GPR_STATES, WAIT_REASONS } from '../../../sim/index.ts';
import { someWords } from '../../arguments/flag-values.ts';
import { HISTORY_STATES } from '../../driver/stored/gpr-histories.ts';
import { BRANCH_COLUMNS, branches } from '../commands/listing/branches.ts';
import { explain } from '../commands/listing/explain.ts';
import { alsoKind, facts } from '../commands/listing/facts.ts';
import { gprs } from '../commands/listing/gprs/gprs.ts';
import { NODE_COLUMNS, NODE_STATES, nodes } from '../commands/listing/nodes.ts';
import { QUEUE_COLUMNS, queue } from '../commands/listing/queue.ts';
import { whatIf } from '../commands/listing/what-if/what-if.ts';
import { parseBranch } from '../commands/runs/replay/replay-command.ts';
import type { Output } from '../support/output/output.ts';
import { sortBy } from '../support/output/table-columns.ts';
import { parseWatch } from '../support/sources/listing-flags.ts';
import { type Add, addModules, at, choice, keyFile } from './flags.ts';

export function addLists(add: Add, output: Output): void {
  addModules(
    add(
      'gprs <FILE|URL>',
      'List the GPRs of a file or a server in the order of their ends, then the unfinished ones.',
    ),
  )
    .addOption(keyFile())
    .addOption(choice('--state <STATE>', 'list only GPRs in this state', HISTORY_STATES))
    .option('--workspace <NAME>', 'list only GPRs of this workspace')
    .addOption(
      new Option(
        '--reason <LIST>',
        'list only GPRs of a server that wait for these reasons, separated by commas',
      )
        .choices(WAIT_REASONS)
        .argParser(someWords('--reason', 'reasons', WAIT_REASONS)),
    )
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
    addModules(add(usage, description))
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
}

export function addWhatIf(add: Add, output: Output): void {
  addModules(add('whatif <FILE|URL>', 'Compare the future with some changes to the one without.'))
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
}

export function addHistories(add: Add, output: Output): void {
  addModules(add('facts <FILE|URL>', 'List the facts of a file or a server in their order.'))
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
  addModules(
    add('explain <FILE|URL> <GPR>', 'Explain the state of a GPR, by id or name; a URL requires an API key.'),
  )
    .addOption(keyFile())
    .addOption(at())
    .action((from, gpr, flags) => explain(from, gpr, flags, output));
}
