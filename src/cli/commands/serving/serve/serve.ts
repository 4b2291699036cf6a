// The command `serve`: it serves a world over HTTP until a signal ends it.

import type { ChaosSettings } from '../../../../api/frame/operation/chaos.ts';
import { isLoopback, wantedAddress, writtenAddress } from '../../../../arguments/address.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { Cancelled } from '../../../../driver/world.ts';
import { ownPolicies } from '../../../../modules/given.ts';
import type { GivenPolicies } from '../../../../scenario/override.ts';
import { openServer } from '../../../../server/opening/open-server.ts';
import { keyFromEnvironment, ownerOf } from '../../../../server/opening/owner-key.ts';
import type { GivenLimits } from '../../../../server/worlds/world-limits.ts';
import { speedMax } from '../../../../wire/bounds.ts';
import type { Output } from '../../../support/output/output.ts';
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

export function parseSpeed(text: string): number {
  const speed = Number(text);
  if (/^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) && speed > 0 && speed <= speedMax) return speed;
  throw badUsage(`--speed takes a number above 0 and up to ${speedMax}, not ${JSON.stringify(text)}`);
}
