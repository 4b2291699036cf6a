// Pairs of requests: an HTTP fault, and a call that it may fail. Random faults alone would seldom meet a call.

import fc from 'fast-check';
import type { Entrance } from './interface.ts';
import { type Request, requestsFor } from './request.ts';

const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Members of an HTTP fault. Some contradict each other, and the fault is refused. */
const members = fc.record({
  executed: fc.boolean(),
  connection: sometimes(fc.constantFrom('reset', 'cut', 'slow')),
  status: sometimes(fc.constantFrom(200, 202, 429, 500, 503)),
  body: sometimes(fc.constantFrom<unknown>('a text', { statusCode: 502 }, [])),
  headers: sometimes(fc.constantFrom({ 'Retry-After': '5' }, { 'content-type': 'text/html' }, {})),
  chance: sometimes(fc.constantFrom(0.3, 0.9, 1)),
  seed: sometimes(fc.nat(9)),
  times: sometimes(fc.integer({ min: 1, max: 3 })),
  workspace: fc.option(fc.constantFrom('team-blue', 'team-green'), { nil: undefined, freq: 1 }),
  delayMs: fc.constantFrom(1, 2),
});

/** @param names query parameters of all entrances */
export function faultyCalls(
  entrances: readonly Entrance[],
  names: readonly string[],
): fc.Arbitrary<readonly [Request, Request]> {
  const creation = entrances.find(
    ({ operation, method }) => operation === 'createFault' && method === 'POST',
  )!;
  return fc.constantFrom(...entrances).chain((entrance) =>
    fc.tuple(members, requestsFor(entrance, names)).map(([drawn, call]) => {
      const value = JSON.parse(JSON.stringify({ kind: 'http', operation: entrance.operation, ...drawn }));
      const fault: Request = {
        entrance: creation,
        isAimed: true,
        method: 'POST',
        path: [creation.path],
        query: [],
        body: { kind: 'json', value },
        actor: { kind: 'owner' },
        headers: {},
      };
      return [fault, call] as const;
    }),
  );
}
