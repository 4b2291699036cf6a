// One queue in a thread of its own, so that the machine code made for it knows of no other. It obeys one order at a
// time and answers with its outcome.

import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { makeQueue } from './queues.ts';
import { drain, fill, judged, play, type Queue, type Script, type Verdict } from './script.ts';

export interface PlayerData {
  readonly queue: string;
  /** Whether it takes out elements by the package's own means. */
  readonly removing: boolean;
}

/** Takes scripts for the plays that follow; their verdicts. */
export interface Take {
  readonly kind: 'take';
  readonly scripts: readonly Script[];
  /** A short one of the same work: playing it brings the machine code to its last state. */
  readonly warmUp: Script;
}

/** Plays one script after the other, so many times; the times, ms. */
export interface Play {
  readonly kind: 'play';
  /** The script that comes first. */
  readonly first: number;
  readonly runs: number;
}

/** Plays the removals of a script, on as many queues one after the other, until the time is up. */
export interface Remove {
  readonly kind: 'remove';
  readonly script: Script;
  readonly queues: number;
  readonly budgetMs: number;
  /** Removals between looks at the clock. */
  readonly stride: number;
}

export interface Removed {
  readonly nsEach: number;
  /** How many the last queue lost, and a checksum over what it has left. */
  readonly count: number;
  readonly drained: number;
}

const WARM_UPS = 20;
/** At this size a collection before each run costs less than it saves in noise. */
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
