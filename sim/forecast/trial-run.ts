// A request inserted into a copy of the world, which the engine then runs until it starts: the answer under any rules.

import type { Candidate } from '../admission/candidates.ts';
import { createIn } from '../admission/create.ts';
import { NEVER } from '../base/time.ts';
import { NO_HOOKS } from '../kernel/hooks.ts';
import { indexOf } from '../tables/gpr.ts';
import type { World } from '../world.ts';
import type { Asked, Prospect } from './answer.ts';
import { BlindCopy, type Reach, type Spare, type Watch } from './copy.ts';
import { EnginePass } from './pass.ts';

/** No GPR has this uid. */
const TRIAL_UID = 2 ** 48;

interface TrialRun {
  readonly copy: BlindCopy;
  /** Row of the request. */
  readonly row: number;
  readonly watch: Watch;
}

/** Trial runs of one request in several candidates, all from the world as it was at the time of asking. */
export class TrialRuns {
  readonly #asked: Asked;
  readonly #spare: Spare;
  /** The world at the time of asking: it is not run. */
  readonly #start: BlindCopy;
  #run: TrialRun | undefined;
  /** The copy of the last run, whose memory is used again. */
  #used: BlindCopy | undefined;
  #earliestMs = NEVER;
  /** Pools that bear on starts by eviction. */
  readonly #evicting: Reach;

  constructor(world: World, asked: Asked, spare: Spare) {
    this.#asked = asked;
    this.#spare = spare;
    this.#start = new BlindCopy(world, undefined, spare.take());
    this.#evicting = new Uint8Array(world.core.pools.length);
  }

  /** The world that victims are to be looked up in: as at the time of asking. */
  get world(): World {
    return this.#start.world;
  }

  /** Goes on with the run of a candidate, by at most so many instants; its prospect when it is over. */
  run(candidate: Candidate, reach: Reach, instants: number): Prospect | undefined {
    this.#run ??= this.#begin(candidate, reach);
    const { copy, row, watch } = this.#run;
    if (!copy.run(watch, instants, this.#asked.firstOnly ? this.#earliestMs : NEVER)) return undefined;
    this.#used = copy;
    this.#run = undefined;
    const startMs = watch.startAt[indexOf(row)];
    const victims = startMs === NEVER ? [] : watch.victims;
    if (startMs < this.#earliestMs) this.#earliestMs = startMs;
    if (victims.length > 0)
      for (const [pool, isReached] of reach.entries()) this.#evicting[pool] |= isReached;
    return { pool: candidate.pool, startMs, victims };
  }

  /** After the last run. Victims are looked up in the world at the time of asking: with any, that is kept. */
  end(): void {
    this.#spare.give(this.#used!);
    if (!this.#evicting.includes(1)) this.#spare.give(this.#start);
  }

  /** The pass, as at the time of asking, over the GPRs that waited in pools where the request evicts. */
  passOfVictims(): EnginePass {
    return new EnginePass(this.world, this.#evicting);
  }

  #begin(candidate: Candidate, reach: Reach): TrialRun {
    const { workspace, request } = this.#asked;
    const copy = new BlindCopy(this.world, reach, this.#used ?? this.#spare.take());
    const { engine, world } = copy;
    world.core.hooks = NO_HOOKS;
    engine.openAt(world.core.now);
    const row = createIn(world, candidate, workspace, request, TRIAL_UID);
    return { copy, row, watch: copy.watch([row]) };
  }
}
