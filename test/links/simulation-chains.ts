import { type Chain, get, send } from './chain.ts';

const clock: Chain = {
  calls: [
    get('/sim/clock', { instant: 'now', seq: 'seq' }),
    send('PUT', '/sim/clock', { speed: 5 }, { variants: [{ mode: 'paused' }] }),
    send('POST', '/sim/clock/advance', { by: '20s' }, { variants: [{ by: '0s' }, { by: '6m' }] }),
    get('/sim/facts?after={seq}&limit=5', { seq: 'next' }),
    send('POST', '/sim/clock/advance', { events: 3 }, { variants: [{ events: null, to: '{instant}' }] }),
    get('/sim/facts', { gpr: 'facts.gprId' }),
    get('/sim/facts?gprId={gpr}&kind=gpr.created,gpr.ended&last=3'),
    get('/sim/facts?from={instant}&to=2026-01-05T09:00:00Z'),
    get('/sim/facts/stream?after={seq}'),
    get('/sim/clock/stream'),
    send('POST', '/sim/reads', { paths: ['/sim/clock'] }, { variants: [{ paths: ['/sim/clock/stream'] }] }),
  ],
  weight: 8,
};

const branches: Chain = {
  calls: [
    get('/sim/branches', { branch: 'branches.branch' }),
    send('POST', '/sim/rewind', { to: '{instant}' }, { variants: [{ to: '2026-01-05T08:00:00Z' }] }),
    send('POST', '/sim/rewind', { seq: 9 }, { variants: [{ seq: 1 }, { seq: 1e9 }] }),
    get('/sim/branches', { branch: 'branches.branch' }),
    { method: 'POST', path: '/sim/branches/{branch}/switch' },
    { method: 'POST', path: '/sim/branches/1/switch' },
    get('/sim/branches/{branch}/differences'),
    get('/sim/branches/2/differences'),
    get('/sim/branches/2/differences?until=2026-01-05T08:00:00Z'),
    { method: 'DELETE', path: '/sim/branches/3' },
    { method: 'DELETE', path: '/sim/branches/{branch}' },
  ],
  weight: 2,
};

const whatIf: Chain = {
  calls: [
    send(
      'POST',
      '/sim/what-if',
      {
        changes: [{ method: 'POST', path: '/sim/nodes/worker-1/worker-1-a2-highgpu-8g-0/down' }],
        until: '{instant}',
      },
      {
        variants: [
          { changes: [{ scheduler: { queue: 'backfill' } }], until: null },
          { changes: [], until: null, knowing: 'scheduler' },
          { samples: 10 },
          { changes: [{ method: 'POST', path: '/sim/reset' }] },
        ],
      },
    ),
  ],
};

const state: Chain = {
  calls: [
    get('/sim/state'),
    get('/sim/state?cluster=worker-1&offset=1&limit=1'),
    get('/sim/state?node=worker-1-a2-highgpu-8g-0'),
    get('/sim/state?at={instant}'),
    get('/sim/gprs?workspace={workspace}&at=20000'),
    get('/sim/explain/{gpr}?at={instant}'),
    get('/api/v1/gpr/list?sliceName={workspace}&at={instant}'),
    get('/sim/clock?at={instant}'),
    get('/sim/gprs', { gpr: 'gprs.gprId' }),
    get('/sim/gprs?sort=-waited&limit=3'),
    get('/sim/gprs/find?gpr={gpr}', { gpr: 'gprs.gprId' }),
    get('/sim/gprs/find'),
    get('/sim/gprs?state=Queued,Successful&workspace={workspace}&limit=2'),
  ],
};

const nodes: Chain = {
  calls: [
    send('POST', '/sim/nodes/worker-1/{node}/down', {}, { variants: [{ repairAfter: '30s' }] }),
    send('POST', '/sim/nodes/worker-1/{node}/up', {}),
    send(
      'POST',
      '/sim/nodes',
      { cluster: 'worker-1', instanceType: 'a2-highgpu-8g', count: 1 },
      { variants: [{ instanceType: 'unknown' }], links: { node: 'nodes' } },
    ),
    send('DELETE', '/sim/nodes/worker-1/{node}', {}),
  ],
};

const rules: Chain = {
  calls: [
    send(
      'PUT',
      '/sim/scheduler',
      { queue: 'backfill' },
      { variants: [{ placement: 'worst-fit' }, { queue: 'fifo', placement: 'any' }, { queue: null }] },
    ),
    send(
      'PUT',
      '/sim/workload',
      { arrivalRate: 2 },
      { variants: [{ arrivalRate: 0.5 }, { arrivalRate: 0.0001 }] },
    ),
  ],
};

