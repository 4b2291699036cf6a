// Events of random worlds equal their facts and their recorded estimates.
//   GPRSIM_SEED=<integer> or =random   other worlds
//   GPRSIM_RUNS=<number>               a multiple of the usual number of worlds

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EVENT_KINDS } from '../../../src/driver/world.ts';
import { asyncProperty } from '../../support/property.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { type Caller, Client } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';
import { type Derived, derived } from './derived.ts';

const WORLDS = 4;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NODES = ['worker-1-a2-highgpu-8g-0', 'worker-1-a2-highgpu-8g-1', 'worker-2-a2-highgpu-8g-0'] as const;

const drawn = fc.record({
  seed: fc.nat(1e6),
  gapMinutes: fc.integer({ min: 15, max: 60 }),
  steps: fc.array(
    fc.record({ what: fc.nat(9), which: fc.nat(1e6), minutes: fc.integer({ min: 5, max: 300 }) }),
    {
      minLength: 8,
      maxLength: 12,
    },
  ),
  limit: fc.integer({ min: 25, max: 90 }),
  pick: fc.infiniteStream(fc.nat(1e6)),
});

// biome-ignore lint/suspicious/noExplicitAny: members of an answer
type Any = any;

/** An event of a page in the form of `derived`. */
function plain({ seq, at, kind, gpr, by, nodes, outcome, workspace }: Any): Derived {
  const gprId = gpr?.gprId ?? null;
  return { seq, at, kind, gprId, by: by?.gprId ?? null, nodes: nodes.toSorted(), outcome, workspace };
}

async function act(owner: Caller, what: number, which: number): Promise<void> {
  const { gprs } = await owner.get('/sim/gprs?limit=500&estimates=false');
  const alive = gprs.filter(({ endedAt }: Any) => endedAt === null);
  const gprId = alive.length === 0 ? 'gpr-00000000-0000' : alive[which % alive.length].gprId;
  const node = NODES[which % NODES.length]!;
  const cluster = node.slice(0, 8);
  const requests = [
    ['PUT', '/api/v1/gpr', { gprId, priority: 1 + (which % 300) }],
    ['PUT', '/api/v1/gpr', { gprId, earlyRelease: true }],
    ['DELETE', '/api/v1/gpr', { gprId }],
    ['POST', `/sim/nodes/${cluster}/${node}/down`, which % 2 === 0 ? {} : { repairAfter: '30m' }],
    ['POST', `/sim/nodes/${cluster}/${node}/up`, {}],
    ['POST', '/sim/nodes', { cluster: 'worker-1', instanceType: 'a2-highgpu-8g' }],
    ['PUT', '/sim/scheduler', { queue: which % 2 === 0 ? 'backfill' : 'strict' }],
    ['PUT', '/sim/workload', { arrivalRate: 1 + (which % 3) }],
    ['PUT', `/sim/gprs/${gprId}/activity`, { busy: false }],
    ['POST', '/sim/faults', { kind: 'provisioning', gprId }],
  ] as const;
  const [method, path, body] = requests[what]!;
  await owner.send(method, path, body);
}

async function all(owner: Caller, query: string, limit = 1000): Promise<Any[]> {
  const events: Any[] = [];
  for (let before = ''; ; ) {
    const page = await owner.get(`/sim/events?limit=${limit}${query}${before}`);
    assert.ok(page.events.length <= limit);
    events.unshift(...page.events);
    if (page.older === null) return events;
    before = `&before=${page.older}`;
  }
}

async function allForward(owner: Caller, query: string, limit: number): Promise<Any[]> {
  const events: Any[] = [];
  for (let after = '0-0'; ; ) {
    const page = await owner.get(`/sim/events?limit=${limit}${query}&after=${after}`);
    events.push(...page.events);
    if (page.newer === after) return events;
    after = page.newer;
  }
}

const every = `&kind=${EVENT_KINDS.join(',')}`;
let compared = 0;
const kinds = new Set<string>();

