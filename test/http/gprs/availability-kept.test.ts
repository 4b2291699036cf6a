// An availability forecast comes true: in any state of the world, the same GPR, created next, starts at the forecast instant
// and evicts the forecast GPRs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Scenario } from '../../../sim/index.ts';
import { weighted } from '../../support/draws.ts';
import { asyncProperty } from '../../support/property.ts';
import { type Caller, Client } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const workspaces = ['a', 'b', 'c', 'd', 'e', 'f'];
const clusters = ['worker-1', 'worker-2'];

const crowded: Scenario = {
  ...scenario,
  scheduler: { ...scenario.scheduler, provisioningDelayMs: 20_000 },
  workspaces: workspaces.map((name) => ({ ...scenario.workspaces[0]!, name, clusters })),
};

const gpr = fc.record({
  sliceName: fc.constantFrom(...workspaces),
  clusterName: fc.constantFrom(...clusters),
  numberOfGPUs: fc.integer({ min: 1, max: 8 }),
  numberOfGPUNodes: fc.integer({ min: 1, max: 2 }),
  priority: fc.integer({ min: 1, max: 300 }),
  exitDuration: fc.integer({ min: 1, max: 120 }).map((minutes) => `${minutes}m`),
  enableEviction: fc.constantFrom(true, false, null),
  requeueOnFailure: fc.boolean(),
});
/** A request that can often evict GPRs. */
const eager = fc.tuple(gpr, fc.integer({ min: 0, max: 299 })).map(([asked, more]) => ({
  ...asked,
  priority: Math.min(300, asked.priority + more),
  enableEviction: asked.enableEviction !== false,
}));
const action = weighted([3, gpr], [1, fc.integer({ min: 0, max: 900 }).map((seconds) => `${seconds}s`)]);

interface Fact {
  readonly kind: string;
  readonly at: string;
  readonly gprId?: string;
  readonly reason?: string;
  readonly culprit?: string | null;
}

async function create(owner: Caller, asked: object): Promise<string> {
  const { instanceType, gpuModelName: gpuShape } = scenario.instanceTypes[0]!;
  const body = { gprName: 'work', instanceType, gpuShape, memoryPerGPU: 40, ...asked };
  return (await owner.post('/api/v1/gpr', body)).gprId;
}

async function factsAfter(owner: Caller, seq: number): Promise<Fact[]> {
  return (await owner.get(`/sim/facts?after=${seq}&limit=1000`)).facts;
}

const seen = { evicting: 0, waiting: 0 };

asyncProperty(
  'a GPR starts at the forecast instant and evicts the forecast GPRs',
  200,
  fc.tuple(fc.array(action, { minLength: 4, maxLength: 16 }), eager),
  async ([actions, asked]) => {
    const owner = await new Client(memoryWorld(crowded)).as('Owner');
    for (const taken of actions) {
      if (typeof taken === 'string') await owner.advance(taken);
      else await create(owner, taken);
    }
    const { clusterName, requeueOnFailure: _, ...rest } = asked;
    const { items } = await owner.post('/api/v1/gpr/gpu-availability', {
      ...rest,
      requestName: 'work',
      preferredClusters: [clusterName],
      enableAutoClusterSelection: false,
      enableAutoGpuSelection: true,
      memoryPerGpu: 40,
    });
    const [{ expectedStartTime, evictableGPRs }] = items;
    const { seq } = await owner.get('/sim/clock');
    const gprId = await create(owner, asked);
    const { estimatedStartTime } = await owner.get(`/api/v1/gpr?gprId=${gprId}`);
    assert.equal(estimatedStartTime, expectedStartTime);
    await owner.post('/sim/clock/advance', { to: expectedStartTime });

    const facts = await factsAfter(owner, seq);
    const start = facts.findIndex((fact) => fact.kind === 'gpr.provisioning' && fact.gprId === gprId);
    assert.equal(facts[start]?.at, expectedStartTime);
    const evicted = facts
      .slice(0, start)
      .filter(({ reason, culprit }) => reason === 'eviction' && culprit === gprId)
      .map((fact) => fact.gprId);
    const forecast = evictableGPRs.map(({ requestId }: { requestId: string }) => requestId);
    assert.deepEqual(forecast.toSorted(), evicted.toSorted());
    if (evicted.length > 0) seen.evicting++;
    if (facts[start]!.at !== facts[0]!.at) seen.waiting++;
  },
);

test('the runs contain evictions and waits', () => {
  assert.ok(seen.evicting > 0 && seen.waiting > 0, JSON.stringify(seen));
});
