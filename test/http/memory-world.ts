// A world without a file: the simulator behind the driver's interface, standing still until it is advanced.

import { randomUUID } from 'node:crypto';
import { type FactRun, type Scenario, Simulation } from '../../sim/index.ts';
import type { Advance, ApiKey, Clock, Keys, World } from '../../src/driver/world.ts';

export const scenario: Scenario = {
  name: 'http-test',
  start: '2026-01-05T08:00:00Z',
  seed: 7,
  scheduler: { queue: 'strict', placement: 'best-fit', workspaceLimit: 1, provisioningDelayMs: 0 },
  promiseEveryMs: null,
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
  workspaces: ['red', 'blue'].map((name) => ({
    name,
    clusters: ['worker-1'],
    namespaces: [name],
    username: name,
    email: `${name}@example.com`,
  })),
  workload: [],
  failures: { nodeMtbfMs: null, nodeRepairMs: 3_600_000, provisioningMicro: 0 },
};

export function memoryWorld(from: Scenario = scenario): World {
  let simulation = new Simulation(from);
  let branch = 1;
  let runs: FactRun[] = [];
  const listeners = new Set<() => void>();
  let mode: Clock['mode'] = 'paused';
  let speed = 60;
  const took = () => {
    const run = simulation.takeFacts();
    if (run.count === 0) return 0;
    runs.push(run);
    for (const listener of listeners) listener();
    return run.count;
  };
  took();
  const clock = (): Clock => ({ ...simulation.clock(), mode, speed, branch });
  return {
    scenario: from,
    read: {
      gpr: (id) => simulation.gpr(id),
      gprsOf: (name) => simulation.gprsOf(name),
      workspace: (name) => simulation.workspace(name),
      workspaces: () => simulation.workspaces(),
      clusters: () => simulation.clusters(),
      nodes: () => simulation.nodes(),
      pools: () => simulation.pools(),
      estimate: (id) => simulation.estimate(id),
      explain: (id) => {
        const told = simulation.explain(id);
        return told && { ...told, history: [{ atMs: 0, what: 'created' }] };
      },
      factsAfter: (seq, limit) =>
        runs
          .flatMap((run) => simulation.viewFacts(run))
          .filter((fact) => fact.seq > seq)
          .slice(0, limit),
      countStates: () => simulation.countStates(),
    } as World['read'],
    clock,
    setClock(setting) {
      mode = setting.mode ?? mode;
      speed = setting.speed ?? speed;
      return clock();
    },
    async submit(command) {
      simulation.openAt(simulation.nowMs);
      const checked = simulation.check(command);
      if (!checked.ok) return checked;
      const outcome = simulation.apply(checked.command);
      took();
      return { ok: true, outcome, nowMs: simulation.nowMs };
    },
    async advance(request: Advance) {
      if ('byMs' in request) simulation.runTo(simulation.nowMs + request.byMs);
      else if ('toMs' in request) simulation.runTo(request.toMs);
      else return { ok: false, why: 'is not reached' };
      return { ok: true, clock: clock(), facts: took() };
    },
    async reset() {
      simulation = new Simulation(from);
      runs = [];
      branch++;
      took();
      return clock();
    },
    onFacts(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keys: memoryKeys(),
  };
}

export function memoryKeys(): Keys {
  const keys = new Map<string, ApiKey>();
  return {
    create(key) {
      const made = {
        ...key,
        id: randomUUID(),
        apiKey: randomUUID(),
        saName: `sa-${key.role}`,
        tokenTtlSeconds: 900,
      };
      keys.set(made.apiKey, made);
      return made;
    },
    byValue: (apiKey) => keys.get(apiKey),
    byId: (id) => [...keys.values()].find((key) => key.id === id),
    list: () => [...keys.values()],
    remove: (apiKey) => keys.delete(apiKey),
    secret: new Uint8Array(32).fill(7),
  };
}
