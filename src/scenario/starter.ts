// The scenario that `gprsim init` writes: a small one, with a comment at everything that one would want to change.

import { PLACEMENT_POLICIES, QUEUE_POLICIES } from '../../sim/index.ts';

/** @param file what it is called, as a shell takes it */
export function starterScenario(file: string): string {
  return `// A scenario of gprsim: JSON with comments. Run it, or serve it:
//   gprsim run ${file}
//   gprsim serve ${file} --db :memory: --speed 60
// A world that is kept in a file (--db FILE) keeps the scenario that it began with, too.
{
  // An editor completes and checks this file when it knows the schema:
  //   gprsim scenarios --schema > scenario.schema.json
  // "$schema": "./scenario.schema.json",

  "name": "first",
  // Simulated time begins here; "now" takes the clock of the machine.
  "start": "2026-01-05T08:00:00Z",
  // Everything that is drawn is drawn from it: the same seed, the same run.
  "seed": 1,

  "scheduler": {
    // Which GPRs start, by priority and then by age:
    // ${lines(QUEUE_POLICIES)}
    "queue": "backfill",
    // Which nodes a GPR gets:
    // ${lines(PLACEMENT_POLICIES)}
    "placement": "best-fit",
    // GPRs with GPUs that a workspace has at a time: 1, or "none" for no limit.
    "workspaceLimit": 1,
    // From getting GPUs to having them.
    "provisioningDelay": "20s"
  },

  // Kinds of machines: GPUs of a node, their memory in GB, and what a node costs an hour.
  "instanceTypes": [
    {
      "instanceType": "a100-8",
      "gpuModelName": "A100",
      "gpuCount": 8,
      "memoryGb": 80,
      "cpuMilli": 96000,
      "memoryMib": 696320,
      "pricePerHour": "29.39"
    }
  ],

  // How many of them stand where.
  "clusters": [{ "name": "east", "region": "eu-1", "nodes": [{ "instanceType": "a100-8", "count": 4 }] }],

  // Who asks for GPUs, and what they may ask for.
  "workspaces": [
    { "name": "research", "clusters": ["east"] },
    {
      "name": "product",
      "clusters": ["east"],
      "policy": { "maxGPRs": 20, "maxExitDurationPerGPR": "1d" }
    }
  ],

  // What they ask for by themselves. Leave the list empty to have the clusters for your own requests.
  "workload": [
    {
      // GPRs that are drawn: 200 of them, one every five minutes in the mean. Without a count they never end.
      "kind": "generated",
      "count": 200,
      "interArrival": { "mean": "5m" },
      // As many of their own, or a list of names such as ["research", "product"].
      "workspaces": 30,
      // Weights of the bands 1-100, 101-200 and 201-300.
      "priority": { "low": 70, "medium": 20, "high": 10 },
      // GPUs on each node, and nodes: any of these.
      "gpus": [1, 2, 4, 8],
      "nodes": [1],
      // The time that is asked for, and the part of it that is used.
      "exitDuration": { "from": "10m", "to": "4h" },
      "runtimeShare": { "from": 0.5, "to": 1 },
      // Shares of those that may evict others, and that queue again after an eviction or a failure.
      "evicts": 0.1,
      "requeues": 0.8
    },
    {
      // Single events at their instants.
      "kind": "script",
      "steps": [
        {
          "at": "+30m",
          "gpr": {
            "gprName": "train",
            "sliceName": "research",
            "clusterName": "east",
            "instanceType": "a100-8",
            "numberOfGPUNodes": 2,
            "numberOfGPUs": 8,
            "priority": 250,
            "exitDuration": "2h"
          }
        },
        // Nodes are counted from 0.
        { "at": "+1h", "nodeDown": { "cluster": "east", "node": 2, "repairAfter": "30m" } }
      ]
    }
  ],

  // What fails by chance: "nodeMtbf" is the mean time between a node's failures, "provisioning" a chance from 0 to 1.
  "failures": { "nodeMtbf": "30d", "nodeRepair": "1h", "provisioning": 0.01 }

  // There is more: "recordEstimatesEvery", "keepEnded", "durations", "faults", and workloads from recorded traces.
}
`;
}

/** A comment line for each policy. */
function lines(policies: readonly { readonly name: string; readonly summary: string }[]): string {
  return policies.map(({ name, summary }) => `"${name}" ${summary}`).join('\n    // ');
}
