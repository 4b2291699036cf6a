// What the guided tour shows: found in the facts of a day, whatever the seed is.

import type { Fact } from '../../control/answers.ts';

export const TOPICS = ['queue', 'priority', 'eviction', 'idle', 'failure', 'what-if'] as const;
export type Topic = (typeof TOPICS)[number];

export interface Scene {
  readonly topic: Topic;
  /** When it happens, ISO 8601. */
  readonly at: string;
  /** The GPR that acts: it waits, goes first, evicts, is idle, or loses its node. '' if there is none. */
  readonly gprId: string;
  /** The other GPR: it is passed by, or evicted. '' if there is none. */
  readonly otherId: string;
  /** The node that fails, on which a GPR was idle or evicted, or that a what-if takes away; '' if there is none. */
  readonly node: string;
  /** Whether the GPR that lost its GPUs has ended by it; otherwise, it was queued again. Means nothing of a what-if. */
  readonly hasEnded: boolean;
}

/** The kinds of facts from which scenes are found. */
export const SCENE_KINDS = [
  'gpr.created',
  'gpr.provisioning',
  'gpr.requeued',
  'gpr.ended',
  'node.down',
] as const;

const WAIT_MIN_MS = 300_000;

interface Life {
  readonly gprId: string;
  readonly at: string;
  readonly pool: unknown;
  readonly workspace: unknown;
  readonly priority: number;
  /** Undefined: it has not started. */
  startedAt?: string;
  waitMs: number;
}

/**
 * Of each topic, in their order, the first scene after that of the topic before. That of 'what-if' is about the node that has got
 * a GPR last when the last other scene begins. @param facts in their order
 */
export function scenesOf(facts: readonly Fact[]): readonly Scene[] {
  const found: Scene[] = [];
  const lives = new Map<string, Life>();
  /** GPR → the first node of its last attempt. */
  const nodes = new Map<string, string>();
  const note = (topic: Topic, at: string, members: Partial<Scene>) =>
    found.push({ topic, at, gprId: '', otherId: '', node: '', hasEnded: false, ...members });
  for (const fact of facts) {
    const { kind, at } = fact;
    const gprId = String(fact.gprId ?? '');
    const life = lives.get(gprId);
    if (kind === 'gpr.created') {
      const { pool, workspace } = fact;
      lives.set(gprId, { gprId, at, pool, workspace, priority: Number(fact.priority), waitMs: -1 });
    } else if (kind === 'gpr.provisioning') {
      nodes.set(gprId, nodeOf(fact));
      if (life === undefined || life.startedAt !== undefined) continue;
      life.startedAt = at;
      life.waitMs = Date.parse(at) - Date.parse(life.at);
    } else if (kind === 'gpr.requeued' || kind === 'gpr.ended') {
      const culprit = String(fact.culprit ?? '');
      const hasEnded = kind === 'gpr.ended';
      const node = nodes.get(gprId) ?? '';
      if (fact.reason === 'eviction' && culprit !== '')
        note('eviction', at, { gprId: culprit, otherId: gprId, node, hasEnded });
      if (fact.reason === 'node failure') note('failure', at, { gprId, node: culprit, hasEnded });
      if (fact.state === 'TimedOut') note('idle', at, { gprId, node });
    }
  }
  for (const life of lives.values()) {
    if (life.waitMs >= WAIT_MIN_MS) note('queue', life.at, { gprId: life.gprId });
    const passed = [...lives.values()].find((other) => isPassed(other, life));
    if (passed !== undefined) note('priority', life.at, { gprId: life.gprId, otherId: passed.gprId });
  }
  const scenes: Scene[] = [];
  const lastAt = () => scenes.at(-1)?.at ?? '';
  for (const topic of TOPICS) {
    const next = found.find((scene) => scene.topic === topic && scene.at > lastAt());
    if (next !== undefined) scenes.push(next);
  }
  const last = scenes.at(-1);
  const started = facts.findLast(
    (fact) => fact.kind === 'gpr.provisioning' && fact.at < lastAt() && nodeOf(fact) !== last!.node,
  );
  if (started === undefined) return scenes;
  return [...scenes, { ...last!, topic: 'what-if', gprId: '', otherId: '', node: nodeOf(started) }];
}

function nodeOf({ nodes }: Fact): string {
  return (nodes as readonly string[])[0]!;
}

/** Whether a GPR waits in the queue of another one that comes later, is more important, and starts first after a wait. */
function isPassed(other: Life, by: Life): boolean {
  return (
    by.startedAt !== undefined &&
    by.waitMs > 0 &&
    other.pool === by.pool &&
    other.workspace !== by.workspace &&
    other.priority < by.priority &&
    other.at < by.at &&
    (other.startedAt === undefined || other.startedAt > by.startedAt)
  );
}
