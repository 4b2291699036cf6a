// Runs a case several times with a client of the library.

import type { CaseFile } from '../../src/hunt/faults/cases.ts';
import { repeat } from '../../src/hunt/hunt.ts';
import { INVARIANTS } from '../../src/hunt/judging/invariants.ts';
import type { Run } from '../../src/hunt/worlds/hunt-server.ts';
import type { HuntedWorld } from '../../src/library/gprsim.d.ts';

export function repeated(
  { scenario, step, cases }: CaseFile,
  times: number,
  client: (world: HuntedWorld) => Promise<void>,
): Promise<readonly Run[]> {
  const settings = {
    scenario,
    jobs: 4,
    client: async (world: HuntedWorld) => {
      const failure = await client(world).then(() => '', String);
      return { why: failure === '' ? undefined : ('exit' as const), failure, output: '', handedOver: [] };
    },
    pace: { stepMs: step, callsMax: 1_000 },
    limitMs: 60_000,
    invariants: INVARIANTS,
    signal: new AbortController().signal,
    onRun: () => {},
  };
  return repeat(
    settings,
    Array.from({ length: times }, () => cases[0]!),
  );
}
