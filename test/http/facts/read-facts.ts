// What the facts of a world state, read plainly from `GET /sim/facts`.

import type { TestContext } from 'node:test';
import { start } from '../../../src/library/start.ts';
import { drawsOf } from '../../support/draws.ts';
import { seed } from '../../support/property.ts';
import { Party } from '../../worlds/party.ts';

export interface Attempt {
  readonly gprId: string;
  readonly workspace: string;
  readonly cluster: string;
  readonly nodes: readonly string[];
  readonly perNode: number;
  readonly waitMs: number | null;
  /** Before each start, also after a requeue. */
  readonly waitedMs: number;
  readonly priority: number;
  readonly startMs: number;
  endMs: number;
  end: string;
  reason: string;
  evictor: string;
}

// biome-ignore lint/suspicious/noExplicitAny: facts of many kinds
type Fact = any;

/** What the facts state, read plainly. */
export function readFacts(facts: readonly Fact[], startAt: number) {
  const attempts: Attempt[] = [];
  const running = new Map<string, Attempt>();
  const created: Fact[] = [];
  const removed: Fact[] = [];
  const clusterOf = new Map<string, string>();
  const priorityOf = new Map<string, number>();
  const requeuedAt = new Map<string, number>();
  const nodes = new Map<string, { cluster: string; gpus: number; down: [number, number][] }>();
  const failures: { node: string; atMs: number }[] = [];
  const ended = new Set<string>();
  for (const fact of facts) {
    const atMs = Date.parse(fact.at) - startAt;
    const { kind, gprId } = fact;
    if (kind === 'gpr.created') {
      created.push({ ...fact, atMs });
      clusterOf.set(gprId, fact.cluster);
      priorityOf.set(gprId, fact.priority);
    } else if (kind === 'gpr.removed' && !ended.has(gprId)) {
      removed.push({ ...fact, cluster: clusterOf.get(gprId), atMs });
    } else if (kind === 'gpr.provisioning') {
      const { workspace, cluster, waitMs } = fact;
      const held = fact.gpus / fact.nodes.length;
      const waitedMs = waitMs ?? atMs - requeuedAt.get(gprId)!;
      const of = { gprId, workspace, cluster, nodes: fact.nodes, perNode: held };
      const attempt = { ...of, waitMs, waitedMs, priority: priorityOf.get(gprId)!, startMs: atMs };
      running.set(gprId, { ...attempt, endMs: Infinity, end: '', reason: '', evictor: '' });
      attempts.push(running.get(gprId)!);
    } else if (kind === 'gpr.requeued' || kind === 'gpr.ended') {
      const attempt = running.get(gprId)!;
      attempt.endMs = atMs;
      requeuedAt.set(gprId, atMs);
      attempt.end = kind === 'gpr.ended' ? fact.state : 'requeued';
      attempt.reason = fact.reason;
      attempt.evictor = fact.reason === 'eviction' ? fact.culprit : '';
      if (kind === 'gpr.ended') ended.add(gprId);
    } else if (kind === 'node.added') {
      nodes.set(fact.node, { cluster: fact.cluster, gpus: fact.gpus, down: [] });
    } else if (kind === 'node.down') {
      failures.push({ node: fact.node, atMs });
      nodes.get(fact.node)!.down.push([atMs, Infinity]);
    } else if (kind === 'node.up') nodes.get(fact.node)!.down.at(-1)![1] = atMs;
  }
  return { attempts, created, removed, nodes, failures };
}

/** The Owner of a served `demo` after some hours. */
export async function demoAt(t: TestContext, hours: number): Promise<Party> {
  const server = await start({ scenario: 'demo', paused: true });
  t.after(() => server.close());
  const owner = await Party.in(server.url, server.apiKey);
  await owner.advance(`${hours}h`);
  return owner;
}

/** All facts, in pages. */
export async function factsOf(owner: Party): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (let after = 0; ; ) {
    const page = await owner.get(`/sim/facts?after=${after}&limit=1000`);
    facts.push(...page.facts);
    if (page.facts.length === 0) return facts;
    after = page.facts.at(-1).seq;
  }
}

/** A generator of numbers below a bound. */
export function drawing(): (below: number) => number {
  const draw = drawsOf(seed);
  return (below) => Math.floor(draw() * below);
}
