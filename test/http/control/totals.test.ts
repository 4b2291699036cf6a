// GET /sim/totals and /sim/totals/{of}: totals of ranges equal a computation from the facts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '../../support/property.ts';
import { casesOf } from '../../support/runs.ts';
import { scenarioOf } from '../../support/scenario.ts';
import { Client } from '../client.ts';
import { demoAt, drawing, factsOf, readFacts } from '../facts/read-facts.ts';
import { memoryWorld } from '../memory-world.ts';

const HOURS = 18;
const HOUR_MS = 3_600_000;

type Read = ReturnType<typeof readFacts>;
type Subject = { cluster?: string; node?: string; workspace?: string };

/** @param from, to in ms; what happens at `to` counts only if `to` is now */
function computed(read: Read, { cluster, node, workspace }: Subject, from: number, to: number, now: number) {
  const { attempts, created, removed, nodes, failures } = read;
  const isIn = (ms: number) => ms >= from && (ms < to || (to === now && ms === now));
  const isOf = (of: { cluster: string; workspace: string }) =>
    workspace === undefined ? cluster === undefined || of.cluster === cluster : of.workspace === workspace;
  const its = attempts.filter((a) => (node === undefined ? isOf(a) : a.nodes.includes(node)));
  const ends = (end: string) => its.filter((a) => a.end === end && isIn(a.endMs)).length;
  const starts = its.filter((a) => isIn(a.startMs));
  const waits = starts.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs])).sort((a, b) => a - b);
  const rank = (share: number) => waits[Math.ceil(share * waits.length) - 1] ?? null;
  const gpuMs = its
    .map((a) => {
      const heldMs = Math.max(0, Math.min(a.endMs, to) - Math.max(a.startMs, from));
      return heldMs * a.perNode * (node === undefined ? a.nodes.length : 1);
    })
    .reduce((sum, ms) => sum + ms, 0);
  const itsNodes = [...nodes].filter(([name, of]) =>
    node === undefined ? cluster === undefined || of.cluster === cluster : name === node,
  );
  const upMs = itsNodes
    .map(([, { gpus, down }]) => {
      const lost = down.map(([a, b]) => Math.max(0, Math.min(b, to) - Math.max(a, from)));
      return gpus * (to - from - lost.reduce((sum, ms) => sum + ms, 0));
    })
    .reduce((sum, ms) => sum + ms, 0);
  const evicted = attempts.filter(({ evictor }) => evictor !== '');
  const given = starts.map(
    (a) => evicted.filter((victim) => victim.evictor === a.gprId && victim.endMs === a.startMs).length,
  );
  const lostByFailure = its.filter((a) => a.reason === 'node failure' && isIn(a.endMs)).length;
  const failed = failures.filter((f) => isIn(f.atMs) && itsNodes.some(([name]) => name === f.node)).length;
  const isUntilEnd = (ms: number) => ms < to || (to === now && ms === now);
  const isQueued = ({ gprId, atMs }: { gprId: string; atMs: number }) => {
    const starts = attempts.filter((a) => a.gprId === gprId && isUntilEnd(a.startMs));
    const isRemoved = removed.some((fact) => fact.gprId === gprId && isUntilEnd(fact.atMs));
    const { end, endMs } = starts.at(-1) ?? { end: 'requeued', endMs: atMs };
    return isUntilEnd(atMs) && !isRemoved && end === 'requeued' && isUntilEnd(endMs);
  };
  const isNode = node !== undefined;
  const isWorkspace = workspace !== undefined;
  return {
    gprs: {
      created: isNode ? null : created.filter((fact) => isIn(fact.atMs) && isOf(fact)).length,
      started: starts.length,
      completed: ends('Complete'),
      timedOut: ends('TimedOut'),
      failed: ends('Failed'),
      removed: isNode ? null : removed.filter((fact) => isIn(fact.atMs) && isOf(fact)).length,
      queued: isNode ? null : created.filter((fact) => isOf(fact) && isQueued(fact)).length,
    },
    waits: {
      count: waits.length,
      meanMs: waits.length === 0 ? null : waits.reduce((sum, ms) => sum + ms, 0) / waits.length,
      p50Ms: rank(0.5),
      p95Ms: rank(0.95),
      maxMs: waits.at(-1) ?? null,
    },
    gpuHours: gpuMs / HOUR_MS,
    upGpuHours: isWorkspace ? null : upMs / HOUR_MS,
    utilization: isWorkspace || upMs === 0 ? null : gpuMs / upMs,
    evictions: {
      suffered: its.filter((a) => a.reason === 'eviction' && isIn(a.endMs)).length,
      given: given.reduce((sum, count) => sum + count, 0),
    },
    requeues: ends('requeued'),
    nodeFailures: isWorkspace ? lostByFailure : failed,
  };
}

