// Random sequences: the settings of a world, and the steps that are played on it.

import fc from 'fast-check';
import { queueOrders } from '../support/arbitrary-orders.ts';
import { weighted } from '../support/draws.ts';
import { faultyCalls } from './faulty-calls.ts';
import type { Entrance } from './interface.ts';
import { type Request, requestsFor } from './request.ts';
import type { Setting } from './scenario.ts';

export type Step =
  /** Several requests are sent concurrently. */
  | { readonly kind: 'ask'; readonly requests: readonly Request[] }
  /** Real time passes, so that keys and tokens can expire. */
  | { readonly kind: 'wait'; readonly wallMs: number };

export interface Sequence {
  readonly setting: Setting;
  readonly steps: readonly Step[];
}

/** Weights of operations; `usual` for the others. */
const often: Readonly<Record<string, number>> = {
  createGpr: 80,
  createGprTemplate: 20,
  createGprTemplateBinding: 20,
  createInferenceEndpoint: 40,
  createWorkloadTemplate: 20,
  createWorkloadPlacement: 60,
  updateWorkloadPlacement: 25,
  updateGpr: 35,
  updateWorkloadTemplate: 20,
  advanceClock: 60,
  takeNodeDown: 20,
  bringNodeUp: 20,
  setGprActivity: 25,
  createWorkspace: 15,
  createApiKey: 15,
  createFault: 8,
  updateWorkspacePolicy: 5,
  streamFacts: 5,
  streamClock: 5,
  readTogether: 5,
  deleteWorkspace: 4,
  importWorld: 3,
  resetWorld: 2,
  createWorld: 20,
  deleteWorld: 20,
};
const usual = 10;

const minuteMs = 60_000;

const settings: fc.Arbitrary<Setting> = fc.record({
  seed: fc.nat(999_999),
  queue: fc.constantFrom('strict', 'greedy', 'backfill'),
  placement: fc.constantFrom('best-fit', 'first-fit', 'worst-fit'),
  ...queueOrders,
  workspaceLimit: fc.constantFrom<Setting['workspaceLimit']>(1, 1, 'none'),
  provisioningDelayMs: fc.constantFrom(0, 20_000, 90_000),
  keepEnded: fc.constantFrom(2, 50),
  recordsEstimates: fc.boolean(),
  failures: fc.boolean(),
  works: fc.boolean(),
  isServed: fc.constantFrom(true, false, false, false),
});

export function sequences(entrances: readonly Entrance[], length: number): fc.Arbitrary<Sequence> {
  const names = [...new Set(entrances.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
  const request = fc.oneof(
    ...entrances.map((entrance) => ({
      weight: often[entrance.operation] ?? usual,
      arbitrary: requestsFor(entrance, names),
    })),
  );
  const ask = (one: Request): Step => ({ kind: 'ask', requests: [one] });
  const step = weighted(
    [60, request.map(ask)],
    [
      2,
      fc.array(request, { minLength: 2, maxLength: 4 }).map((requests): Step => ({ kind: 'ask', requests })),
    ],
    [
      1,
      fc
        .constantFrom(minuteMs, 16 * minuteMs, 1500 * minuteMs)
        .map((wallMs): Step => ({ kind: 'wait', wallMs })),
    ],
  );
  const oneOrTwo = weighted(
    [20, step.map((one) => [one])],
    [1, faultyCalls(entrances, names).map((pair) => pair.map(ask))],
  );
  const steps = fc.array(oneOrTwo, { minLength: length, maxLength: length }).map((all) => all.flat());
  return fc.record({ setting: settings, steps });
}