asyncProperty('events equal the facts', WORLDS, drawn, async ({ seed, gapMinutes, steps, limit, pick }) => {
  const workload = [
    generated({
      count: null,
      workspaces: ['red', 'blue', 'gold', 'green'],
      evictsMilli: 500,
      requeuesMilli: 500,
      idleMilli: 200,
      idleTimeOutMs: 10 * MINUTE,
      gpus: [2, 4, 8],
      exitDurationMs: { from: 20 * MINUTE, to: 3 * HOUR },
      interArrivalMeanMs: gapMinutes * MINUTE,
    }),
  ];
  const world = memoryWorld({
    ...scenario,
    seed,
    workload,
    recordEstimatesEveryMs: 15 * MINUTE,
    keepEnded: 10_000,
    workspaces: ['red', 'blue', 'gold', 'green'].map((name) => ({
      ...scenario.workspaces[0]!,
      name,
      clusters: ['worker-1', 'worker-2'],
    })),
    failures: { nodeMtbfMs: 60 * HOUR, nodeRepairMs: HOUR, provisioningMicro: 30_000 },
  });
  const client = new Client(world);
  const owner = await client.as('Owner');
  const { seq: setUp } = await owner.get('/sim/clock');
  for (const { what, which, minutes } of steps) {
    await act(owner, what, which);
    await owner.advance(`${minutes}m`);
  }
  const facts: Any[] = [];
  for (let more = true; more; ) {
    const page = await owner.get(`/sim/facts?limit=10000&after=${facts.length}`);
    facts.push(...page.facts);
    more = page.facts.length > 0;
  }
  const { seq } = await owner.get('/sim/clock');
  assert.equal(facts.length, seq);
  const expected = derived(facts, setUp).map((event) => ({ ...event, nodes: event.nodes.toSorted() }));
  const whole = await all(owner, every);
  assert.deepEqual(whole.map(plain), expected);
  compared += expected.length;
  for (const { kind } of expected) kinds.add(kind);

  const moved = await all(owner, `${every}&movedBy=0s`);
  assert.deepEqual(
    moved.filter(({ seq }) => seq !== null),
    whole,
  );
  const estimates = moved.filter(({ seq }) => seq === null);
  const { gprs } = await owner.get('/sim/gprs?limit=1000&estimates=false');
  const recorded: string[] = [];
  for (const { gprId } of gprs) {
    const { waits } = await owner.get(`/sim/gprs/${gprId}/estimates`);
    for (const { estimates: changes } of waits)
      for (let i = 1; i < changes.length; i++)
        recorded.push(
          `${changes[i].at} ${gprId} ${changes[i - 1].estimatedStartTime} ${changes[i].estimatedStartTime}`,
        );
  }
  const listed = estimates.map(
    ({ at, gpr, estimate }) => `${at} ${gpr.gprId} ${estimate.from} ${estimate.to}`,
  );
  assert.deepEqual(listed.toSorted(), recorded.toSorted());
  const byHalfAnHour = estimates.filter(
    ({ estimate: { from, to } }) =>
      from === '' || to === '' || Math.abs(Date.parse(to) - Date.parse(from)) >= 30 * MINUTE,
  );
  assert.deepEqual(await all(owner, '&kind=estimate&movedBy=30m'), byHalfAnHour);
  assert.deepEqual(
    moved.map(({ at }) => at),
    moved.map(({ at }) => at).toSorted(),
  );

  assert.deepEqual(await all(owner, `${every}&movedBy=0s`, limit), moved, 'pages to the past');
  assert.deepEqual(await allForward(owner, `${every}&movedBy=0s`, limit), moved, 'pages to the future');

  const choose = <T>(list: readonly T[]) => list[(pick.next().value as number) % list.length]!;
  const usual = whole.filter(({ kind }) => !['creation', 'start', 'completion'].includes(kind));
  assert.deepEqual(await all(owner, ''), usual);
  const kind = choose(whole).kind;
  assert.deepEqual(
    await all(owner, `&kind=${kind}`),
    whole.filter((event) => event.kind === kind),
    kind,
  );
  const node = choose(NODES);
  assert.deepEqual(
    await all(owner, `${every}&node=${node}`, limit),
    whole.filter(({ nodes }) => nodes.includes(node)),
    node,
  );
  const { gpr } = choose(whole.filter((event) => event.gpr !== null));
  const isAbout = (event: Any) => event.gpr?.gprId === gpr.gprId || event.by?.gprId === gpr.gprId;
  const wanted = gpr.gprName === null ? [] : moved.filter(isAbout);
  if (gpr.gprName !== null)
    assert.deepEqual(await all(owner, `${every}&movedBy=0s&gpr=${gpr.gprId}`, limit), wanted);
  for (const workspace of ['red', 'blue']) {
    const ofWorkspace = moved.filter(
      (event) => event.workspace === workspace || event.by?.workspace === workspace,
    );
    assert.deepEqual(
      await all(owner, `${every}&movedBy=0s&workspace=${workspace}`, limit),
      ofWorkspace,
      workspace,
    );
    const viewer = await client.as('Viewer', workspace);
    const seen = await all(viewer, `${every}&movedBy=0s`, limit);
    const own = moved.filter(
      (event) => event.workspace === workspace || (event.workspace === null && event.nodes.length > 0),
    );
    assert.deepEqual(
      seen.map(({ seq, at, kind }) => [seq, at, kind]),
      own.map(({ seq, at, kind }) => [seq, at, kind]),
    );
    const foreign = gprs.filter((gpr: Any) => gpr.workspace !== workspace).flatMap((gpr: Any) => [gpr.gprId]);
    const text = JSON.stringify(seen);
    assert.deepEqual(
      foreign.filter((gprId: string) => text.includes(gprId)),
      [],
    );
  }
  const fromMs = choose(whole).at;
  const window = await all(
    owner,
    `${every}&movedBy=0s&from=${fromMs}&to=${new Date(Date.parse(fromMs) + HOUR).toISOString()}`,
  );
  assert.deepEqual(
    window,
    moved.filter(({ at }) => at >= fromMs && Date.parse(at) <= Date.parse(fromMs) + HOUR),
  );
});

test('more than 200 events were compared, evictions among them', (t) => {
  if (Number(process.env.GPRSIM_RUNS ?? 1) < 1) return t.skip('fewer worlds than usual');
  assert.ok(compared > 200);
  assert.ok(kinds.size > 10, [...kinds].join());
  return undefined;
});
