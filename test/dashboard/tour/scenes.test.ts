import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../../src/control/answers.ts';
import { scenesOf } from '../../../src/dashboard/tour/scenes.ts';

const at = (minute: number) => `2026-01-05T08:${String(minute).padStart(2, '0')}:00.000Z`;
let seq = 0;
const fact = (minute: number, kind: string, members: object) =>
  ({ seq: ++seq, at: at(minute), kind, ...members }) as unknown as Fact;
const created = (minute: number, gprId: string, priority: number, pool = 'p') =>
  fact(minute, 'gpr.created', { gprId, pool, priority, workspace: `of ${gprId}` });
const started = (minute: number, gprId: string, node = 'n') =>
  fact(minute, 'gpr.provisioning', { gprId, nodes: [node] });

const scene = (topic: string, minute: number, gprId = '', otherId = '', node = '', hasEnded = false) => {
  return { topic, at: at(minute), gprId, otherId, node, hasEnded };
};

test('the scenes of a tour are the first ones that the facts have in the order of the tour', () => {
  const scenes = scenesOf([
    created(0, 'a', 10),
    started(0, 'a', 'first'),
    created(1, 'b', 20),
    created(2, 'c', 30, 'another pool'),
    fact(2, 'gpr.ended', { gprId: 'x', reason: 'idle time-out', state: 'TimedOut', culprit: null }),
    fact(3, 'gpr.requeued', { gprId: 'x', reason: 'eviction', culprit: 'y' }),
    started(4, 'c', 'second'),
    created(5, 'd', 40),
    fact(9, 'gpr.ended', { gprId: 'a', reason: 'eviction', state: 'Failed', culprit: 'd' }),
    started(9, 'd', 'third'),
    fact(12, 'gpr.ended', { gprId: 'd', reason: 'idle time-out', state: 'TimedOut', culprit: null }),
    started(12, 'b', 'worker-1-2'),
    fact(20, 'gpr.requeued', { gprId: 'b', reason: 'node failure', culprit: 'worker-1-2' }),
    fact(21, 'gpr.requeued', { gprId: 'b', reason: 'eviction', culprit: 'c' }),
    started(22, 'b', 'fourth'),
  ]);
  assert.deepEqual(scenes, [
    scene('queue', 1, 'b'),
    scene('priority', 5, 'd', 'b'),
    scene('eviction', 9, 'd', 'a', 'first', true),
    scene('idle', 12, 'd', '', 'third'),
    scene('failure', 20, 'b', '', 'worker-1-2'),
    // The node that got a GPR last before, other than the one that fails.
    scene('what-if', 20, '', '', 'third'),
  ]);
});

test('facts without a topic have no scene of it', () => {
  assert.equal(scenesOf([]).length, 0);
  const facts = [created(0, 'a', 1), started(1, 'a', 'n'), created(2, 'b', 1), started(8, 'b', 'm')];
  assert.deepEqual(scenesOf(facts), [scene('queue', 2, 'b'), scene('what-if', 2, '', '', 'n')]);
});
