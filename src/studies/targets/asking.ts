// Collects what targets need to know of each setting of a grid, before the first run.

import type { Scenario } from '../../../sim/index.ts';
import { commonMeaning, type Meaning, meaningOf } from '../meaning.ts';
import type { TargetQuestion } from './answer.ts';
import { foundPart, KnownPartNames } from './part-names.ts';
import type { Target } from './target.ts';
import { type CostBy, costOf, unpriced } from './variant-cost.ts';

export class Asking {
  readonly #targets: readonly Target[];
  readonly #by: CostBy;
  #meaning: Meaning | undefined;
  readonly #hasParts: boolean;
  readonly #names = new KnownPartNames();
  readonly #costs: number[] = [];
  readonly #parts: (readonly (string | undefined)[])[] = [];
  /** Equal lists of names are kept once. */
  readonly #known = new Map<string, readonly (string | undefined)[]>();

  constructor(targets: readonly Target[], by: CostBy) {
    this.#targets = targets;
    this.#by = by;
    this.#hasParts = targets.some(isOfPart);
  }

  /** Reads the scenario of the next setting. Returns what is wrong with it, one sentence each. */
  read(scenario: Scenario): string[] {
    const problems: string[] = [];
    this.#costs.push(costOf(scenario, this.#by));
    this.#meaning = commonMeaning(this.#meaning, meaningOf(scenario));
    if (this.#by === 'price') {
      const free = unpriced(scenario);
      if (free.length > 0) {
        problems.push(
          `--cheapest price needs a pricePerHour of each instance type; ${free.join(', ')} has none`,
        );
      }
    }
    const names = this.#hasParts ? this.#names.of(scenario) : undefined;
    const parts = this.#targets.map((target) => {
      if (!isOfPart(target)) return undefined;
      const found = foundPart(target.part, names!);
      if (found.ok) return found.name;
      problems.push(`--target ${target.text}: ${found.why}`);
      return undefined;
    });
    const key = JSON.stringify(parts);
    if (!this.#known.has(key)) this.#known.set(key, parts);
    this.#parts.push(this.#known.get(key)!);
    return problems;
  }

  asked(): TargetQuestion {
    return {
      targets: this.#targets,
      by: this.#by,
      costs: this.#costs,
      unit: this.#meaning?.unit ?? 'GPU',
      parts: this.#parts,
    };
  }
}

function isOfPart({ part }: Target): boolean {
  return Object.keys(part).length > 0;
}
