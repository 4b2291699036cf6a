// Many worlds at once: each answers as a separate server that got the same requests, and no token opens another world.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from '../../src/library/start.ts';
import { operations } from '../../src/server/app.ts';
import { drawsOf } from '../support/draws.ts';
import { seed } from '../support/property.ts';
import { runs } from '../support/runs.ts';
import { Party, type Reply } from './party.ts';

const WORLDS = Math.ceil(100 * Math.min(1, runs));
const REQUESTS = 25;
const SCENARIOS = ['demo', 'quiet', 'tiny'];
/** Their answers are about keys and the process, are not JSON, or never end. */
const OTHERS: readonly string[] = [
  'listApiKeys',
  'getKubeConfig',
  'listWorlds',
  'getHealth',
  'getMetrics',
  'getOpenApi',
  'getSimOpenApi',
  'getDocs',
  'getDocsFile',
  'getDashboard',
  'getDashboardFile',
  'exportWorld',
  'streamClock',
  'streamFacts',
];

type Draw = ReturnType<typeof drawsOf>;
type Request = readonly [method: string, path: string, body?: unknown];

interface Node {
  readonly cluster: string;
  readonly name: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpus: number;
}

interface Known {
  readonly workspaces: readonly { readonly name: string; readonly clusters: readonly string[] }[];
  readonly gprIds: readonly string[];
  readonly nodes: readonly Node[];
  readonly branch: number;
  readonly nowMs: number;
}

/** A request that may be refused: refusals have to be equal, too. */
function drawnRequest(draw: Draw, { workspaces, gprIds, nodes, branch, nowMs }: Known): Request {
  const one = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)]!;
  const gprId = one(gprIds) ?? 'none';
  const node = one(nodes);
  const kinds: readonly (() => Request)[] = [
    () => ['POST', '/sim/clock/advance', { by: one(['1m', '30m', '5h']) }],
    () => ['POST', '/sim/clock/advance', { events: 1 + Math.floor(draw() * 20) }],
    () => {
      const { name, clusters } = one(workspaces);
      return [
        'POST',
        '/api/v1/gpr',
        gpr(draw, name, one(nodes.filter(({ cluster }) => clusters.includes(cluster)))),
      ];
    },
    () => ['PUT', '/api/v1/gpr', { gprId, priority: 1 + Math.floor(draw() * 300) }],
    () => ['PUT', '/api/v1/gpr', { gprId, earlyRelease: true }],
    () => ['DELETE', '/api/v1/gpr', { gprId }],
    () => ['POST', `/sim/nodes/${node.cluster}/${node.name}/down`, { repairAfter: '3h' }],
    () => ['POST', '/sim/nodes', { cluster: node.cluster, instanceType: node.instanceType }],
    () => ['PUT', '/sim/scheduler', { queue: one(['strict', 'greedy', 'backfill']) }],
    () => ['POST', '/sim/rewind', { to: `${Math.floor((draw() * nowMs) / 1000)}s` }],
    () => ['POST', `/sim/branches/${1 + Math.floor(draw() * branch)}/switch`],
    () => ['DELETE', `/sim/branches/${1 + Math.floor(draw() * branch)}`],
    () => [
      'POST',
      '/sim/what-if',
      { changes: [{ method: 'POST', path: `/sim/nodes/${node.cluster}/${node.name}/down` }], until: 'in 2h' },
    ],
    () => ['GET', `/sim/gprs?at=${Math.floor((draw() * nowMs) / 1000)}s`],
    () => ['GET', `/sim/explain/${gprId}`],
    () => ['POST', '/api/v1/gpr/gpu-availability', gpr(draw, one(workspaces).name, node)],
    () => ['POST', '/sim/reset'],
  ];
  return one(kinds)();
}

function gpr(draw: Draw, sliceName: string, { cluster, instanceType, gpuModelName, gpus }: Node): object {
  return {
    gprName: `drawn-${Math.floor(draw() * 1e6)}`,
    sliceName,
    clusterName: cluster,
    instanceType,
    gpuShape: gpuModelName,
    numberOfGPUs: gpus,
    numberOfGPUNodes: 1,
    priority: 1 + Math.floor(draw() * 300),
    exitDuration: `${1 + Math.floor(draw() * 6)}h`,
    enableEviction: draw() < 0.5,
  };
}

async function known(party: Party): Promise<Known> {
  const [clock, { workspaces }, gprs, state] = await Promise.all([
    party.get('/sim/clock'),
    party.get('/api/v1/slice-workspace/list'),
    party.get('/sim/gprs?limit=50'),
    party.get('/sim/state'),
  ]);
  return {
    workspaces,
    gprIds: gprs.gprs.map(({ gprId }: { gprId: string }) => gprId),
    nodes: state.nodes,
    branch: clock.branch,
    nowMs: clock.nowMs,
  };
}

