// A drawn fork is the future of its number: what-ifs and likely starts are about the same futures.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { finish } from '../../../../sim/base/pending.ts';
import { NEVER, Seen, Simulation } from '../../../../sim/index.ts';
import { property } from '../../../support/property.ts';
import { generated, SECOND, scenarioOf } from '../../../support/scenario.ts';

const SAMPLES = 10;
const HORIZON_MS = 20_000 * SECOND;

property(
  'GPRs start in the drawn forks when they start in the futures of likely starts',
  40,
  fc.record({ seed: fc.nat(), queue: fc.constantFrom('strict', 'greedy', 'backfill'), atS: fc.nat(9_000) }),
  ({ seed, queue, atS }) => {
    const simulation = new Simulation({
      ...scenarioOf({
        nodes: 3,
        scheduler: { queue, provisioningDelayMs: 5 * SECOND },
        failures: { nodeMtbfMs: 7_200 * SECOND, provisioningMicro: 50_000 },
        workload: [
          generated({
            count: null,
            interArrivalMeanMs: 120 * SECOND,
            gpus: [1, 8],
            evictsMilli: 300,
            requeuesMilli: 500,
            idleMilli: 200,
            runtimeShareMilli: { from: 200, to: 1_000 },
          }),
        ],
      }),
      seed,
    });
    const seen = new Seen(8 * 3_600 * SECOND);
    simulation.runTo(atS * SECOND);
    seen.follow(simulation.takeFacts());
    const horizonMs = simulation.nowMs + HORIZON_MS;
    const sampling = simulation.sampledStarts(seen, SAMPLES, horizonMs);
    const starts = finish(sampling).map(({ uid, startMs }) => [simulation.gprId(uid), [...startMs]]);

    const known = seen.now(simulation.nowMs);
    const base = simulation.fork('scheduler');
    const forks = Array.from({ length: SAMPLES }, (_, number) => {
      const fork = base.fork({ known, number });
      const first = new Map<string, number>();
      fork.runTo(horizonMs);
      for (const { kind, atMs, gprId } of fork.viewFacts(fork.takeFacts()) as readonly {
        kind: string;
        atMs: number;
        gprId: string;
      }[])
        if (kind === 'gpr.provisioning' && !first.has(gprId)) first.set(gprId, atMs);
      return first;
    });
    const ofForks = starts.map(([gprId]) => [
      gprId,
      forks.map((first) => first.get(gprId as string) ?? NEVER).sort((a, b) => a - b),
    ]);
    assert.deepEqual(ofForks, starts);
  },
);
