// A worker thread with one queue, so that its compiled code is not affected by other queues. It executes one order at a
// time and returns the result.

import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { makeQueue } from './queues.ts';
import { drain, fill, judged, play, type Queue, type Script, type Verdict } from './script.ts';

export interface PlayerData {
  readonly queue: string;
  /** Whether it removes elements with the method of the package. */
  readonly removing: boolean;
}

/** Order: keep scripts for `Play` and return their verdicts. */
export interface Take {
  readonly kind: 'take';
  readonly scripts: readonly Script[];
  /** A short script of the same work, played until the code is optimized. */
  readonly warmUp: Script;
}

/** Order: play the scripts in turn and return the times in ms. */
export interface Play {
  readonly kind: 'play';
  readonly first: number;
  readonly runs: number;
}

/** Order: play the removals of a script on several queues in turn, until the time is over. */
export interface Remove {
  readonly kind: 'remove';
  readonly script: Script;
  readonly queues: number;
  readonly budgetMs: number;
  readonly stride: number;
}

export interface Removed {
  readonly nsEach: number;
  /** Number of elements removed from the last queue, and a checksum of the rest. */
  readonly count: number;
  readonly drained: number;
}

const WARM_UPS = 20;
/** From this size on, a garbage collection before each run is worth its time. */
const COLLECTED_FROM = 1e5;

const { queue: name, removing } = workerData as PlayerData;
const port = parentPort!;
let scripts: readonly Script[] = [];
let verdicts: readonly Verdict[] = [];

port.on('message', (order: Take | Play | Remove) => port.postMessage(obey(order)));

function obey(order: Take | Play | Remove): unknown {
  if (order.kind === 'play') return playAll(order);
  if (order.kind === 'remove') return takeOut(order);
  return take(order);
}

function take({ scripts: taken, warmUp }: Take): readonly Verdict[] {
  for (let i = 0; i < WARM_UPS; i++) judged(makeQueue(name, warmUp, removing), warmUp);
  scripts = taken;
  verdicts = scripts.map((script) => judged(makeQueue(name, script, removing), script));
  return verdicts;
}

function playAll({ first, runs }: Play): number[] {
  globalThis.gc?.();
  const times: number[] = [];
  for (let run = first; run < first + runs; run++) {
    const at = run % scripts.length;
    const script = scripts[at];
    const queue = fill(makeQueue(name, script, removing), script);
    if (script.size >= COLLECTED_FROM) globalThis.gc?.();
    const startedMs = performance.now();
    const played = play(queue, script, script.measuredFrom, script.operations);
    times.push(performance.now() - startedMs);
    if (played !== verdicts[at].played) {
      throw new Error(`${name}: ${script.name} at ${script.size} popped other ids than before`);
    }
  }
  return times;
}

function takeOut({ script, queues, budgetMs, stride }: Remove): Removed {
  const { operations, ids } = script;
  let queue: Queue;
  let count = 0;
  let countAll = 0;
  let ms = 0;
  for (let i = 0; i < queues && ms < budgetMs; i++) {
    queue = fill(makeQueue(name, script, removing), script);
    if (i === 0) globalThis.gc?.();
    const startedMs = performance.now() - ms;
    count = 0;
    while (count < operations && ms < budgetMs) {
      const end = Math.min(count + stride, operations);
      while (count < end) queue.remove(ids[count++]);
      ms = performance.now() - startedMs;
    }
    countAll += count;
  }
  return { nsEach: (ms * 1e6) / countAll, count, drained: drain(queue!) };
}