interface Answer {
  readonly status: number;
  readonly message: string;
  readonly simTime: string | null;
  readonly data: string;
}

/** Shows only the place where two answers differ: they may be long. */
function assertSame(actual: Answer, expected: Answer, where: string): void {
  const at = [...expected.data].findIndex((character, i) => actual.data[i] !== character);
  const part = ({ data, ...answer }: Answer) => ({
    ...answer,
    length: data.length,
    data: data.slice(Math.max(0, at - 300), at + 300),
  });
  if (at < 0 && actual.data.length === expected.data.length) assert.deepEqual(actual, expected, where);
  else assert.deepEqual(part(actual), part(expected), `${where}, character ${at}`);
}

/** An answer without what is random: what a key is. */
function comparable({ status, headers, message, data }: Reply): Answer {
  const { caller: _, ...rest } = (data ?? {}) as Record<string, unknown>;
  const references = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
  return {
    status,
    message: message.replace(references, '…'),
    simTime: headers.get('x-sim-time'),
    data: JSON.stringify(data === null ? null : rest),
  };
}

test(`${WORLDS} worlds at once answer as ${WORLDS} servers`, async (t) => {
  t.diagnostic(`seed ${seed}`);
  const server = await start({ scenario: 'quiet', paused: true });
  t.after(() => server.close());
  const owner = await Party.in(server.url, server.apiKey);
  const worlds = await Promise.all(
    Array.from({ length: WORLDS }, async (_, number) => {
      const scenario = SCENARIOS[number % SCENARIOS.length]!;
      const world = await server.world({ scenario, seed: number });
      return {
        scenario,
        number,
        party: await Party.in(world.url, world.apiKey),
        sent: [] as [Request, Answer][],
      };
    }),
  );
  await Promise.all(
    worlds.map(async ({ number, party, sent }) => {
      const draw = drawsOf(seed + number);
      for (let i = 0; i < REQUESTS; i++) {
        const request = drawnRequest(draw, await known(party));
        sent.push([request, comparable(await party.ask(...request))]);
      }
    }),
  );
  for (const [i, { party }] of worlds.entries()) {
    const other = worlds[(i + 1 + (i % (WORLDS - 1))) % WORLDS]!;
    if (other.party === party) continue;
    assert.equal((await party.at(other.party.url).ask('GET', '/sim/clock')).status, 401);
    assert.equal((await party.at(server.url).ask('GET', '/sim/clock')).status, 401);
    assert.equal((await owner.at(party.url).ask('GET', '/sim/clock')).status, 200);
  }
  let successes = 0;
  /** Of requests that need the names of nodes and instance types. */
  let created = 0;
  for (const { scenario, number, party, sent } of worlds) {
    const lone = await start({ scenario, seed: number, paused: true });
    try {
      const alone = await Party.in(lone.url, lone.apiKey);
      for (const [request, answer] of sent) {
        const reply = await alone.ask(...request);
        assertSame(answer, comparable(reply), `world ${number}: ${JSON.stringify(request)}`);
        if (reply.status !== 200) continue;
        successes++;
        const [method, path] = request;
        if (method === 'POST' && /^\/(?:sim\/nodes|api\/v1\/gpr$)/.test(path)) created++;
      }
      const { gprIds, nodes } = await known(alone);
      for (const { operationId, method, path } of operations) {
        if (method !== 'GET' || OTHERS.includes(operationId)) continue;
        const words = {
          gprId: gprIds.at(-1) ?? 'none',
          branch: '1',
          node: nodes[0]?.name ?? '',
          sliceName: 'team-blue',
        };
        const address = `${path.replace(/\{(\w+)\}/g, (_, word: keyof typeof words) => words[word] ?? 'none')}?sliceName=team-blue`;
        const [one, two] = await Promise.all([alone, party].map((each) => each.ask('GET', address)));
        assertSame(comparable(two!), comparable(one!), `world ${number}: ${address}`);
        const plain = address.replace(/\?.*/, '');
        const [three, four] = await Promise.all([alone, party].map((each) => each.ask('GET', plain)));
        assertSame(comparable(four!), comparable(three!), `world ${number}: ${plain}`);
      }
    } finally {
      await lone.close();
    }
  }
  assert.ok(successes > (WORLDS * REQUESTS) / 3, `${successes} requests succeeded`);
  assert.ok(created > (WORLDS * REQUESTS) / 20, `${created} GPRs and changes of nodes succeeded`);
});
