// The answer to targets: which variants reach each, and the cheapest that reach all.

import type { Unit } from '../../wire/text/unit.ts';
import type { Figures } from '../figure-catalogue.ts';
import type { Grid } from '../grid.ts';
import { SettingsWork } from '../settings-work.ts';
import { MEASURES } from './measures.ts';
import {
  type Counts,
  countsOf,
  type NotStarted,
  notStartedOf,
  type Reached,
  reachedBy,
  sampleOf,
  type Verdict,
} from './reached.ts';
import type { Target } from './target.ts';
import type { CostBy } from './variant-cost.ts';

/** What the targets need to know of the settings of a grid. */
export interface TargetQuestion {
  readonly targets: readonly Target[];
  readonly by: CostBy;
  readonly unit: Unit;
  /** By setting. */
  readonly costs: readonly number[];
  /** By setting, then by target: the name of the part; undefined for the whole world. */
  readonly parts: readonly (readonly (string | undefined)[])[];
}

export interface TargetAnswer extends TargetQuestion {
  readonly work: SettingsWork;
  /** By target, then by variant. */
  readonly reached: readonly (readonly Reached[])[];
  /** By target, then by variant; undefined for a target that counts GPRs without a start. */
  readonly notStarted: readonly (readonly NotStarted[] | undefined)[];
  /** Indexes of the variants that reach all targets at the lowest cost, without those that do so for less work. */
  readonly cheapest: readonly number[];
  /** Of those that reach all targets for less work, the cheapest, if they cost less than `cheapest`. */
  readonly forLessWork: readonly number[];
}

/** Collects the samples of all runs, variant by variant. */
export class Answering {
  readonly #asked: TargetQuestion;
  readonly #grid: Grid;
  readonly #isDrawn: boolean;
  readonly #work: SettingsWork;
  /** By target, then by variant. */
  readonly #reached: readonly Reached[][];
  readonly #notStarted: readonly (NotStarted[] | undefined)[];
  /** By target: the samples of the next variant so far. */
  #samples: (number | null)[][];
  #counts: Counts[][];

  /** @param isDrawn whether seeds change figures */
  constructor(asked: TargetQuestion, grid: Grid, isDrawn: boolean, work: SettingsWork = new SettingsWork()) {
    this.#asked = asked;
    this.#grid = grid;
    this.#isDrawn = isDrawn;
    this.#work = work;
    this.#reached = asked.targets.map(() => []);
    this.#notStarted = asked.targets.map(({ measure }) =>
      MEASURES[measure].ignoresUnstarted === true ? [] : undefined,
    );
    this.#samples = asked.targets.map(() => []);
    this.#counts = asked.targets.map(() => []);
  }

  /** Adds the next run in the order of the grid. */
  add(figures: Figures): void {
    const { targets, parts } = this.#asked;
    const variant = this.#reached[0].length;
    const setting = this.#grid.settingOf(variant);
    const ofSetting = parts[setting];
    for (const [t, target] of targets.entries()) {
      this.#samples[t].push(sampleOf(target, ofSetting[t], figures));
      if (this.#notStarted[t] !== undefined) this.#counts[t].push(countsOf(target, ofSetting[t], figures));
    }
    if (this.#samples[0].length < this.#grid.seeds.length) return;
    for (const [t, target] of targets.entries()) {
      const reached = reachedBy(target, ofSetting[t], this.#samples[t], this.#isDrawn);
      const isForLess = reached.reached === 'yes' && this.#work.isLess(setting);
      this.#reached[t].push(isForLess ? { ...reached, reached: 'yes for less work' } : reached);
      this.#notStarted[t]?.push(notStartedOf(this.#counts[t]));
    }
    this.#samples = targets.map(() => []);
    this.#counts = targets.map(() => []);
  }

  /** The answer after all runs. */
  answer(): TargetAnswer {
    const { costs } = this.#asked;
    const reached = this.#reached;
    const costOf = (variant: number) => costs[this.#grid.settingOf(variant)];
    const cheapestWith = (verdict: Verdict) => {
      const sure = [...reached[0].keys()].filter((i) =>
        reached.every((ofTarget) => ofTarget[i].reached === verdict),
      );
      const lowest = sure.reduce((least, i) => Math.min(least, costOf(i)), Number.POSITIVE_INFINITY);
      return sure.filter((i) => costOf(i) === lowest);
    };
    const cheapest = cheapestWith('yes');
    const forLessWork = cheapestWith('yes for less work');
    const isCheaper = cheapest.length === 0 || costOf(forLessWork[0]) < costOf(cheapest[0]);
    return {
      ...this.#asked,
      work: this.#work,
      reached,
      notStarted: this.#notStarted,
      cheapest,
      forLessWork: isCheaper ? forLessWork : [],
    };
  }
}
