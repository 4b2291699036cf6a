// Worlds for the HTTP tests: a driver with a database in memory and a paused clock.

import { after } from 'node:test';
import type { Scenario } from '../../sim/index.ts';
import type { Driver } from '../../src/driver/driver.ts';
import type { World } from '../../src/driver/world.ts';
import { ownPolicies } from '../../src/modules/given.ts';
import { opened } from '../driver/world.ts';
import { DURATIONS } from '../support/scenario.ts';

export const scenario: Scenario = {
  name: 'http-test',
  start: '2026-01-05T08:00:00Z',
  seed: 7,
  scheduler: {
    queue: 'strict',
    placement: 'best-fit',
    order: 'priority',
    backfillOrder: 'same',
    workspaceLimit: 1,
    provisioningDelayMs: 0,
    cycle: 'instant',
    halfLifeMs: 7 * 86_400_000,
  },
  recordEstimatesEveryMs: null,
  keepEnded: 100,
  instanceTypes: [
    {
      instanceType: 'a2-highgpu-8g',
      gpuModelName: 'NVIDIA-A100-SXM4-40GB',
      gpuCount: 8,
      memoryGb: 40,
      cpuMilli: 96_000,
      memoryMib: 696_320,
      pricePerHourMicro: 29_390_000,
    },
  ],
  clusters: ['worker-1', 'worker-2'].map((name) => ({
    name,
    cloudProvider: 'gcp',
    cloud: 'gcp',
    region: 'us-central1',
    nodes: [{ instanceType: 'a2-highgpu-8g', gpuModelName: 'NVIDIA-A100-SXM4-40GB', count: 2 }],
    onePool: false,
  })),
  writtenPools: [],
  arrivalRateMilli: 1000,
  workspaces: ['red', 'blue'].map((name) => ({
    name,
    clusters: ['worker-1'],
    namespaces: [name],
    username: name,
    email: `${name}@example.com`,
  })),
  workload: [],
  failures: { nodeMtbfMs: null, nodeRepairMs: 3_600_000, provisioningMicro: 0 },
  durations: DURATIONS,
  faults: [],
};

/** A world that closes after the test. */
export function memoryWorld(from: Scenario = scenario): World {
  const driver = openMemoryWorld(from);
  after(() => driver.close());
  return driver;
}

/** A world that the caller closes. */
export function openMemoryWorld(from: Scenario = scenario): Driver {
  return opened(':memory:', from, { speed: 60, ownPolicies });
}

/** An object with other methods. */
export function replaced<T extends object>(of: T, changes: Partial<T>): T {
  return new Proxy(of, {
    get(_, name) {
      const member = changes[name as keyof T] ?? of[name as keyof T];
      return typeof member === 'function' ? member.bind(of) : member;
    },
  });
}

export const altered = replaced<World>;
