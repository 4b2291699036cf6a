// A hash over scenarios. The rows of a trace, which many settings share, are read once.

import { createHash, hash } from 'node:crypto';
import type { Scenario } from '../../../sim/index.ts';

/** Longer lists are hashed apart. */
const SHORT_MAX = 1_000;

export class ScenarioHash {
  readonly #hash = createHash('sha256');
  readonly #known = new WeakMap<readonly unknown[], string>();

  /** Adds a scenario; returns a digest of it alone, which differs from those of all other scenarios. */
  add(scenario: Scenario): string {
    const text = this.#textOf(scenario);
    this.#hash.update(`${text}\n`);
    return hash('sha256', text, 'base64');
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
        digest = createHash('sha256').update(this.#textOf(inner)).digest('hex');
        this.#known.set(inner, digest);
      }
      return { length: inner.length, digest };
    });
  }
}
