// The queues that the indexed heap is compared with give the same results as it does; otherwise their times would mean
// nothing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { property } from '../../test/support/property.ts';
import { agreed } from './agreement.ts';
import { type Contender, ThreadContender } from './contender.ts';
import { LEVELS, makeQueue, packageNames, removingNames } from './queues.ts';
import { judged, Kind, removalsOf, type Script, scriptOf, workNames } from './script.ts';
import { SortedList } from './sorted-list.ts';
import { OURS } from './standing.ts';
import { startStd } from './std-contender.ts';

const IDS = 40;
/** Few keys, so that most are equal. */
const KEYS = 6;

/** Random operations in random order, also with ids that are not in the queue and on empty queues. */
const scripts = fc
  .tuple(
    fc.array(fc.nat(KEYS - 1), { maxLength: IDS }),
    fc.array(
      fc.record({
        kind: fc.constantFrom('push', 'pop', 'update', 'remove', 'hold'),
        id: fc.nat(IDS - 1),
        key: fc.nat(KEYS - 1),
      }),
      { maxLength: 150 },
    ),
  )
  .map(([fillKeys, steps]) => scriptFrom(fillKeys, steps));

interface Step {
  readonly kind: keyof typeof Kind;
  readonly id: number;
  readonly key: number;
}

/** Scripts never push an id that is in the queue, and never hold on an empty queue. */
function scriptFrom(fillKeys: readonly number[], wanted: readonly Step[]): Script {
  const list = new SortedList();
  const present = new Set(fillKeys.keys());
  for (const [id, key] of fillKeys.entries()) list.push(id, key);
  const steps = wanted.flatMap((step): Step[] => {
    const { kind, id, key } = step;
    if (kind === 'push' || kind === 'update') {
      const sure: Step = { id, key, kind: present.has(id) ? 'update' : 'push' };
      list.remove(id);
      list.push(id, key);
      present.add(id);
      return [sure];
    }
    if (kind === 'remove') {
      list.remove(id);
      present.delete(id);
      return [step];
    }
    const popped = list.pop();
    present.delete(popped);
    if (kind === 'pop' || popped < 0) return [{ ...step, kind: 'pop' }];
    list.push(popped, key);
    present.add(popped);
    return [step];
  });
  return {
    name: 'any',
    size: fillKeys.length,
    fillKeys: Float64Array.from(fillKeys),
    operations: steps.length,
    measuredFrom: 0,
    kinds: Uint8Array.from(steps, ({ kind }) => Kind[kind]),
    ids: Int32Array.from(steps, ({ id }) => id),
    keys: Float64Array.from(steps, ({ key }) => key),
    room: IDS + steps.length,
    moves: true,
    levels: KEYS,
  };
}

describe('every queue pops what a sorted list pops', () => {
  for (const name of [OURS, LEVELS, ...packageNames]) {
    property(name, 200, scripts, (script) => {
      assert.deepEqual(judged(makeQueue(name, script, false), script), judged(new SortedList(), script));
    });
  }
  for (const name of removingNames) {
    property(`${name}, removing`, 200, scripts, (script) => {
      assert.deepEqual(judged(makeQueue(name, script, true), script), judged(new SortedList(), script));
    });
  }
});

describe('each script does the operations in its name', () => {
  for (const name of workNames) {
    test(name, () => {
      const script = scriptOf(name, 500);
      const verdict = judged(new SortedList(), script);
      for (const queue of packageNames) {
        assert.deepEqual(judged(makeQueue(queue, script, false), script), verdict, queue);
      }
      assert.notDeepEqual(judged(new SortedList(), scriptOf(name, 500, 2)), verdict, 'another seed');
    });
  }

  test('every removed id is in the queue', () => {
    const script = removalsOf(500);
    assert.equal(new Set(script.ids).size, 250);
    const list = new SortedList();
    for (const [id, key] of script.fillKeys.entries()) list.push(id, key);
    for (const id of script.ids) assert.ok(list.remove(id));
  });
});

/** A queue that is not stable: among equal keys, it pops the last one first. */
class Unstable extends SortedList {
  #pushes = 0;

  override push(id: number, key: number): void {
    super.push(id, key - this.#pushes++ / 1e6);
  }
}

async function played(contender: Contender, script: Script): Promise<void> {
  try {
    assert.ok(contender.plays(script));
    assert.deepEqual(await contender.take([script], script), [judged(new SortedList(), script)]);
    const times = await contender.play(0, 3);
    assert.equal(times.length, 3);
    assert.ok(times.every((ms) => ms > 0));
  } finally {
    await contender.end();
  }
}

describe('queues in threads and processes pop the same ids', () => {
  test('in a thread', () => played(new ThreadContender('tinyqueue'), scriptOf('mixed', 300)));

  test('in a thread, with removals', async () => {
    const contender = new ThreadContender('fastpriorityqueue', { removing: true });
    const script = removalsOf(300);
    const removed = await contender.remove({ script, queues: 2, budgetMs: 10_000, stride: 1 });
    await contender.end();
    const list = new SortedList();
    assert.equal(removed.count, 150);
    assert.equal(removed.drained, judged(list, script).drained);
    assert.ok(removed.nsEach > 0);
  });

  test('an error in a thread rejects the promise', async () => {
    const contender = new ThreadContender('flatqueue');
    const script = { ...scriptOf('hold', 300), fillKeys: Float64Array.of(2 ** 27) };
    await assert.rejects(contender.take([script], script), /the key 134217728 is too large/);
    await contender.end();
  });

  test('in C++', async (t) => {
    const contender = startStd();
    if (contender === undefined) return t.skip('there is no compiler');
    assert.ok(!contender.plays(scriptOf('mixed', 300)));
    await played(contender, scriptOf('hold', 300));
  });
});

test('a queue that pops other ids is reported', async () => {
  const unstable: Contender = {
    name: 'unstable',
    plays: () => true,
    take: async (scripts) => scripts.map((script) => judged(new Unstable(), script)),
    play: async () => [],
    end: async () => {},
  };
  const stable = {
    ...unstable,
    take: async (all: readonly Script[]) => all.map((script) => judged(new SortedList(), script)),
  };
  const script = scriptOf('hold by level', 300);
  assert.match(await agreed([stable, stable], [script]), /^[0-9a-f]+-[0-9a-f]+$/);
  await assert.rejects(
    agreed([stable, unstable], [script]),
    /unstable: hold by level at 300 popped other ids/,
  );
  const large = scriptOf('hold by level', 1500);
  await assert.rejects(agreed([unstable, stable], [large]), /stable: hold by level at 1500 popped other ids/);
});
