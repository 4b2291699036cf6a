// The FGD study with seed 42, and the same trace in time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker, eachFact, FactKind, type FactRun, GprEnded, HOUR_MS, Reason } from '../../sim/index.ts';
import { openb } from '../../sim/workload/formats/openb/openb.ts';
import { missing, recordedOrders, rowsOf, textOf } from './study.ts';
import { runThrough, studyScenario } from './study-runs.ts';

/** Collects of each GPR in order of creation: its node and GPU indexes, or that it was refused. */
class Outcomes {
  readonly found: string[] = [];

  follow(run: FactRun): void {
    const { words } = run;
    eachFact(run, (kind, _, at) => {
      if (kind === FactKind.gprGpus) this.found.push(`${words[at + 2]} ${bitsOf(words[at + 3]).join(' ')}`);
      if (kind !== FactKind.gprEnded) return;
      assert.equal(words[at + GprEnded.reason], Reason.noRoom);
      this.found.push('refused');
    });
  }
}

function bitsOf(mask: number): number[] {
  return Array.from({ length: 16 }, (_, bit) => bit).filter((bit) => (mask & (1 << bit)) !== 0);
}

test('every GPR of the study gets the node and the GPUs that FGD gives it', { skip: missing }, () => {
  const workload = 'openb_pod_list_default';
  const { found } = runThrough(studyScenario(workload, 42, 'fgd'), () => new Outcomes());
  const numbers = new Map(rowsOf('openb_node_list_gpu_node.csv').map(({ sn }, row) => [sn, row]));
  const placements = rowsOf('default-seed42-fgd-placements.csv.gz');
  const expected = placements.map(({ node, gpu_indices }) => {
    return node === '' ? 'refused' : `${numbers.get(node)} ${gpu_indices.replaceAll(/\D+/g, ' ')}`;
  });
  assert.equal(expected.length, 10_866);
  assert.deepEqual(found, expected);
});

test('a repeated arrival has another name and another workspace', { skip: missing }, () => {
  const workload = 'openb_pod_list_default';
  const scenario = studyScenario(workload, 42, 'fgd');
  const pods = rowsOf(`${workload}.csv`);
  const { arrivals } = recordedOrders().find((order) => order.workload === workload && order.seed === 42)!;
  const times = new Map<number, number>();
  const names = arrivals.map((row) => {
    const time = (times.get(row) ?? 0) + 1;
    times.set(row, time);
    return time === 1 ? pods[row].name : `${pods[row].name}~${time}`;
  });
  let views: string[] = [];
  runThrough(scenario, (simulation) => ({
    follow(facts) {
      for (const fact of simulation.viewFacts(facts))
        if (fact.kind === 'gpr.created') views = [...views, fact.workspace];
    },
  }));
  assert.deepEqual(views, names);
});

/** Thousandths of GPUs, whole GPUs, CPU and memory that each node has left; fails if anything is given twice. */
class Ledger {
  readonly #rows = rowsOf('openb_node_list_gpu_node.csv');
  readonly #every: number;
  readonly #shapes = new Map<number, { gpuMilli: number; cpuMilli: number; memoryMib: number }>();
  readonly #held = new Map<number, { node: number; mask: number }>();
  readonly #left = new Map<number, { gpus: number[]; cpuMilli: number; memoryMib: number }>();
  shared = 0;
  together = 0;
  starts = 0;
  ends = 0;

  /** @param every keeps every nth row of the list of nodes */
  constructor(every: number) {
    this.#every = every;
  }

  follow(run: FactRun): void {
    const { words } = run;
    eachFact(run, (kind, _, at) => {
      const uid = words[at];
      if (kind === FactKind.gprShape) {
        const [gpuMilli, cpuMilli, memoryMib] = words.subarray(at + 2, at + 5);
        this.#shapes.set(uid, { gpuMilli, cpuMilli, memoryMib });
      } else if (kind === FactKind.gprGpus) {
        this.starts++;
        this.#held.set(uid, { node: words[at + 2], mask: words[at + 3] });
        this.#change(uid, -1);
      } else if ((kind === FactKind.gprEnded || kind === FactKind.gprRequeued) && this.#held.has(uid)) {
        this.ends++;
        this.#change(uid, 1);
        this.#held.delete(uid);
      }
    });
  }

