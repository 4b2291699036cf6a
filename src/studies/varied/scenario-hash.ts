// A hash over scenarios. The rows of a trace, which many settings share, are read once.

import { createHash, hash } from 'node:crypto';
import type { Scenario } from '../../../sim/index.ts';

/** Longer lists are hashed apart. */
const SHORT_MAX = 1_000;

export class ScenarioHash {
  readonly #hash = createHash('sha256');
  readonly #known = new WeakMap<readonly unknown[], string>();

  add(scenario: Scenario): void {
    this.#hash.update(`${this.#textOf(scenario)}\n`);
  }

  /** Adds a text that is not in the scenarios. */
  addText(text: string): void {
    this.#hash.update(text);
  }

  /** SHA-256 as 64 hex digits. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  #textOf(value: unknown): string {
    return JSON.stringify(value, (_, inner) => {
      if (!Array.isArray(inner) || inner.length <= SHORT_MAX || inner === value) return inner;
      let digest = this.#known.get(inner);
      if (digest === undefined) {
        digest = hash('sha256', this.#textOf(inner));
        this.#known.set(inner, digest);
      }
      return { length: inner.length, digest };
    });
  }
}
