// Draws that depend only on a seed and on the number of draws so far.

import { Dice, scale } from '../../sim/index.ts';

export class Random {
  readonly #dice: Dice;
  readonly #entity: number;
  #drawn = 0;

  /** @param entity separates the draws of one purpose from those of another */
  constructor(seed: number, entity: number) {
    this.#dice = new Dice(seed, 77);
    this.#entity = entity;
  }

  /** Returns an integer from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return scale(this.#dice.draw(this.#entity, this.#drawn++), from, to);
  }

  /** Returns true in `percent` of 100 draws. */
  chance(percent: number): boolean {
    return this.int(0, 99) < percent;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)];
  }
}
