import type { Keys } from '../world.ts';
import type { Turns } from './turns.ts';

/** Keys are not part of a turn: the rollback of a turn must not undo a change of the keys. */
export function keysBetweenTurns(keys: Keys, turns: Turns): Keys {
  return {
    // The secret is read or created here, before the first turn.
    secret: keys.secret,
    byValue: (apiKey) => keys.byValue(apiKey),
    byId: (id) => keys.byId(id),
    list: () => keys.list(),
    create: (key) => {
      turns.commit();
      return keys.create(key);
    },
    remove: (apiKey) => {
      turns.commit();
      return keys.remove(apiKey);
    },
  };
}
