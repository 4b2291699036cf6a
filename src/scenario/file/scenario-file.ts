// The format of scenario files: allowed values and defaults of each field. `check-file.ts` checks that fields fit together.

import * as v from 'valibot';
import {
  BACKFILL_ORDERS,
  limits,
  NAME_LENGTH_MAX,
  ORDER_POLICIES,
  PLACEMENT_POLICIES,
  QUEUE_POLICIES,
} from '../../../sim/index.ts';
import {
  duration,
  either,
  instant,
  list,
  members,
  must,
  name,
  oneOf,
  price,
  segment,
  share,
  text,
  whole,
} from '../fields/strict-fields.ts';
import { fault } from './fault-entry.ts';
import { workspacePolicy } from './initial-policy.ts';
import { workload } from './workload/workload-entries.ts';

type Named = readonly { readonly name: string }[];

const named = (policies: Named) => oneOf(...policies.map(({ name }) => name));

/** A module has its SHA-256 as its name. Loading checks that it was given. */
const namedOrModule = (policies: Named) => {
  const policy = named(policies);
  const be = `${v.getDescription(policy)}, or "sha256:" and the SHA-256 of a module`;
  const module = v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/, must(be)));
  return either([policy, module], be);
};

/** The policies of a scheduler, by member. */
export const policies = {
  queue: named(QUEUE_POLICIES),
  placement: namedOrModule(PLACEMENT_POLICIES),
  order: namedOrModule(ORDER_POLICIES),
  backfillOrder: namedOrModule(BACKFILL_ORDERS),
} as const;

export const cycle = oneOf('instant', 'event');

const scheduler = members({
  queue: v.optional(policies.queue, 'strict'),
  placement: v.optional(policies.placement, 'best-fit'),
  order: v.optional(policies.order, 'priority'),
  backfillOrder: v.optional(policies.backfillOrder, 'same'),
  cycle: v.optional(cycle, 'instant'),
  halfLife: v.optional(duration(), '7d'),
  workspaceLimit: v.optional(v.picklist([1, 'none'], must('1 or "none"'))),
  provisioningDelay: v.optional(duration({ zero: true }), '0s'),
});

const recordEstimatesEvery = either([v.literal('off'), duration()], 'a duration such as "1m", or "off"');

const instanceType = members({
  instanceType: name(),
  gpuModelName: name(),
  gpuCount: whole(1, limits.gpusPerNode),
  memoryGb: whole(1, limits.gpuMemoryGb),
  cpuMilli: whole(1, limits.cpuMilli),
  memoryMib: whole(1, limits.memoryMib),
  pricePerHour: v.optional(price(limits.price), '0'),
});

const cluster = members({
  name: segment(),
  cloudProvider: v.optional(text(100), ''),
  cloud: v.optional(text(100)),
  region: v.optional(text(100), ''),
  nodes: list(
    members({
      instanceType: name(),
      gpuModelName: v.optional(name()),
      count: whole(1, limits.nodes),
    }),
    0,
    limits.nodeGroups,
  ),
});

const workspace = members({
  name: segment(),
  clusters: list(name(), 1, limits.clusters),
  namespaces: v.optional(list(name(), 0, 1000), []),
  username: v.optional(text(NAME_LENGTH_MAX), 'admin'),
  email: v.optional(text(320), ''),
  policy: v.optional(workspacePolicy, {}),
});

const failures = members({
  nodeMtbf: v.optional(duration()),
  nodeRepair: v.optional(duration({ zero: true }), '1h'),
  provisioning: v.optional(share(1_000_000), 0),
});

/** Durations of image pulls and steps. `imageRetry` must not be zero: a failed pull is never retried at once. */
const durations = members({
  imagePull: v.optional(duration({ zero: true }), '30s'),
  imageRetry: v.optional(duration(), '1m'),
  helmStep: v.optional(duration({ zero: true }), '30s'),
  manifestStep: v.optional(duration({ zero: true }), '5s'),
  commandStep: v.optional(duration({ zero: true }), '10s'),
});

export const scenarioFile = members({
  name: segment(),
  start: v.optional(instant(), '2026-01-01T00:00:00Z'),
  seed: v.optional(whole(0, Number.MAX_SAFE_INTEGER), 1),
  scheduler: v.optional(scheduler, {}),
  recordEstimatesEvery: v.optional(recordEstimatesEvery, 'off'),
  keepEnded: v.optional(whole(0, limits.keepEnded), 10_000),
  instanceTypes: v.optional(list(instanceType, 0, limits.instanceTypes), []),
  clusters: v.optional(list(cluster, 0, limits.clusters), []),
  workspaces: v.optional(list(workspace, 0, limits.workspaces), []),
  workload: v.optional(list(workload, 0, limits.workloads), []),
  failures: v.optional(failures, {}),
  durations: v.optional(durations, {}),
  faults: v.optional(list(fault, 0, limits.faults), []),
  // Editors read the JSON Schema from there; gprsim ignores it.
  $schema: v.optional(text(4096)),
});

/** A valid scenario file with defaults filled in and values in the engine's units. */
export type ScenarioFile = v.InferOutput<typeof scenarioFile>;
