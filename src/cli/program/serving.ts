// Commands that serve a world, and that watch and move a server's clock.

import { Argument, Option } from 'commander';
import { methodNames } from '../../api/sim/requests/schema.ts';
import { LISTEN_DEFAULT } from '../../arguments/address.ts';
import { CHAOS_RATE, parseChaos } from '../../arguments/chaos-settings.ts';
import { builtInNames, someWords, wholeNumber } from '../../arguments/flag-values.ts';
import { parseOrigin } from '../../arguments/origins.ts';
import { WORLDS_IDLE, WORLDS_MAX, WORLDS_MEMORY } from '../../server/worlds/world-limits.ts';
import { keptRequestsMax } from '../../wire/bounds.ts';
import { call } from '../commands/serving/call.ts';
import { CLOCK_ACTIONS, clock } from '../commands/serving/clock.ts';
import { requests } from '../commands/serving/requests.ts';
import { parseSpeed, serve } from '../commands/serving/serve/serve.ts';
import { top } from '../commands/serving/top/top.ts';
import { WORLD_ACTIONS, worlds } from '../commands/serving/worlds.ts';
import type { Output } from '../support/output/output.ts';
import { withKeyHint } from '../support/process/file-in-use.ts';
import { type Add, addPolicies, keyFile, load, seed } from './flags.ts';

export function addServe(add: Add, output: Output): void {
  const serving = add('serve [SCENARIO]', 'Serve a world over HTTP (default: demo).')
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
    .option('--paused', 'start with the clock paused');
  addPolicies(serving)
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
    .addOption(
      new Option(
        '--chaos <SEED[:RATE]>',
        `let calls under /api/v1 fail at random with this probability (default: ${CHAOS_RATE})`,
      ).argParser(parseChaos),
    )
    .option('--strict', 'refuse requests under /api/v1 that have members unknown to their operation')
    .option('--log-requests', 'write a line for each request to standard error')
    .addOption(
      new Option(
        '--keep-requests <N>',
        'keep the last N requests in memory for gprsim requests and GET /sim/requests',
      ).argParser(wholeNumber('--keep-requests', 1, keptRequestsMax)),
    )
    .option('--open', 'open the dashboard in the browser')
    .option(
      '--worlds <DIR>',
      'keep the worlds of POST /sim/worlds in files of this folder (default: in memory)',
    )
    .addOption(
      new Option(
        '--worlds-max <N>',
        `make at most this many worlds (default: ${WORLDS_MAX.default})`,
      ).argParser(wholeNumber('--worlds-max', WORLDS_MAX.from, WORLDS_MAX.to)),
    )
    .addOption(
      new Option(
        '--worlds-memory <MB>',
        `let all worlds take at most about this much memory (default: ${WORLDS_MEMORY.default})`,
      ).argParser(wholeNumber('--worlds-memory', WORLDS_MEMORY.from, WORLDS_MEMORY.to, ' (MB)')),
    )
    .option(
      '--worlds-idle <DURATION>',
      `remove worlds in memory after this time without a request, and close those in files (default: ${WORLDS_IDLE})`,
    )
    .action((scenario, flags) => withKeyHint(() => serve(scenario, flags, output)));
}

export function addWatching(add: Add, output: Output): void {
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
  add('call', 'Send a request to a server, and print its answer.')
    .argument('<REQUEST...>', '[URL] METHOD PATH [BODY], the body in JSON; "-" reads it from standard input')
    .addOption(keyFile())
    .action((words, flags) => call(words, flags));
  add('requests [URL]', 'List the requests that a server with --keep-requests got, or remove them.')
    .addOption(keyFile())
    .option(
      '--operation <LIST>',
      'list only requests of these operations, such as createGpr, separated by commas',
    )
    .addOption(
      new Option('--method <LIST>', 'list only requests with these methods, separated by commas')
        .choices(methodNames)
        .argParser(someWords('--method', 'methods', methodNames)),
    )
    .option('--status <LIST>', 'list only requests with these statuses or classes, such as 404,5xx')
    .option('--key <NAME>', 'list only requests with the API key of this name or id')
    .option('--path <BEGIN>', 'list only requests whose path begins like this')
    .option('--bodies', 'print the bodies, too, without secrets')
    .option('--clear', 'remove all requests instead')
    .option('--json', 'print a line of JSON for each request')
    .action((url, flags) => requests(url, flags, output));
  add('worlds', 'List the worlds of a server beside its own, create one, or delete one.')
    .argument('[URL]', 'the server')
    .addArgument(
      new Argument('[ACTION...]', 'create or delete, and the name of the world')
        .choices(WORLD_ACTIONS)
        .argParser((word: string, words: readonly string[] = []) => [...words, word]),
    )
    .addOption(keyFile())
    .option('--from <NAME>', 'create a copy of this world as it is now')
    .addOption(
      new Option('--scenario <BUILT-IN|FILE>', "create it with this scenario instead of the server's")
        .choices(builtInNames)
        .argParser((text: string) => text),
    )
    .addOption(seed())
    .addOption(
      new Option(
        '--speed <N>',
        'let its clock run at this many simulated seconds per real second (default: paused)',
      ).argParser(parseSpeed),
    )
    .action((first, words = [], flags) => worlds(first, words, flags, output));
}
