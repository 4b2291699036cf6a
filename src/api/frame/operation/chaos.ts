// --chaos: HTTP faults that are drawn from a seed for each call.

import { CallNumbers, drawsOf } from './drawn-calls.ts';
import { type HttpFault, type HttpFaultSpec, plainFault } from './http-fault.ts';
import type { Call, FaultDraws } from './http-faults.ts';

export interface ChaosSettings {
  /** An integer from 0 to 2^53 − 1. */
  readonly seed: number;
  /** The probability that a call fails, above 0 and up to 1. */
  readonly rate: number;
}

/** What a call can meet, each with the same probability. */
const mixture: readonly Partial<HttpFaultSpec>[] = [
  { status: 500 },
  { status: 503, headers: { 'Retry-After': '1' } },
  { connection: 'reset' },
  { executed: true, status: 500 },
  { executed: true, connection: 'reset' },
  { executed: true, connection: 'cut' },
  { executed: true, connection: 'slow', delayMs: 200 },
];

/** The id of all faults of chaos: a number would depend on the order of the calls of several keys. */
const chaosId = 'chaos';

export class Chaos implements FaultDraws {
  readonly #settings: ChaosSettings;
  readonly #onFault: (body: object) => void;
  readonly #numbers = new CallNumbers();

  /** @param onFault gets the body of `POST /sim/faults` that repeats the fault */
  constructor(settings: ChaosSettings, onFault: (body: object) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
  }

  draw(call: Call): HttpFault | undefined {
    if (!call.isOfService) return undefined;
    const numbered = this.#numbers.next(call.operation, call.key);
    const [whether, which] = drawsOf(this.#settings.seed, numbered);
    if (whether >= this.#settings.rate) return undefined;
    const { operation, key, number } = numbered;
    const what = mixture[Math.floor(which * mixture.length)]!;
    return {
      ...plainFault,
      ...what,
      operation,
      key,
      nth: number,
      faultId: chaosId,
      calls: number,
      happened: 1,
    };
  }

  report({ faultId: _, calls: __, happened: ___, operation, ...others }: HttpFault): void {
    const given = Object.entries(others).filter(
      ([name, value]) => value !== (plainFault as Record<string, unknown>)[name],
    );
    this.#onFault({ kind: 'http', operation, ...Object.fromEntries(given) });
  }
}
