// Reads and checks the scenario in a world's file. It is in the engine's form, with all members written out.

import * as v from 'valibot';
import {
  ARRIVAL_RATE_MILLI,
  HOUR_MS,
  HOURS_PER_WEEK,
  type Scenario,
  TIME_MAX_MS,
} from '../../../sim/index.ts';
import { budgetProblems } from '../fields/budget.ts';
import { type Problem, problemsMax, problemsOfIssues, shown } from '../fields/field-problems.ts';
import { limits } from '../fields/size-limits.ts';
import { either, flag, instant, list, members, name, segment, whole } from '../fields/strict-fields.ts';
import { cycle, policies } from '../file/scenario-file.ts';
import { checkStored } from './check-stored.ts';
import { faultSpec, type Of, policyChanges, traceGpr } from './stored-data.ts';
import { anyText, atMs, exitMs, exitMsOrNull, nameOrNull, names, spanMs } from './stored-values.ts';

const instanceType = members({
  instanceType: name(),
  gpuModelName: name(),
  gpuCount: whole(1, limits.processors),
  memoryGb: whole(0, Number.MAX_SAFE_INTEGER),
  cpuMilli: whole(0, limits.cpuMilli),
  memoryMib: whole(0, limits.memoryMib),
  pricePerHourMicro: whole(0, limits.price * 1_000_000),
});

const cluster = members({
  name: segment(),
  cloudProvider: anyText,
  cloud: anyText,
  region: anyText,
  nodes: list(
    members({ instanceType: name(), gpuModelName: name(), count: whole(1, limits.nodes) }),
    0,
    limits.nodeGroups,
  ),
  onePool: flag(),
  capacity: v.exactOptional(v.picklist(['processors', 'shares'])),
});

const workspace = members({
  name: segment(),
  clusters: names,
  namespaces: names,
  username: anyText,
  email: anyText,
  policy: v.exactOptional(policyChanges),
});

const range = (from: number, to: number) => members({ from: whole(from, to), to: whole(from, to) });
const weight = whole(0, limits.weight);
const share = whole(0, 1000);

const poolNames = { cluster: name(), instanceType: name(), gpuModelName: name() };

const job = members({
  gpusPerNode: whole(1, limits.gpusPerNode),
  nodeCount: whole(1, limits.nodes),
  exitMs,
  runMs: exitMs,
  weight: whole(1, limits.jobWeight),
});

const weekly = members({
  startMs: whole(0, HOURS_PER_WEEK * HOUR_MS - 1),
  rates: list(whole(0, (limits.rate * 1000) ** 2), HOURS_PER_WEEK, HOURS_PER_WEEK),
});

const generated = members({
  kind: v.literal('generated'),
  count: either([v.null(), whole(1, limits.gprs)], `a whole number from 1 to ${limits.gprs}, or null`),
  startMs: atMs,
  interArrivalMeanMs: exitMs,
  weekly: either([v.null(), weekly], 'the rates of a week, or null'),
  workspaces: either(
    [whole(1, limits.workspacesMade), list(name(), 1, limits.workspaces)],
    `a whole number from 1 to ${limits.workspacesMade}, or a list of names`,
  ),
  pools: either(
    [
      members({ cluster: nameOrNull, instanceType: nameOrNull }),
      list(members({ ...poolNames, weight: whole(1, limits.weight) }), 1, limits.choices),
    ],
    'a cluster and an instanceType, each a name or null, or a list of pools with weights',
  ),
  priority: members({ low: weight, medium: weight, high: weight }),
  jobs: either([v.null(), list(job, 1, limits.jobs)], `a list of 1 to ${limits.jobs} jobs, or null`),
  gpus: list(whole(1, limits.gpusPerNode), 1, limits.choices),
  nodes: list(whole(1, limits.nodes), 1, limits.choices),
  exitDurationMs: range(1, TIME_MAX_MS),
  runtimeShareMilli: range(0, 1000),
  evictsMilli: share,
  requeuesMilli: share,
  idleMilli: share,
  idleTimeOutMs: exitMs,
});

