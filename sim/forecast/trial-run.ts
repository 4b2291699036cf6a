// A request inserted into a copy of the world, which the engine then runs until it starts: the answer under any rules.

import type { Candidate } from '../admission/candidates.ts';
import { createIn } from '../admission/create.ts';
import { NEVER } from '../base/time.ts';
import { NO_HOOKS } from '../kernel/hooks.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import { indexOf } from '../tables/gpr.ts';
import type { World } from '../world.ts';
import { BlindCopy, type Reach, type Spare, type Victim, Watch } from './copy.ts';
import { EnginePass } from './pass.ts';

/** No GPR has this uid. */
const TRIAL_UID = 2 ** 48;

export interface Tried {
  readonly workspace: number;
  readonly request: CreateGpr;
  /** Only the earliest start of all candidates is wanted: later ones may be NEVER. */
  readonly firstOnly?: boolean;
}

interface Outcome {
  readonly startMs: number;
  readonly victims: readonly Victim[];
}

/** Trial runs of one request in several candidates, all from the world as it was at the time of asking. */
export class TrialRuns {
  readonly #tried: Tried;
  readonly #spare: Spare;
  /** The world at the time of asking: it is not run. */
  readonly #asked: BlindCopy;
  #run: TrialRun | undefined;
  /** The copy of the last run, whose memory is used again. */
  #used: BlindCopy | undefined;
  #earliestMs = NEVER;
  /** Pools that bear on starts by eviction. */
  readonly #evicting: Reach;
  #evicts = false;

  constructor(world: World, tried: Tried, spare: Spare) {
    this.#tried = tried;
    this.#spare = spare;
    this.#asked = new BlindCopy(world, undefined, spare.take());
    this.#evicting = new Uint8Array(world.core.pools.length);
  }

  /** The world that victims are to be looked up in: as at the time of asking. */
  get world(): World {
    return this.#asked.world;
  }

  /** Goes on with the run of a candidate, by at most so many instants; its outcome when it is over. */
  run(candidate: Candidate, reach: Reach, instants: number): Outcome | undefined {
    this.#run ??= this.#begin(candidate, reach);
    if (!this.#run.run(instants)) return undefined;
    const { copy, startMs, victims } = this.#run;
    this.#used = copy;
    this.#run = undefined;
    this.#earliestMs = Math.min(this.#earliestMs, startMs);
    if (victims.length > 0) {
      this.#evicts = true;
      reach.forEach((isReached, pool) => {
        this.#evicting[pool] |= isReached;
      });
    }
    return { startMs, victims };
  }

  /** After the last run. Victims are looked up in the world at the time of asking: with any, that is kept. */
  end(): void {
    this.#spare.give(this.#used!);
    if (!this.#evicts) this.#spare.give(this.#asked);
  }

  /** The pass, as at the time of asking, over those who waited where the request evicts somebody. */
  passOfVictims(): EnginePass {
    return new EnginePass(this.world, this.#evicting);
  }

  #begin(candidate: Candidate, reach: Reach): TrialRun {
    const copy = new BlindCopy(this.world, reach, this.#used ?? this.#spare.take());
    return new TrialRun(copy, this.#tried, candidate, this.#tried.firstOnly ? this.#earliestMs : NEVER);
  }
}

class TrialRun {
  readonly copy: BlindCopy;
  readonly #watch: Watch;
  readonly #place: number;
  readonly #untilMs: number;

  /** @param untilMs a start after this instant is as good as none */
  constructor(copy: BlindCopy, { workspace, request }: Tried, candidate: Candidate, untilMs: number) {
    this.copy = copy;
    this.#untilMs = untilMs;
    const { engine, world } = copy;
    const { core } = world;
    core.hooks = NO_HOOKS;
    engine.openAt(core.now);
    const row = createIn(world, candidate, workspace, request, TRIAL_UID);
    this.#place = indexOf(row);
    this.#watch = new Watch(core);
    this.#watch.ask(core, row);
    copy.watch(this.#watch);
  }

  /** Goes on with at most so many instants; true when it is over. */
  run(instants: number): boolean {
    const { engine } = this.copy;
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
