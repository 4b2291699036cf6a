// The command `serve`: it serves a world over HTTP until a signal ends it.

import { type Command, Option } from 'commander';
import type { ChaosSettings } from '../../../../api/frame/operation/chaos.ts';
import { isLoopback, LISTEN_DEFAULT, wantedAddress, writtenAddress } from '../../../../arguments/address.ts';
import { CHAOS_RATE, parseChaos } from '../../../../arguments/chaos-settings.ts';
import { parseOrigin } from '../../../../arguments/origins.ts';
import { wholeNumber } from '../../../../arguments/words.ts';
import { Cancelled } from '../../../../driver/world.ts';
import { ownPolicies } from '../../../../modules/given.ts';
import type { GivenPolicies } from '../../../../scenario/override.ts';
import { openServer } from '../../../../server/opening/open-server.ts';
import { keyFromEnvironment, ownerOf } from '../../../../server/opening/owner-key.ts';
import {
  type GivenLimits,
  WORLDS_IDLE,
  WORLDS_MAX,
  WORLDS_MEMORY,
} from '../../../../server/worlds/world-limits.ts';
import { keptRequestsMax } from '../../../../wire/bounds.ts';
import { addPolicies, load, parseSpeed, seed } from '../../../support/flags.ts';
import type { Output } from '../../../support/output/output.ts';
import { withKeyHint } from '../../../support/process/file-in-use.ts';
import { progressOf } from '../../../support/process/long-work.ts';
import { firstSignal, untilInputEnds } from '../../../support/process/signals.ts';
import { announce } from './announce.ts';
import { openPage } from './open-page.ts';

interface ServeFlags extends GivenPolicies, GivenLimits {
  readonly db?: string;
  readonly listen?: string;
  readonly speed: string;
  readonly paused?: boolean;
  readonly seed?: number;
  readonly load?: number;
  readonly play?: string;
  readonly durable?: boolean;
  readonly untilStdinEnds?: boolean;
  readonly cors?: readonly string[];
  readonly logRequests?: boolean;
  readonly chaos?: ChaosSettings;
  readonly keepRequests?: number;
  readonly strict?: boolean;
  readonly open?: boolean;
  readonly worlds?: string;
}

export async function serve(name: string | undefined, flags: ServeFlags, output: Output): Promise<void> {
  const wanted = wantedAddress(flags.listen);
  const speed = parseSpeed(flags.speed);
  const ownKey = keyFromEnvironment();
  // Watched before the server listens: an early signal ends it as soon as its file can be closed in order.
  const ended = Promise.race([firstSignal().signal, ...(flags.untilStdinEnds ? [untilInputEnds()] : [])]);
  let isWanted = true;
  ended.then(() => {
    isWanted = false;
  });
  const startProgress = () => progressOf(output, { what: 'rebuilding', counts: 'events' });
  const server = await openServer(name, {
    ownPolicies,
    ...flags,
    listen: wanted,
    speed,
    ownKey,
    startProgress,
    isWanted: () => isWanted,
  }).catch((error) => {
    if (!(error instanceof Cancelled)) throw error;
    output.remark(`gprsim: ${error.message}`);
    return undefined;
  });
  if (server === undefined) return;
  try {
    announce(
      {
        url: server.url,
        newKey: server.newKey,
        isKeyGiven: ownKey !== undefined,
        openTo: isLoopback(wanted) ? undefined : writtenAddress(server.address),
        speed: flags.paused ? 0 : speed,
        chaos: flags.chaos,
        path: server.file.path,
        scenario: server.scenario,
      },
      output,
    );
    if (flags.open) {
      openPage(`${server.url}/#key=${ownerOf(server.file)!.apiKey}`, (why) =>
        output.remark(`gprsim: the dashboard cannot be opened (${why}); open the link above`),
      );
    }
    await ended;
  } finally {
    await server.close();
  }
}

export function declare(command: Command, output: Output): void {
  command
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
  addPolicies(command, output)
    .addOption(seed())
    .addOption(load())
    .option('--play <FILE>', 'send the requests of JSON lines {at, method, path, body} at simulated times')
    .option('--durable', 'make commits survive a power failure; they are slower')
    .option('--until-stdin-ends', 'stop when standard input ends')
    .option('--cors <ORIGIN>', 'let web pages of this origin read responses; may be repeated', parseOrigin)
    .option(
      '--chaos <SEED[:RATE]>',
      `let calls under /api/v1 fail at random with this probability (default: ${CHAOS_RATE})`,
      parseChaos,
    )
    .option('--strict', 'refuse requests under /api/v1 that have members unknown to their operation')
    .option('--log-requests', 'write a line for each request to standard error')
    .option(
      '--keep-requests <N>',
      'keep the last N requests in memory for gprsim requests and GET /sim/requests',
      wholeNumber('--keep-requests', 1, keptRequestsMax),
    )
    .option('--open', 'open the dashboard in the browser')
    .option(
      '--worlds <DIR>',
      'keep the worlds of POST /sim/worlds in files of this folder (default: in memory)',
    )
    .option(
      '--worlds-max <N>',
      `make at most this many worlds (default: ${WORLDS_MAX.default})`,
      wholeNumber('--worlds-max', WORLDS_MAX.from, WORLDS_MAX.to),
    )
    .option(
      '--worlds-memory <MB>',
      `let all worlds take at most about this much memory (default: ${WORLDS_MEMORY.default})`,
      wholeNumber('--worlds-memory', WORLDS_MEMORY.from, WORLDS_MEMORY.to, ' (MB)'),
    )
    .option(
      '--worlds-idle <DURATION>',
      `remove worlds in memory after this time without a request, and close those in files (default: ${WORLDS_IDLE})`,
    )
    .action((scenario, flags) => withKeyHint(() => serve(scenario, flags, output)));
}
