// Worlds beside the one at the root of a server: their apps are made as that of the root.

import type { Driver } from '../../driver/driver.ts';
import type { HttpFaults } from '../../http/operation/http-faults.ts';
import type { Log, Service } from '../../http/operation/service.ts';
import type { Worlds } from '../../http/operation/worlds.ts';
import type { RequestLog } from '../../http/request-log/request-log.ts';
import { createApp } from '../app.ts';
import type { LoopTime } from '../connections/loop-time.ts';
import { ServedWorlds, type WorldsSettings } from '../worlds/served-worlds.ts';

interface Options extends Omit<WorldsSettings, 'serviceOf'> {
  readonly logger: Log;
  readonly loopback: boolean;
  readonly loopTime?: LoopTime;
  readonly wallNowMs?: () => number;
  /** Makes the faults of a world. */
  readonly newFaults?: () => HttpFaults;
  /** Makes the log of requests of a world. */
  readonly newRequestLog?: () => RequestLog | undefined;
}

interface OtherWorlds {
  /** For the app of the root. */
  readonly of: (root: Service) => Worlds<Service>;
  /** Closes all; their files stay. */
  readonly close: () => Promise<void>;
}

export function otherWorlds({
  logger,
  loopback,
  loopTime,
  wallNowMs,
  newFaults,
  newRequestLog,
  ...settings
}: Options): OtherWorlds {
  const made: ServedWorlds[] = [];
  const of = (root: Service) => {
    const serviceOf = (world: Driver, ended: AbortSignal) => {
      const options = { logger, loopback, ended, ofProcess: root.tokens };
      return createApp(world, {
        ...options,
        ...(loopTime && { loopTime }),
        ...(wallNowMs && { wallNowMs }),
        ...(newFaults && { httpFaults: newFaults() }),
        requestLog: newRequestLog?.(),
      }).service;
    };
    const worlds = new ServedWorlds(root, { ...settings, serviceOf });
    made.push(worlds);
    return worlds;
  };
  return {
    of,
    async close() {
      await Promise.all(made.map((worlds) => worlds.close()));
    },
  };
}
