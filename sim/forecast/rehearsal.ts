// A request inserted into a copy of the world, which the engine then runs until it starts: the answer under any rules.

import { type Candidate, flagsOf } from '../admission/candidates.ts';
import { demandOf } from '../admission/create.ts';
import { NEVER } from '../base/time.ts';
import { NO_HOOKS } from '../kernel/hooks.ts';
import { create } from '../kernel/lifecycle.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import { indexOf } from '../tables/gpr.ts';
import { Forecast, type Reach, type Victim, Watch } from './forecast.ts';

/** No GPR has this uid. */
const PROSPECT_UID = 2 ** 48;

export class Rehearsal {
  readonly forecast: Forecast;
  readonly #watch: Watch;
  readonly #place: number;
  readonly #untilMs: number;

  /**
   * @param blind a forecast that nobody has run, which stays as it is
   * @param reach pools that bear on the answer
   * @param untilMs a start after this instant is as good as none
   * @param used a forecast of the same world that is over: its memory is used again
   */
  constructor(
    blind: Forecast,
    workspace: number,
    request: CreateGpr,
    { pool, classes }: Candidate,
    reach: Reach,
    untilMs: number,
    used?: Forecast,
  ) {
    this.forecast = new Forecast(blind.world, reach, used);
    this.#untilMs = untilMs;
    const { engine, world } = this.forecast;
    const { core } = world;
    core.hooks = NO_HOOKS;
    engine.openAt(core.now);
    const { gprs } = core;
    const row = gprs.add();
    gprs.uid[row] = PROSPECT_UID;
    gprs.workspace[row] = workspace;
    gprs.pool[row] = pool;
    gprs.demand[row] = demandOf(world, request, classes);
    gprs.priority[row] = request.priority;
    gprs.flags[row] = flagsOf(request);
    gprs.memoryGb[row] = 0;
    gprs.exitLeftMs[row] = request.exitMs;
    gprs.runLeftMs[row] = NEVER;
    gprs.idleAfterMs[row] = NEVER;
    gprs.idleTimeOutMs[row] = 0;
    create(core, row);
    this.#place = indexOf(row);
    this.#watch = new Watch(core);
    this.#watch.ask(core, row);
    this.forecast.watch(this.#watch);
  }

  /** Goes on with at most so many instants; true when it is over. */
  run(instants = Infinity): boolean {
    const { engine } = this.forecast;
    const { core } = engine;
    if (core.isOpen) engine.close();
    for (let left = instants; left > 0; left--) {
      const at = this.#watch.left > 0 ? core.nextAt() : NEVER;
      if (at === NEVER || at > this.#untilMs) return true;
      engine.runTo(at);
    }
    return this.#watch.left === 0;
  }

  /** NEVER = none is known. */
  get startMs(): number {
    return this.#watch.startAt[this.#place];
  }

  /** The GPRs that the request itself evicts when it starts. */
  get victims(): readonly Victim[] {
    return this.startMs === NEVER ? [] : this.#watch.victims;
  }
}
