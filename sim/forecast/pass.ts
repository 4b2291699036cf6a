// One pass over everybody who waits in some pools: the start of each, if nothing else happens.

import { NEVER } from '../base/time.ts';
import { State } from '../facts/numbered.ts';
import type { Engine } from '../kernel/engine.ts';
import { indexOf, ROW } from '../tables/gpr.ts';
import type { World } from '../world.ts';
import { Forecast, type Reach, Watch } from './forecast.ts';

/** Made of the world as it is, and worked off on what it has kept of it: the world may go on meanwhile. */
export interface Pass {
  readonly isDone: boolean;
  /** Goes on with at most so many instants; true when it is done. */
  run(instants?: number): boolean;
  /** The next start of the GPR in a row: NEVER = none can be foreseen, −1 = before it starts, its placement moves elsewhere. */
  startOf(row: number): number;
}

/** The engine on a copy, which knows every rule. Without a reach, of all pools. */
export class EnginePass implements Pass {
  /** undefined when it is done: its memory is given back. */
  #engine: Engine | undefined;
  readonly #watch: Watch;

  constructor(world: World, reach?: Reach) {
    const forecast = new Forecast(world, reach);
    const { core } = forecast.world;
    const { gprs } = core;
    const watch = new Watch(core);
    for (let row = 0; row < gprs.used; row += ROW) {
      if (gprs.state[row] !== State.queued) continue;
      if (reach === undefined || reach[gprs.pool[row]] !== 0) watch.ask(core, row);
    }
    forecast.watch(watch);
    this.#watch = watch;
    this.#engine = forecast.engine;
  }

  get isDone(): boolean {
    return this.#engine === undefined;
  }

  run(instants = Infinity): boolean {
    for (let left = instants; left > 0 && this.#engine !== undefined; left--) {
      const { core } = this.#engine;
      const at = core.isOpen ? core.now : core.nextAt();
      if (this.#watch.left === 0 || at === NEVER) this.#engine = undefined;
      else this.#engine.runTo(at);
    }
    return this.isDone;
  }

  startOf(row: number): number {
    return this.#watch.startAt[indexOf(row)];
  }
}
