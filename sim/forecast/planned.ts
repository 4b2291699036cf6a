// The planned future: the attempts of the forecast, with their nodes and lanes. The engine runs a copy of the world without
// hidden knowledge, and a fork of the history reads the facts of the copy.

import { NEVER } from '../base/numbers/time.ts';
import type { PendingAnswer } from '../base/pending.ts';
import type { History } from '../followers/history/history.ts';
import type { World } from '../world.ts';
import { BlindCopy } from './copies/copy.ts';

/**
 * The history that follows if nothing unforeseen happens, up to an instant. Its first attempts are those that run now.
 * @param history of the world; may lack facts that the log still has
 */
export function plannedHistory(world: World, history: History, untilMs: number): PendingAnswer<History> {
  const planned = history.fork();
  planned.seq = history.seq;
  planned.follow(world.core.facts.peek());
  const { core, engine } = copyOf(world);
  const { facts } = core;
  planned.seq = facts.seq;
  facts.muted = false;
  return {
    run(instants) {
      for (let left = instants; left > 0; left--) {
        const at = core.isOpen ? core.now : core.nextAt();
        if (at === NEVER || at > untilMs) return true;
        engine.runTo(at);
        planned.follow(facts.peek());
        facts.drop();
      }
      return false;
    },
    answer: () => planned,
  };
}

/** A copy whose hooks move bursting GPRs as in a pass over all queued GPRs. */
function copyOf(world: World) {
  const copy = new BlindCopy(world);
  copy.watch(copy.world.core.gprs.queued());
  return { core: copy.world.core, engine: copy.engine };
}
