import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaggedGenerator } from '../../../sim/workload/study/lagged-generator.ts';
import { studyOrder } from '../../../sim/workload/study/study-order.ts';
import { missing, recordedOrders, rowsOf } from '../../traces/study.ts';

test('the generator draws what Go’s math/rand draws from seed 1', () => {
  const random = new LaggedGenerator(1);
  const drawn = [random.int63(), random.int63(), random.int63()];
  assert.deepEqual(drawn, [5577006791947779410n, 8674665223082153551n, 6129484611666145821n]);
});

test('seeds that are equal modulo 2^31 − 1 draw the same, and so do 0 and its replacement', () => {
  const first = (seed: number) => new LaggedGenerator(seed).int63();
  assert.equal(first(5 + 3 * (2 ** 31 - 1)), first(5));
  assert.equal(first(-1), first(2 ** 31 - 2));
  assert.equal(first(0), first(89482311));
  assert.notEqual(first(5), first(6));
});

test('a permutation has each number once, and a draw stays below its bound', () => {
  const random = new LaggedGenerator(7);
  const order = random.perm(1000);
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    order.map((_, i) => i),
  );
  for (const bound of [1, 3, 64, 1000]) {
    const drawn = Array.from({ length: 500 }, () => random.intn(bound));
    assert.ok(drawn.every((draw) => draw >= 0 && draw < bound));
    assert.ok(new Set(drawn).size >= Math.min(bound, 250));
  }
});

test('requests above 1.3 times the GPUs are left out until they are below', () => {
  const pods = Array.from({ length: 40 }, () => ({ gpus: 1, gpuMilli: 500 }));
  // 20,000 thousandths are requested, and the cluster has 4,000: ten pods of 500 are 5,000, eleven are above 5,200.
  const { arrivals, ranks } = studyOrder(3, pods, 4, 4000);
  assert.equal(arrivals.length, 10);
  assert.equal(new Set(arrivals).size, 10);
  assert.deepEqual(ranks.toSorted(), [0, 1, 2, 3]);
});

test('requests below 1.3 times the GPUs are repeated until one more would be above', () => {
  const pods = Array.from({ length: 3 }, () => ({ gpus: 1, gpuMilli: 500 }));
  const { arrivals } = studyOrder(3, pods, 4, 4000);
  assert.equal(arrivals.length, 10);
  assert.deepEqual([...new Set(arrivals)].toSorted(), [0, 1, 2]);
});

test('the orders and ranks of the study come from its seeds', { skip: missing }, () => {
  const nodes = rowsOf('openb_node_list_gpu_node.csv');
  const gpuMilli = nodes.reduce((sum, { gpu }) => sum + 1000 * Number(gpu), 0);
  for (const { workload, seed, arrivals, nodeRank } of recordedOrders()) {
    const pods = rowsOf(`${workload}.csv`).map(({ num_gpu, gpu_milli }) => {
      return { gpus: Number(num_gpu), gpuMilli: Number(num_gpu) === 0 ? 0 : Number(gpu_milli) };
    });
    const order = studyOrder(seed, pods, nodes.length, gpuMilli);
    assert.deepEqual(order.arrivals, arrivals, `arrivals of ${workload}, seed ${seed}`);
    assert.deepEqual(order.ranks, nodeRank, `ranks of ${workload}, seed ${seed}`);
  }
});
