// Counts the answers by entrance and status.

import { type Entrance, nameOf } from './interface.ts';

export class Tally {
  requests = 0;
  /** Entrance → status → number of answers, for requests that were aimed at the entrance and met no fault. */
  readonly #answers: Map<string, Map<number, number>> = new Map();

  constructor(entrances: readonly Entrance[]) {
    for (const entrance of entrances) this.#answers.set(nameOf(entrance), new Map());
  }

  count(entrance: Entrance, status: number): void {
    const answers = this.#answers.get(nameOf(entrance))!;
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }

  /** Entrances without a success or without a refusal. */
  untried(): string[] {
    return [...this.#answers]
      .filter(([, answers]) => {
        const statuses = [...answers.keys()];
        return ![2, 4].every((hundred) => statuses.some((status) => Math.floor(status / 100) === hundred));
      })
      .map(([name]) => name);
  }
}
