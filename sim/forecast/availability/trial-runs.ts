// A trial run: the request is inserted into a copy of the world, and the engine runs the copy until the request starts.

import type { Candidate } from '../../admission/candidates.ts';
import { createIn } from '../../admission/create.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { NO_HOOKS } from '../../kernel/hooks.ts';
import { indexOf } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { BlindCopy, type Reach, type Spare, type Watch } from '../copies/copy.ts';
import { EnginePass } from '../copies/pass.ts';
import type { Prospect, QueryInput } from './timeline-starts.ts';

interface TrialRun {
  readonly copy: BlindCopy;
  readonly row: number;
  readonly watch: Watch;
}

/** Trial runs of one request, one for each candidate. All begin with the world as it was when the query was made. */
export class TrialRuns {
  readonly #input: QueryInput;
  readonly #spare: Spare;
  /** The world when the query was made; it never runs. */
  readonly #start: BlindCopy;
  #run: TrialRun | undefined;
  #used: BlindCopy | undefined;
  #earliestMs = NEVER;
  /** The pools simulated by the runs in which the request evicts. */
  readonly #evicting: Reach;

  constructor(world: World, input: QueryInput, spare: Spare) {
    this.#input = input;
    this.#spare = spare;
    this.#start = new BlindCopy(world, undefined, spare.take());
    this.#evicting = new Uint8Array(world.core.pools.length);
  }

  /** The world when the query was made, in which callers look up victims. */
  get world(): World {
    return this.#start.world;
  }

  /** Continues the run of a candidate by at most `instants`. Returns its prospect when the run is over, else undefined. */
  run(candidate: Candidate, reach: Reach, instants: number): Prospect | undefined {
    this.#run ??= this.#begin(candidate, reach);
    const { copy, row, watch } = this.#run;
    if (!copy.run(watch, instants, this.#input.firstOnly ? this.#earliestMs : NEVER)) return undefined;
    this.#used = copy;
    this.#run = undefined;
    const startMs = watch.startAt[indexOf(row)];
    const victims = startMs === NEVER ? [] : watch.victims;
    if (startMs < this.#earliestMs) this.#earliestMs = startMs;
    if (victims.length > 0)
      for (const [pool, isReached] of reach.entries()) this.#evicting[pool] |= isReached;
    return { pool: candidate.pool, startMs, victims };
  }

  /** Releases the copies after the last run. If a run has victims, the copy in which callers look them up is kept. */
  end(): void {
    this.#spare.give(this.#used!);
    if (!this.#evicting.includes(1)) this.#spare.give(this.#start);
  }

  /** A pass over the GPRs that waited in the pools of runs with victims, from the world when the query was made. */
  passOfVictims(): EnginePass {
    return new EnginePass(this.world, this.#evicting);
  }

  #begin(candidate: Candidate, reach: Reach): TrialRun {
    return begun(new BlindCopy(this.world, reach, this.#used ?? this.#spare.take()), candidate, this.#input);
  }
}

/** Inserts a request into a copy of the world, as a GPR of one of its pools. */
export function begun(
  copy: BlindCopy,
  candidate: Candidate,
  { workspace, request, uid }: QueryInput,
): TrialRun {
  const { engine, world } = copy;
  world.core.hooks = NO_HOOKS;
  engine.openAt(world.core.now);
  const row = createIn(world, candidate, workspace, request, uid);
  const watch = copy.watch([row]);
  engine.afterArrival();
  return { copy, row, watch };
}
