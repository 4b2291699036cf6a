// Worlds beside the one at the root of a server: their apps are made as that of the root.

import type { Worlds } from '../../api/frame/operation/served-world.ts';
import type { Log, Service } from '../../api/frame/operation/service.ts';
import { createApp } from '../app.ts';
import type { LoopTime } from '../connections/loop-time.ts';
import { ServedWorlds, type WorldsSettings } from '../worlds/served-worlds.ts';

interface Options extends Omit<WorldsSettings, 'serviceOf' | 'newLasting'> {
  readonly logger: Log;
  readonly loopback: boolean;
  readonly loopTime?: LoopTime;
  readonly wallNowMs?: () => number;
  readonly newLasting?: WorldsSettings['newLasting'];
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
  newLasting = () => ({}),
  ...settings
}: Options): OtherWorlds {
  const made: ServedWorlds[] = [];
  const of = (root: Service) => {
    const serviceOf: WorldsSettings['serviceOf'] = (world, lasting, ended) =>
      createApp(world, {
        logger,
        loopback,
        ended,
        ofProcess: root.tokens,
        unknownMembers: root.unknownMembers,
        requireMemory: () => worlds.requireMemory(),
        ...lasting,
        ...(loopTime && { loopTime }),
        ...(wallNowMs && { wallNowMs }),
      }).service;
    const worlds = new ServedWorlds(root, { ...settings, newLasting, serviceOf });
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
