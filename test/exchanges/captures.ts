// Captures values of answers, and inserts them for `{name}` in later steps.

import { isObject, takerOf } from './match.ts';

export class Captures {
  readonly #values = new Map<string, unknown>();

  /** Captures the value at `path` (`data.items[0].gprId`) of an answer's body. */
  keep(name: string, path: string, body: unknown): void {
    let value = body;
    for (const key of path.split(/[.[\]]+/).filter((part) => part !== '')) {
      value =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
    }
    if (value === undefined)
      throw new Error(`cannot capture {${name}}: there is no ${path} in ${JSON.stringify(body)}`);
    this.#values.set(name, value);
  }

  /** Captures the values that are `{name}` in `expected` and have no value yet. */
  bind(expected: unknown, actual: unknown): void {
    const name = typeof expected === 'string' && /^\{([a-zA-Z]\w*)\}$/.exec(expected)?.[1];
    if (name && !this.#values.has(name)) this.#values.set(name, actual);
    if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
      return;
    for (const [key, member] of Object.entries(expected))
      this.bind(member, (actual as typeof expected)[key as never]);
  }

  /** `value` with every `{name}` replaced. A string that is only `{name}` becomes the value itself. */
  fill(value: unknown): unknown {
    if (typeof value === 'string') return this.#fillText(value);
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    // Braces in a regular expression are not names.
    if (!isObject(value) || takerOf(value) === '$regex') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.fill(member)]));
  }

  text(value: string): string {
    return String(this.#fillText(value));
  }

  #fillText(text: string): unknown {
    const whole = /^\{([a-zA-Z]\w*)\}$/.exec(text);
    if (whole !== null) return this.#value(whole[1]!);
    return text.replace(/\{([a-zA-Z]\w*)\}/g, (_, name: string) => String(this.#value(name)));
  }

  #value(name: string): unknown {
    if (!this.#values.has(name)) throw new Error(`{${name}} is not captured`);
    return this.#values.get(name);
  }
}
