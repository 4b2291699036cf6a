// The indexed heap against a plain binary heap that does without an index: the same operations, the same results.

import { IndexedHeap } from '../../sim/heap.ts';
import { type Effort, measure, summed } from '../measure.ts';
import type { Entry, Row } from '../row.ts';
import { PlainHeap } from './plain-heap.ts';
import { drain, play, type Queue, type Script, scripts } from './script.ts';
import { SortedList } from './sorted-list.ts';

/** A sorted list takes O(n) an operation: it judges the small size alone. */
const SORTED_MAX = 1_000;

export const heap: Entry = async ({ quick }) => {
  const rows: Row[] = [];
  for (const size of quick ? [1e3, 1e5] : [1e3, 1e5, 1e6]) {
    for (const script of scripts(size)) rows.push(await measureScript(script, effortFor(size)));
  }
  return rows;
};

function effortFor(size: number): Effort {
  if (size <= 1e3) return { rounds: 9, runs: 100 };
  return size <= 1e5 ? { rounds: 7, runs: 3 } : { rounds: 3, runs: 1 };
}

async function measureScript(script: Script, effort: Effort): Promise<Row> {
  const checksum = judge(script);
  const { subjectMs, referenceMs, ratios } = await measure(
    taskOf(() => new IndexedHeap(), script),
    taskOf(() => new PlainHeap(), script),
    effort,
  );
  const nsEach = (ms: number) => (ms * 1e6) / script.operations;
  return {
    name: `heap ${script.name} ${exponent(script.size)}`,
    value: nsEach(subjectMs),
    reference: nsEach(referenceMs),
    unit: 'ns/operation',
    ratioOf: 'plain binary heap ÷ indexed heap',
    ...summed(ratios),
    notes: { checksum },
  };
}

function taskOf(make: () => Queue, script: Script) {
  let queue = make();
  const expected = play(filled(make, script), script);
  return {
    prepare: () => {
      queue = filled(make, script);
    },
    run: () => {
      if (play(queue, script) !== expected) throw new Error(`${script.name} popped other ids than before`);
    },
  };
}

function filled(make: () => Queue, script: Script): Queue {
  const queue = make();
  for (let id = 0; id < script.fillKeys.length; id++) queue.push(id, script.fillKeys[id]);
  return queue;
}

/** Every queue must pop the same ids, during the script and when it is emptied afterwards. */
function judge(script: Script): string {
  const makers = [() => new IndexedHeap(), () => new PlainHeap(), () => new SortedList()];
  const checksums = makers.slice(0, script.size <= SORTED_MAX ? 3 : 2).map((make) => {
    const queue = filled(make, script);
    return `${(play(queue, script) >>> 0).toString(16)}-${(drain(queue) >>> 0).toString(16)}`;
  });
  if (new Set(checksums).size !== 1) {
    throw new Error(`${script.name} at ${script.size}: the queues disagree (${checksums.join(', ')})`);
  }
  return checksums[0];
}

function exponent(size: number): string {
  return `1e${String(size).length - 1}`;
}
