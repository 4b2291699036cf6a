import type { Turns } from './turns.ts';
import type { Keys } from './world.ts';

/** Keys are no part of a turn: what is written of them must not be undone with one. */
export function keysBetweenTurns(keys: Keys, turns: Turns): Keys {
  return {
    // Read, or made, before there is a turn.
    secret: keys.secret,
    byValue: (apiKey) => keys.byValue(apiKey),
    byId: (id) => keys.byId(id),
    list: () => keys.list(),
    create: (key) => {
      turns.end();
      return keys.create(key);
    },
    remove: (apiKey) => {
      turns.end();
      return keys.remove(apiKey);
    },
  };
}