const charts: Chain = {
  calls: [
    get('/sim/gantt', { gpr: 'gprs.gprId' }),
    get('/sim/gantt?from=1000&to=100000000'),
    get('/sim/gantt?from=5&to=4'),
    get('/sim/gantt?rows=workspaces&pixels=10&cluster=worker-1'),
    get('/sim/gantt?offset=1&limit=2'),
    get('/sim/gantt?limit=many'),
    get('/sim/gantt?node=worker-1-a2-highgpu-8g-0'),
    get('/sim/gantt?rows=workspaces&workspace={workspace}'),
    get('/sim/attempts?to=100000000&sort=-waited'),
    get('/sim/attempts?cluster=worker-1&workspace={workspace}&limit=2'),
    get('/sim/attempts?gpr={gpr}'),
    get('/sim/attempts?node=unknown'),
    get('/sim/series?from=1000&points=5'),
    get('/sim/series?cluster=unknown'),
    get('/sim/estimates?samples=10'),
    get('/sim/estimates?samples=1'),
    get('/sim/forecast?samples=10'),
    get('/sim/forecast?samples=1'),
    get('/sim/totals?from=1000&workspace={workspace}'),
    get('/sim/totals?node=unknown'),
    get('/sim/totals/nodes?cluster=worker-1&sort=-cost&limit=2'),
    get('/sim/totals/workspaces?sort=waitP95Ms'),
  ],
};

const events: Chain = {
  calls: [
    get('/sim/events', { event: 'older', gpr: 'events.gpr.gprId' }),
    get('/sim/events?limit=3&movedBy=1m', { event: 'newer' }),
    get('/sim/events?gpr={gpr}&kind=creation,start,eviction'),
    get('/sim/events?node=worker-1-a2-highgpu-8g-0&workspace={workspace}'),
    get('/sim/events?before={event}&limit=2'),
    get('/sim/events?after={event}&to=100000000'),
    get('/sim/events?before=1-0&after=0-0'),
    get('/sim/events?node=none&kind=none'),
  ],
};

const faults: Chain = {
  calls: [
    send(
      'POST',
      '/sim/faults',
      { kind: 'step', placement: '{placement}', times: 1 },
      {
        variants: [
          { kind: 'image', placement: undefined, endpoint: '{endpoint}' },
          { kind: 'provisioning', placement: undefined, gprId: '{gpr}' },
          { kind: 'http', placement: undefined, operation: '{operation}' },
        ],
        links: { fault: 'faultId' },
      },
    ),
    get('/sim/faults', { fault: 'faults.faultId' }),
    { method: 'DELETE', path: '/sim/faults/{fault}' },
    { method: 'DELETE', path: '/sim/faults' },
  ],
};

const requests: Chain = {
  calls: [
    get('/sim/requests'),
    get('/sim/requests?bodies=true&operation={operation}'),
    { method: 'DELETE', path: '/sim/requests' },
  ],
  weight: 2,
};

const files: Chain = {
  calls: [
    get('/sim/export'),
    { method: 'POST', path: '/sim/import', upload: true },
    send('POST', '/sim/reset', {}),
  ],
  weight: 1,
};

const worlds: Chain = {
  calls: [
    send(
      'POST',
      '/sim/worlds',
      { name: '{world}' },
      {
        variants: [{ scenario: 'quiet', seed: 3 }, { from: 'one' }, { scenario: 'none' }],
        links: { world: 'name' },
      },
    ),
    get('/sim/worlds', { world: 'worlds.name' }),
    get('/worlds/{world}/sim/state'),
    { method: 'DELETE', path: '/sim/worlds/{world}' },
  ],
  weight: 1,
};

const server: Chain = {
  calls: [
    get('/healthz'),
    get('/metrics'),
    get('/openapi.json'),
    get('/sim/openapi.json'),
    get('/'),
    get('/dashboard/page.css'),
    get('/dashboard/unknown.txt'),
    get('/docs'),
    get('/docs/page.css'),
    get('/docs/unknown.txt'),
  ],
  weight: 2,
};

export const simulationChains: readonly Chain[] = [
  clock,
  branches,
  whatIf,
  state,
  nodes,
  rules,
  charts,
  events,
  faults,
  requests,
  files,
  worlds,
  server,
];
