import assert from 'node:assert/strict';
import { scenarioOf } from '../../src/scenario/load.ts';

/** The clock for `"start": "now"`. */
export const now = () => Date.parse('2027-03-04T05:06:07.890Z');

// biome-ignore lint/suspicious/noExplicitAny: files are damaged on purpose
export type Json = any;

/** Returns a scenario file that uses every member. */
export function example(): Json {
  return {
    name: 'example',
    instanceTypes: [
      {
        instanceType: 'small',
        gpuModelName: 'T4',
        gpuCount: 2,
        memoryGb: 15,
        cpuMilli: 8000,
        memoryMib: 30720,
      },
      {
        instanceType: 'large',
        gpuModelName: 'A100',
        gpuCount: 8,
        memoryGb: 40,
        cpuMilli: 96000,
        memoryMib: 696320,
        pricePerHour: '29.39',
      },
      {
        instanceType: 'large',
        gpuModelName: 'H100',
        gpuCount: 8,
        memoryGb: 80,
        cpuMilli: 96000,
        memoryMib: 696320,
      },
    ],
    clusters: [
      {
        name: 'east',
        cloudProvider: 'gcp',
        region: 'r1',
        nodes: [
          { instanceType: 'small', count: 2 },
          { instanceType: 'large', gpuModelName: 'A100', count: 1 },
        ],
      },
      { name: 'west', nodes: [{ instanceType: 'large', gpuModelName: 'H100', count: 3 }] },
    ],
    workspaces: [
      { name: 'red', clusters: ['east'] },
      {
        name: 'blue',
        clusters: ['east', 'west'],
        namespaces: ['b'],
        username: 'bob',
        email: 'bob@example.com',
        policy: {},
      },
    ],
    workload: [
      {
        kind: 'generated',
        count: 10,
        interArrival: { mean: '3m' },
        workspaces: ['red', 'blue'],
        gpus: [1, 8],
        nodes: [1, 3],
        exitDuration: { from: '10m', to: '8h' },
      },
      {
        kind: 'script',
        steps: [
          { at: '+20m', nodeDown: { cluster: 'east', node: 2, repairAfter: '30m' } },
          { at: '+5m', gpr: scriptGpr(), runtime: '30m' },
          { at: '+50m', nodeUp: { cluster: 'east', node: 'east-small-0' } },
        ],
      },
    ],
    failures: { nodeMtbf: '30d', provisioning: 0.01 },
    durations: { imagePull: '0s', helmStep: '2m' },
    faults: [
      { kind: 'image', workspace: 'red', cluster: 'east', endpoint: 'chat', times: 2 },
      { kind: 'step', placement: 'web', step: 'install', message: 'no such chart' },
      { kind: 'provisioning', gprId: 'gpr-7c29e338-ebda' },
    ],
  };
}

export function scriptGpr(): Json {
  return {
    gprName: 'train',
    sliceName: 'blue',
    clusterName: 'west',
    instanceType: 'large',
    gpuShape: 'h100',
    numberOfGPUs: 4,
    numberOfGPUNodes: 2,
    priority: 150,
    exitDuration: '1h',
  };
}

/** Returns the problems of the example after a change, as `path message`. */
export function problemsAfter(change: (file: Json) => void): string[] {
  const file = example();
  change(file);
  const loaded = scenarioOf(file, 'example.json', { now });
  return loaded.ok ? [] : loaded.problems.map(({ path, message }) => `${path} ${message}`);
}

/** Returns the scenario that is built from the example after a change. */
export function built(change: (file: Json) => void = () => {}) {
  const file = example();
  change(file);
  const loaded = scenarioOf(file, 'example.json', { now });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return loaded.scenario;
}
