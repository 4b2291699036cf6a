import {
  type GeneratedWorkload,
  Origin,
  type PoolFilter,
  type PoolName,
  type Scenario,
  uidOf,
  type Workload,
} from '../../sim/index.ts';
import { addFault } from './faults.ts';
import { addNode, addPool } from './nodes.ts';
import { setPolicy } from './records.ts';
import { dueAt, type NaiveWorld, type Pool, type Stream, type Typical, typeOf } from './state.ts';
import { planArrival } from './workload.ts';
import { addWorkspace, declareWorkspace } from './workspaces.ts';

export function buildWorld(scenario: Scenario): NaiveWorld {
  const world: NaiveWorld = {
    scenario,
    queue: scenario.scheduler.queue,
    placement: scenario.scheduler.placement,
    order: scenario.scheduler.order,
    backfillOrder: scenario.scheduler.backfillOrder,
    held: [],
    countsFromMs: 0,
    arrived: false,
    firstPlanned: Infinity,
    arrivalRateMilli: scenario.arrivalRateMilli,
    facts: [],
    nowMs: 0,
    round: -1,
    isOpen: false,
    recording: null,
    recordingIsDue: false,
    sequence: 0,
    created: 0,
    commands: 0,
    gprs: [],
    ended: [],
    nodes: [],
    pools: [],
    workspaces: [],
    streams: [],
    changes: [],
    gprTemplates: [],
    bindings: [],
    workloadTemplates: [],
    endpoints: [],
    placements: [],
    faults: [],
    faultsMade: 0,
    overdue: [],
    names: new Map(),
    texts: [],
    forecast: null,
  };
  scenario.clusters.forEach(({ name, onePool, capacity, nodes }, cluster) => {
    const groups = nodes.map(({ instanceType, gpuModelName, count }) => ({
      type: scenario.instanceTypes.findIndex(
        (known) => known.instanceType === instanceType && known.gpuModelName === gpuModelName,
      ),
      count,
    }));
    if (onePool) {
      const types = [...new Set(groups.map(({ type }) => type))];
      const pool = addPool(world, cluster, types, capacity === 'shares');
      if (pool.isShared) pool.typical = typicalOf(world, name, types);
    }
    for (const { type, count } of groups) for (let i = 0; i < count; i++) addNode(world, cluster, type);
  });
  for (const { policy, ...record } of scenario.workspaces) {
    const workspace = declareWorkspace(world, record);
    if (policy !== undefined) setPolicy(world, workspace, policy);
  }
  for (const fault of scenario.faults) addFault(world, fault);
  scenario.workload.forEach((workload, entry) => {
    world.streams.push(streamOf(world, workload, entry));
  });
  for (const stream of world.streams) planArrival(world, stream);
  if (scenario.recordEstimatesEveryMs !== null)
    world.recording = dueAt(world, scenario.recordEstimatesEveryMs);
  return world;
}

function streamOf(world: NaiveWorld, workload: Workload, entry: number): Stream {
  const { scenario, pools } = world;
  const everywhere = scenario.clusters.map(({ name }) => name);
  const stream: Stream = { entry, workload, next: 0, turn: null, place: 0, workspaces: [], pools: [] };
  const own = (name: string) => addWorkspace(world, name, everywhere);
  if (workload.kind === 'generated') {
    stream.pools = pools.map((pool) => offerOf(world, workload, pool));
    const { workspaces } = workload;
    stream.workspaces =
      typeof workspaces === 'number'
        ? Array.from({ length: workspaces }, (_, i) => own(`${scenario.name}-${entry + 1}-${i + 1}`))
        : workspaces.map((name) => world.workspaces.find((known) => known.name === name)!);
  } else if (workload.kind === 'trace') {
    const pool = pools.find(({ cluster }) => scenario.clusters[cluster].name === workload.cluster)!;
    stream.pools = [{ pool, nodes: 0, gpuCount: 0, weight: 0 }];
    const users = workload.workspaces?.map(own);
    stream.workspaces = workload.gprs.map(({ name, workspace }) => users?.[workspace!] ?? own(name!));
    workload.gprs.forEach(({ name }, i) => {
      if (name !== undefined) world.names.set(uidOf(Origin.workload + entry, i), name);
    });
  }
  return stream;
}

/** The most frequent requests of a trace with shares, up to 95 % of all. */
function typicalOf({ scenario }: NaiveWorld, cluster: string, types: readonly number[]): Typical[] {
  const trace = scenario.workload.find((entry) => entry.kind === 'trace' && entry.cluster === cluster);
  if (trace?.kind !== 'trace') return [];
  const requests = trace.gprs.map(({ gpusPerNode: gpus, shape, gpuModels }) => {
    const spec = gpus === 0 ? '' : gpuModels.join('|');
    return { cpu: shape?.cpuMilli ?? 0, milli: gpus === 0 ? 0 : (shape?.gpuMilli ?? 1000), gpus, spec };
  });
  const groups = [...Map.groupBy(requests, (request) => JSON.stringify(request)).values()];
  groups.sort(
    ([a, ...others], [b, ...more]) =>
      more.length - others.length ||
      b.cpu - a.cpu ||
      b.milli - a.milli ||
      b.gpus - a.gpus ||
      (a.spec < b.spec ? 1 : -1),
  );
  const enough = groups.findIndex(
    (_, i) => groups.slice(0, i + 1).flat().length * 100 >= requests.length * 95,
  );
  const typical = groups.slice(0, enough + 1);
  return typical.map((group) => {
    const [{ cpu, milli, gpus, spec }] = group;
    const accepts = (type: number) =>
      spec === '' || spec.split('|').includes(scenario.instanceTypes[type].gpuModelName);
    const share = group.length / requests.length / (typical.flat().length / requests.length);
    const asked = { gpus, gpuMilli: milli, cpuMilli: cpu, memoryMib: 0 };
    return { frequency: share, ...asked, types: types.filter(accepts) };
  });
}

/** What a stream takes a pool for: its size, or a smaller one as written, and its weight in the choice of a pool. */
function offerOf(
  world: NaiveWorld,
  { pools: wanted }: GeneratedWorkload,
  pool: Pool,
): Stream['pools'][number] {
  const cluster = world.scenario.clusters[pool.cluster].name;
  const types = pool.types.map((type) => typeOf(world, type));
  const isPool = (name: PoolName) =>
    name.cluster === cluster &&
    types.some((type) => type.instanceType === name.instanceType && type.gpuModelName === name.gpuModelName);
  const nodes = world.nodes.filter((node) => node.pool === pool).length;
  const { gpuCount } = types[0];
  const written = world.scenario.writtenPools.find(isPool) ?? { gpuCount, nodes };
  let weight = written.gpuCount * written.nodes;
  if (Array.isArray(wanted)) weight = wanted.find(isPool)?.weight ?? 0;
  else {
    const { cluster: only, instanceType } = wanted as PoolFilter;
    if (only !== null && only !== cluster) weight = 0;
    if (instanceType !== null && !types.some((type) => type.instanceType === instanceType)) weight = 0;
  }
  return {
    pool,
    nodes: Math.min(nodes, written.nodes),
    gpuCount: Math.min(gpuCount, written.gpuCount),
    weight: nodes === 0 ? 0 : weight,
  };
}
