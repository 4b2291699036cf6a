// What makes one world of a hunt hard for its client: each call takes simulated time, and faults happen by a plan.

import { type HttpFault, plainFault } from '../../api/frame/operation/http-fault.ts';
import type { Call, FaultDraws } from '../../api/frame/operation/http-faults.ts';
import { CALL_FAULTS, type CallFault, type Fault } from '../faults/faults.ts';
import type { FaultPlan } from '../faults/plan.ts';
import type { MeddledWorld } from './meddled-world.ts';
import { happen } from './world-faults.ts';

export interface Pace {
  /** Simulated ms that each call takes. */
  readonly stepMs: number;
  readonly callsMax: number;
}

/** Decides the faults of a world. The world must be paused: then its time is a function of its calls. */
export class Meddler implements FaultDraws {
  /** What happened to the client, in order; `times` counts the calls that met it. */
  readonly used: Fault[] = [];
  /** The operations that were called, with the number of calls. */
  readonly reached = new Map<string, number>();
  readonly #plan: FaultPlan;
  readonly #pace: Pace;
  readonly #world: MeddledWorld;
  readonly #onEndless: () => void;
  /** By operation: the fault that the next calls meet, and how many. */
  readonly #outages = new Map<string, { readonly index: number; left: number }>();
  #passing: Promise<void> = Promise.resolve();
  #calls = 0;

  /** @param onEndless called when there are more calls than `callsMax` */
  constructor(plan: FaultPlan, pace: Pace, world: MeddledWorld, onEndless: () => void) {
    this.#plan = plan;
    this.#pace = pace;
    this.#world = world;
    this.#onEndless = onEndless;
  }

  /** Lets the faults of the world happen that are due, and time pass. Calls that come together take turns. */
  readonly onCall = (): Promise<void> => {
    this.#passing = this.#passing.then(() => this.#pass());
    return this.#passing;
  };

  async #pass(): Promise<void> {
    if (++this.#calls > this.#pace.callsMax) return this.#onEndless();
    for (const fault of this.#plan.ofWorld(this.#world.nowMs(), this.#calls)) {
      if (await happen(fault, this.#world)) this.used.push(fault);
    }
    await this.#world.advance(this.#pace.stepMs);
  }

  draw({ operation, key, isOfService }: Call): HttpFault | undefined {
    if (!isOfService && operation !== 'authenticate') return undefined;
    const number = (this.reached.get(operation) ?? 0) + 1;
    this.reached.set(operation, number);
    const fault = this.#callFault(operation, number);
    if (fault === undefined) return undefined;
    return {
      ...plainFault,
      ...CALL_FAULTS[fault.fault],
      operation,
      key,
      nth: number,
      faultId: fault.fault,
      calls: number,
      happened: 1,
    };
  }

  report(): void {}

  #callFault(operation: string, number: number): CallFault | undefined {
    const outage = this.#outages.get(operation);
    if (outage !== undefined && outage.left > 0) {
      outage.left--;
      const before = this.used[outage.index] as CallFault;
      const longer = { ...before, times: before.times + 1 };
      this.used[outage.index] = longer;
      return longer;
    }
    const fault = this.#plan.ofCall(operation, number);
    if (fault === undefined) return undefined;
    this.#outages.set(operation, { index: this.used.length, left: fault.times - 1 });
    this.used.push({ ...fault, times: 1 });
    return fault;
  }
}
