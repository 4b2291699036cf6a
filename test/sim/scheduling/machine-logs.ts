// Random logs of a machine with interchangeable processors.

import fc from 'fast-check';
import type { Scenario } from '../../../sim/index.ts';
import { cluster, instanceType, nodeGroup, SECOND, scenarioOf } from '../../support/scenario.ts';

export interface Job {
  readonly arrivalMs: number;
  readonly gpusPerNode: number;
  readonly exitMs: number;
  readonly runMs: number;
}

export interface Log {
  readonly processors: number;
  /** In order of arrival. */
  readonly jobs: readonly Job[];
  readonly cycle: 'instant' | 'event';
}

const MACHINE = 'machine';

const seconds = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((count) => count * SECOND);

export const logs: fc.Arbitrary<Log> = fc.integer({ min: 2, max: 16 }).chain((processors) =>
  fc.record({
    processors: fc.constant(processors),
    cycle: fc.constantFrom('instant' as const, 'event' as const),
    jobs: fc
      .array(
        fc
          .record({
            arrivalMs: seconds(0, 40),
            gpusPerNode: fc.integer({ min: 1, max: processors }),
            exitMs: seconds(1, 20),
            runMs: seconds(1, 20),
          })
          .map((job) => ({ ...job, runMs: Math.min(job.runMs, job.exitMs) })),
        { minLength: 1, maxLength: 60, size: 'max' },
      )
      .map((jobs) => jobs.toSorted((a, b) => a.arrivalMs - b.arrivalMs)),
  }),
);

export function machine({ processors, jobs, cycle }: Log, queue: string): Scenario {
  return scenarioOf({
    instanceTypes: [instanceType(MACHINE, processors)],
    clusters: [{ ...cluster(MACHINE, [nodeGroup(MACHINE, 1)], true), capacity: 'processors' }],
    scheduler: { queue, cycle, workspaceLimit: 'none' },
    workload: [
      {
        kind: 'trace',
        format: 'test',
        cluster: MACHINE,
        workspaces: ['user'],
        gprs: jobs.map((job) => ({
          ...job,
          workspace: 0,
          priority: 100,
          nodeCount: 1,
          gpuModels: [],
        })),
      },
    ],
  });
}