const trace = members({
  kind: v.literal('trace'),
  format: anyText,
  cluster: name(),
  workspaces: v.exactOptional(list(name(), 1, limits.workspacesMade)),
  arrivals: v.exactOptional(v.literal('shuffled')),
  gprs: list(traceGpr, 0, limits.gprs),
});

/** `checkStored` checks the command of each step by its kind. */
const command = v.pipe(v.any(), v.description('a command'));
const script = members({
  kind: v.literal('script'),
  steps: list(members({ atMs, command, runMs: v.exactOptional(exitMs) }), 0, limits.steps),
});

const workload = v.pipe(
  v.variant('kind', [generated, trace, script], 'must be "generated", "trace" or "script"'),
  v.description('a workload'),
);

const schema = members({
  name: segment(),
  start: instant(),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  scheduler: members({
    ...policies,
    workspaceLimit: either([v.literal(1), v.literal('none')], '1 or "none"'),
    provisioningDelayMs: spanMs,
    cycle,
    halfLifeMs: exitMs,
  }),
  recordEstimatesEveryMs: exitMsOrNull,
  keepEnded: whole(0, limits.keepEnded),
  instanceTypes: list(instanceType, 0, limits.instanceTypes),
  clusters: list(cluster, 0, limits.clusters),
  writtenPools: list(
    members({
      ...poolNames,
      gpuCount: whole(1, limits.gpusPerNode),
      nodes: whole(1, limits.nodes),
    }),
    0,
    limits.nodes,
  ),
  workspaces: list(workspace, 0, limits.workspaces),
  arrivalRateMilli: whole(ARRIVAL_RATE_MILLI.from, ARRIVAL_RATE_MILLI.to),
  workload: list(workload, 0, limits.workloads),
  failures: members({
    nodeMtbfMs: exitMsOrNull,
    nodeRepairMs: spanMs,
    provisioningMicro: whole(0, 1_000_000),
  }),
  durations: members({
    imagePullMs: spanMs,
    imageRetryMs: exitMs,
    helmStepMs: spanMs,
    manifestStepMs: spanMs,
    commandStepMs: spanMs,
  }),
  faults: list(faultSpec, 0, limits.faults),
}) satisfies Of<Scenario>;

/** Of a parsed scenario; checking takes as long as 20 bytes take otherwise. */
const BYTES_PER_CHARACTER = 4;

type StoredScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  /** `isTooLarge`: it is valid otherwise, as far as it was read. */
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly isTooLarge?: true };

/**
 * Reads a stored scenario, or returns its problems.
 * @param most bytes that its world may take; unbounded by default: a world that could be made must open again
 */
export function readStoredScenario(json: string, most = Number.POSITIVE_INFINITY): StoredScenario {
  const textMax = most / BYTES_PER_CHARACTER;
  if (json.length > textMax)
    return tooLarge([
      { path: '', message: `must have at most ${textMax} characters, but has ${json.length}` },
    ]);
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (error) {
    return { ok: false, problems: [{ path: '', message: `is not valid JSON: ${(error as Error).message}` }] };
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return { ok: false, problems: [{ path: '', message: `must be an object, but is ${shown(content)}` }] };
  }
  const parsed = v.safeParse(schema, content);
  if (!parsed.success) return failed(problemsOfIssues(parsed.issues));
  // Not the schema's output, which may order members differently: facts contain hashes of the scenario as it was written.
  const scenario = content as unknown as Scenario;
  const large = most === Number.POSITIVE_INFINITY ? [] : budgetProblems(scenario, most);
  if (large.length > 0) return tooLarge(large);
  const problems = checkStored(scenario);
  return problems.length > 0 ? failed(problems) : { ok: true, scenario };
}

function tooLarge(problems: readonly Problem[]): StoredScenario {
  return { ...failed(problems), isTooLarge: true } as StoredScenario;
}

function failed(problems: readonly Problem[]): StoredScenario {
  return { ok: false, problems: problems.slice(0, problemsMax) };
}
