// The scenario that `gprsim init` writes: small, with comments for the members that users change most.

import { BACKFILL_ORDERS, ORDER_POLICIES, PLACEMENT_POLICIES, QUEUE_POLICIES } from '../../sim/index.ts';

/** @param file its path, quoted for a shell if necessary */
export function starterScenario(file: string): string {
  return `// A gprsim scenario: JSON with comments. Run it, or serve it:
//   gprsim run ${file}
//   gprsim serve ${file} --db :memory: --speed 60
// A world in a file (--db FILE) keeps the scenario that it was created with.
{
  // To get completion and checks in an editor, write the JSON Schema and refer to it:
  //   gprsim scenarios --schema > scenario.schema.json
  // "$schema": "./scenario.schema.json",

  "name": "first",
  // Start of simulated time; "now" is the current time.
  "start": "2026-01-05T08:00:00Z",
  // Seed of all random draws: the same seed gives the same run.
  "seed": 1,

  "scheduler": {
    // The queue policy decides which GPRs start. It looks at them in the order of the queue:
    // ${lines(QUEUE_POLICIES)}
    "queue": "backfill",
    // The placement policy decides which nodes a GPR gets:
    // ${lines(PLACEMENT_POLICIES)}
    "placement": "best-fit",
    // The order of the queue:
    // ${lines(ORDER_POLICIES)}
    "order": "priority",
    // The order of the GPRs behind a blocked one:
    // ${lines(BACKFILL_ORDERS)}
    "backfillOrder": "same",
    // How many GPRs of a workspace may hold GPUs at the same time: 1, or "none" for no limit.
    "workspaceLimit": 1,
    // How long provisioning takes: the time between the assignment of GPUs and the state Successful.
    "provisioningDelay": "20s"
  },

  // Types of nodes: GPUs of a node, memory of each GPU in GB, and the price of a node per hour.
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

  // Clusters and their nodes.
  "clusters": [{ "name": "east", "region": "eu-1", "nodes": [{ "instanceType": "a100-8", "count": 4 }] }],

  // Workspaces request GPUs. A policy limits their requests.
  "workspaces": [
    { "name": "research", "clusters": ["east"] },
    {
      "name": "product",
      "clusters": ["east"],
      "policy": { "maxGPRs": 20, "maxExitDurationPerGPR": "1d" }
    }
  ],

  // The simulated requests. For a world with only your own requests, leave this list empty.
  "workload": [
    {
      // 200 random GPRs, one every five minutes on average. Without a count they never end.
      "kind": "generated",
      "count": 200,
      "interArrival": { "mean": "5m" },
      // The number of workspaces to add for them, or a list of names such as ["research", "product"].
      "workspaces": 30,
      // Weights of the priority bands 1-100, 101-200 and 201-300.
      "priority": { "low": 70, "medium": 20, "high": 10 },
      // GPUs per node, and nodes: each GPR draws one of these values.
      "gpus": [1, 2, 4, 8],
      "nodes": [1],
      // The requested time, and the share of it that the GPR uses.
      "exitDuration": { "from": "10m", "to": "1h15m" },
      "runtimeShare": { "from": 0.5, "to": 1 },
      // Share of GPRs that may evict others, and share that queue again after an eviction or a failure.
      "evicts": 0.1,
      "requeues": 0.8
    },
    {
      // Single events at given times after the start.
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
        // A node is its index in the cluster, counted from 0, or its name.
        { "at": "+1h", "nodeDown": { "cluster": "east", "node": 2, "repairAfter": "30m" } }
      ]
    }
  ],

  // Random failures. "nodeMtbf": mean time between failures of a node. "provisioning": probability from 0 to 1.
  "failures": { "nodeMtbf": "30d", "nodeRepair": "1h", "provisioning": 0.01 }

  // More members: "recordEstimatesEvery", "keepEnded", "durations", "faults". Workloads can also come from recorded traces.
}
`;
}

function lines(policies: readonly { readonly name: string; readonly summary: string }[]): string {
  return policies.map(({ name, summary }) => `"${name}" ${summary}`).join('\n    // ');
}
