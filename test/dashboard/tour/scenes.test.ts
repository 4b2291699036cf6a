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

test('the scenes of a tour are the first ones that the facts have', () => {
  const scenes = scenesOf([
    created(0, 'a', 10),
    started(0, 'a', 'first'),
    created(1, 'b', 20),
    created(2, 'c', 30, 'another pool'),
    started(4, 'c'),
    created(5, 'd', 40),
    fact(9, 'gpr.requeued', { gprId: 'a', reason: 'eviction', culprit: 'd' }),
    started(9, 'd'),
    fact(12, 'gpr.ended', { gprId: 'd', reason: 'idle time-out', state: 'TimedOut', culprit: null }),
    started(12, 'b'),
    fact(20, 'gpr.requeued', { gprId: 'b', reason: 'node failure', culprit: 'worker-1-2' }),
    fact(21, 'gpr.requeued', { gprId: 'b', reason: 'eviction', culprit: 'c' }),
  ]);
  const scene = (topic: string, minute: number, gprId = '', otherId = '', node = '') => {
    return { topic, at: at(minute), gprId, otherId, node };
  };
  assert.deepEqual(Object.fromEntries(scenes), {
    queue: scene('queue', 1, 'b'),
    priority: scene('priority', 5, 'd', 'b'),
    eviction: scene('eviction', 9, 'd', 'a'),
    idle: scene('idle', 12, 'd'),
    failure: scene('failure', 20, 'b', '', 'worker-1-2'),
    'what-if': scene('what-if', 1, '', '', 'first'),
  });
});

test('facts without a topic have no scene of it', () => {
  assert.equal(scenesOf([]).size, 0);
  const scenes = scenesOf([created(0, 'a', 1), started(1, 'a'), created(2, 'b', 1), started(8, 'b')]);
  assert.deepEqual([...scenes.keys()], ['queue', 'what-if']);
});