const sum = (rows: Record<string, number>[], member: string) =>
  rows.reduce((total, row) => total + row[member]!, 0);

test('totals of random ranges equal a computation from the facts, and parts add up', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const owner = await demoAt(t, HOURS);
  const facts = await factsOf(owner);
  const read = readFacts(facts, Date.parse(facts[0].at));
  const now = HOURS * HOUR_MS;
  const draw = drawing();
  const names = [...read.nodes.keys()];
  const workspaces = [...new Set(read.attempts.map(({ workspace }) => workspace))];
  const kinds = [
    () => ({}),
    () => ({ cluster: `worker-${1 + draw(3)}` }),
    () => ({ node: names[draw(names.length)]! }),
    () => ({ workspace: workspaces[draw(workspaces.length)]! }),
  ];
  /** Instants of facts are the bounds at which a mistake shows. */
  const instant = () =>
    draw(3) === 0 ? draw(now) : Date.parse(facts[draw(facts.length)].at) - Date.parse(facts[0].at);
  let evictions = 0;
  let queued = 0;
  let failures = 0;
  for (let run = 0; run < casesOf(50, 20); run++) {
    const subject: Subject = kinds[run % 4]!();
    const [from, to] = [instant(), draw(5) === 0 ? now : instant()].sort((a, b) => a - b) as [number, number];
    const query = new URLSearchParams({ ...subject, from: String(from), to: String(to) });
    const { branch, seq, nowMs, fromMs, toMs, cost, ...totals } = await owner.get(`/sim/totals?${query}`);
    assert.deepEqual([branch, seq, nowMs, fromMs, toMs], [1, facts.at(-1).seq, now, from, to]);
    assert.deepEqual(totals, computed(read, subject, from, to, now), `${query}`);
    assert.ok(cost >= 0 && (cost > 0 || totals.gpuHours === 0));
    evictions += totals.evictions.given;
    queued += totals.gprs.queued ?? 0;
    failures += totals.nodeFailures;
    const lists = await Promise.all(
      ['clusters', 'nodes', 'workspaces'].map((of) =>
        owner.get(`/sim/totals/${of}?from=${from}&to=${to}&limit=1000`),
      ),
    );
    const whole = await owner.get(`/sim/totals?from=${from}&to=${to}`);
    for (const { rows } of lists) {
      for (const member of ['gpuHours', 'cost'])
        assert.ok(Math.abs(sum(rows, member) - whole[member]) < 1e-6, member);
    }
    assert.equal(sum(lists[1].rows, 'nodeFailures'), whole.nodeFailures);
    assert.equal(sum(lists[0].rows, 'requeues'), whole.requeues);
    assert.equal(sum(lists[2].rows, 'requeues'), whole.requeues);
  }
  assert.ok(evictions > 0 && failures > 0 && queued > 0);
  const { clusters } = await owner.get('/sim/state');
  const present = await owner.get('/sim/totals/clusters');
  assert.deepEqual(
    present.rows.map(({ gprs }: { gprs: { queued: number } }) => gprs.queued),
    clusters.map(({ queuedGprs }: { queuedGprs: number }) => queuedGprs),
  );
  // All GPRs together cost the same, but their facts round down each attempt, and the records of GPRs round to cents.
  const lived = facts.filter(({ kind }) => kind === 'gpr.ended').map(({ costMicro }) => costMicro / 1e6);
  const running = await owner.get('/sim/gprs?limit=1000&state=Queued,Provisioning,Successful');
  const unended = await Promise.all(
    running.gprs.map(({ gprId }: { gprId: string }) => owner.get(`/api/v1/gpr/gpr?gprId=${gprId}`)),
  );
  const costs = [...lived, ...unended.map((gpr) => Number(gpr.status.cost))];
  const { cost } = await owner.get('/sim/totals');
  const expected = costs.reduce((total, one) => total + one, 0);
  assert.ok(
    Math.abs(cost - expected) <= 0.006 * unended.length + 1e-5 * costs.length,
    `${cost}, ${expected}`,
  );
});

test('a page of totals has 100 rows unless a limit is sent', async () => {
  const owner = await new Client(memoryWorld(scenarioOf({ nodes: 101 }))).as('Owner');
  const { total, rows } = await owner.get('/sim/totals/nodes');
  assert.deepEqual([total, rows.length], [101, 100]);
});
