// Compares alternatives in many futures, which are drawn from what has been seen. Each future runs with the changes of an alternative
// and without them; what is drawn is the same in both.

import { type Drawn, EVENTS_MAX, type Known, type Simulation, TIME_MAX_MS } from '../../../sim/index.ts';
import { eachFigure, type FutureFigures } from '../../wire/run-figures.ts';
import type { LikelyDifferences } from '../differing.ts';
import { copyInSlices } from '../forked.ts';
import {
  type Change,
  ChangeRefused,
  FuturesRefused,
  type FutureWorld,
  type ManyFuturesQuestion,
} from '../world.ts';
import { type Entry, Future } from './future.ts';
import type { PairView } from './gpr-pairs.ts';
import { LikelyEffects, spreadOf } from './likely-effects.ts';
import { type Compared, compare, LONGEST_MS, type Rest } from './two-futures.ts';

interface Asked extends Pick<ManyFuturesQuestion, 'samples' | 'alternatives' | 'untilMs'> {
  /** Knows what a scheduler knows. */
  readonly base: Simulation;
  readonly known: Known;
  /** The world of a copy, which changes enter. */
  readonly worldOf: (copy: Simulation) => FutureWorld;
  readonly rest: Rest;
}

/** @throws FuturesRefused */
export async function manyFutures(asked: Asked): Promise<Omit<LikelyDifferences, 'branch' | 'seq'>> {
  const { base, known, samples, alternatives } = asked;
  const pairs = new Pairs(asked);
  const effects = alternatives.map(({ name }) => new LikelyEffects(name, base));
  let untilMs = base.nowMs;
  for (const [i, { changes }] of alternatives.entries()) {
    const moved: PairView[] = [];
    const direct = await pairs.compared('scheduler', changes, asked.untilMs, (pair) => moved.push(pair));
    effects[i].direct(moved, direct.untilMs);
    untilMs = Math.max(untilMs, direct.untilMs);
  }
  // Arrivals let GPRs start and end later than if nothing else happens.
  if (asked.untilMs === undefined)
    untilMs = Math.min(2 * untilMs - base.nowMs, base.nowMs + LONGEST_MS, TIME_MAX_MS);
  const without: FutureFigures[] = [];
  for (let number = 0; number < samples; number++) {
    for (const [i, { changes }] of alternatives.entries()) {
      const { counts, waitMs, figures, isRefused } = await pairs.compared(
        { known, number },
        changes,
        untilMs,
        (pair) => effects[i].pair(pair, untilMs),
      );
      effects[i].future({ counts, waitMs, figures, isRefused });
      if (i === 0) without.push(figures.without);
    }
  }
  return {
    atMs: base.nowMs,
    untilMs,
    samples,
    seen: { lives: known.lives.length, arrivals: known.arrivals.length },
    without: eachFigure((name) => spreadOf(without.map((figures) => figures[name]))),
    alternatives: effects.map((effect) => effect.answer(samples)),
  };
}

/** Runs pairs of futures, as many as one answer may have. */
class Pairs {
  readonly #asked: Asked;
  /** Of the pairs so far. Each copy of a GPR counts as an event: it takes about as long. */
  #events = 0;
  #simulatedMs = 0;
  #done = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /**
   * A drawn future may refuse a change: the node to take down has failed, for example. It goes on without it.
   * @param untilMs as in `compare` @throws FuturesRefused; ChangeRefused if it is refused although nothing else happens
   */
  async compared(
    knowing: 'scheduler' | Drawn,
    changes: readonly Change[],
    untilMs: number | undefined,
    onPair: (pair: PairView) => void,
  ): Promise<Compared & { readonly isRefused: boolean }> {
    const { base, worldOf } = this.#asked;
    const { nowMs } = base;
    const rest = this.#rest;
    const copying = () => rest({ nowMs, events: 0 });
    const copy = () => copyInSlices(base, knowing, copying);
    const futures = [await copy(), await copy()] as const;
    let isRefused = false;
    const goOn = () => {
      isRefused = true;
    };
    const entries = entriesOf(changes, worldOf(futures[1]), knowing === 'scheduler' ? undefined : goOn);
    const compared = await compare([new Future(futures[0], []), new Future(futures[1], entries)], {
      untilMs,
      leastMs: changes.at(-1)?.atMs ?? nowMs,
      withFirstDifference: false,
      charts: undefined,
      onPair,
      rest,
    });
    for (const { events } of futures) this.#events += events - base.events + base.views.openGprsMax;
    this.#simulatedMs += compared.untilMs - nowMs;
    this.#done++;
    return { ...compared, isRefused };
  }

  readonly #rest: Rest = async ({ nowMs, events }) => {
    const all = this.#events + events;
    if (all > EVENTS_MAX) throw new FuturesRefused(this.#asked.base.views.openGprsMax, this.#done);
    await this.#asked.rest({ nowMs: nowMs + this.#simulatedMs, events: all });
  };
}

/** The changes, which enter a future. @param onRefused undefined: a refusal is thrown */
export function entriesOf(changes: readonly Change[], world: FutureWorld, onRefused?: () => void): Entry[] {
  return changes.map(({ atMs, enter }) => ({
    atMs,
    async enter(trial) {
      trial.openAt(atMs);
      try {
        await enter(world);
      } catch (error) {
        if (onRefused === undefined || !(error instanceof ChangeRefused)) throw error;
        onRefused();
      }
    },
  }));
}