  #change(uid: number, sign: number): void {
    const { node, mask } = this.#held.get(uid)!;
    const { gpuMilli, cpuMilli, memoryMib } = this.#shapes.get(uid)!;
    const { gpu, cpu_milli, memory_mib } = this.#rows[node * this.#every];
    const left = this.#left.get(node) ?? {
      gpus: Array.from({ length: Number(gpu) }, () => 1000),
      cpuMilli: Number(cpu_milli),
      memoryMib: Number(memory_mib),
    };
    this.#left.set(node, left);
    for (const index of bitsOf(mask)) {
      if (sign < 0 && gpuMilli === 1000) assert.equal(left.gpus[index], 1000, 'a whole GPU is free');
      if (sign < 0 && left.gpus[index] < 1000) this.shared++;
      left.gpus[index] += sign * gpuMilli;
      assert.ok(left.gpus[index] >= 0 && left.gpus[index] <= 1000);
    }
    if (bitsOf(mask).length > 1) this.together++;
    left.cpuMilli += sign * cpuMilli;
    left.memoryMib += sign * memoryMib;
    assert.ok(left.cpuMilli >= 0 && left.cpuMilli <= Number(cpu_milli));
    assert.ok(left.memoryMib >= 0 && left.memoryMib <= Number(memory_mib));
  }
}

for (const [queue, placement] of [
  ['backfill', 'fgd'],
  ['strict', 'clustering'],
  ['greedy', 'random'],
  ['backfill', 'best-fit'],
  ['refuse', 'packing'],
]) {
  test(`in time, under ${queue} and ${placement}, nothing is given twice`, { skip: missing }, () => {
    const flags = { '--arrivals': 'recorded', '--compress': '2000', '--keep-nodes': '1/16' };
    const scenario = studyScenario('openb_pod_list_default', 1, placement, flags);
    // Failures of nodes end attempts, too.
    const failures = { ...scenario.failures, nodeMtbfMs: 40 * HOUR_MS };
    const changed = { ...scenario, scheduler: { ...scenario.scheduler, queue }, failures };
    const checker = new Checker(changed);
    const ledger = new Ledger(16);
    let waits: number[] = [];
    runThrough(changed, (simulation) => ({
      follow(facts) {
        checker.read(facts);
        ledger.follow(facts);
        if (facts.count > 0) waits = [...simulation.measures.waits()];
      },
    }));
    assert.deepEqual(checker.violations, []);
    assert.equal(ledger.starts, ledger.ends);
    assert.ok(ledger.shared > 100 && ledger.together > 10, `${ledger.shared} ${ledger.together}`);
    if (queue !== 'refuse') assert.ok(waits.filter((wait) => wait > 0).length > 100, 'a queue forms');
  });
}

test('a list with five columns replays only with shuffled arrivals, as do the requests of its pods', {
  skip: missing,
}, () => {
  const texts = {
    nodes: textOf('openb_node_list_gpu_node.csv'),
    pods: textOf('openb_pod_list_multigpu20.csv'),
  };
  const options = { compress: 1, keepNodes: 1, bound: { kind: 'exact' }, shares: 'exact' } as const;
  const read = openb.read(texts, { ...options, arrivals: 'shuffled' });
  assert.ok(read.ok);
  const milli = read.trace.gprs.reduce(
    (sum, { gpusPerNode, shape }) => sum + gpusPerNode * (shape?.gpuMilli ?? 0),
    0,
  );
  const rows = rowsOf('openb_pod_list_multigpu20.csv');
  const requested = rows.reduce(
    (sum, { num_gpu, gpu_milli }) => sum + Number(num_gpu) * Number(gpu_milli),
    0,
  );
  assert.deepEqual([read.trace.gprs.length, milli], [rows.length, requested]);
  const refused = openb.read(texts, { ...options, arrivals: 'recorded' });
  assert.ok(!refused.ok);
  assert.match(refused.problems[0]!.message, /it can be replayed with .*--shares exact --arrivals shuffled/);
});
