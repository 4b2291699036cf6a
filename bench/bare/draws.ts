// The random draws of a generated workload, equal to those of sim/base/numbers/random.ts and sim/workload/generated.ts. For speed,
// they are made for many arrivals at once, with one loop for each property, and the common part of an arrival is hashed once.

import { exponential, HIGH_WORD, mix32, scale } from '../../sim/base/numbers/random.ts';
import type { Gprs } from './gprs.ts';
import {
  EVICTS,
  IDLE_AFTER,
  NEVER_MS,
  orderOf,
  RANK,
  REQUEUES,
  rankOf,
  SHAPE,
  STATUS,
  statusOf,
  WORK_LEFT,
  WORKSPACE,
} from './record.ts';
import type { BareRules } from './rules.ts';

/** Arrivals drawn at once; their columns fit the level-1 cache. */
const BATCH = 256;

const Stream = { arrivalGap: 1, arrivalShape: 2, provisioning: 3 } as const;
/** Contribution of the upper uid word, which is 1 for a scenario's first workload. */
const ORIGIN = 0x165667b1;
const ATTEMPT = 0x9e3779b9;

const Draw = {
  workspace: 0,
  pool: 1,
  band: 2,
  level: 3,
  gpus: 4,
  nodes: 5,
  exit: 6,
  share: 7,
  traits: 8,
  idle: 9,
} as const;

export class Draws {
  readonly #rules: BareRules;
  readonly #ints: Int32Array;
  readonly #doubles: Float64Array;
  readonly #keys: { readonly gap: number; readonly shape: number; readonly provisioning: number };
  readonly #failsBelow: number;
  readonly #common: Int32Array = new Int32Array(BATCH);

  readonly #gapMs: Float64Array = new Float64Array(BATCH);
  readonly #workspace: Int32Array = new Int32Array(BATCH);
  readonly #gpuOfPools: Int32Array = new Int32Array(BATCH);
  readonly #weight: Int32Array = new Int32Array(BATCH);
  readonly #level: Int32Array = new Int32Array(BATCH);
  readonly #gpus: Int32Array = new Int32Array(BATCH);
  readonly #nodes: Int32Array = new Int32Array(BATCH);
  readonly #exitMs: Int32Array = new Int32Array(BATCH);
  readonly #share: Int32Array = new Int32Array(BATCH);

  constructor(rules: BareRules, { ints, doubles }: Gprs) {
    const { seed } = rules;
    const high = mix32((seed / 2 ** 32) ^ ATTEMPT);
    const keyOf = (stream: number) => mix32(mix32((seed | 0) ^ high) + Math.imul(stream, 0x27d4eb2f));
    this.#rules = rules;
    this.#ints = ints;
    this.#doubles = doubles;
    this.#keys = {
      gap: keyOf(Stream.arrivalGap),
      shape: keyOf(Stream.arrivalShape),
      provisioning: keyOf(Stream.provisioning),
    };
    this.#failsBelow = (rules.provisioningMicro / 1e6) * 2 ** 32;
  }

  /** Returns the gap before an arrival, in ms. Call it for all arrivals in order, each before its `fill`. */
  gapMs(number: number): number {
    if (number % BATCH === 0) this.#drawBatch(number);
    return this.#gapMs[number % BATCH];
  }

  provisioningFails(rank: number, retries: number): boolean {
    const common = commonOf(this.#keys.provisioning, orderOf(rank));
    return drawOf(common, Math.imul(retries, ATTEMPT)) < this.#failsBelow;
  }

  fill(gpr: number, number: number): void {
    const { workload, gpusUpTo, shapes } = this.#rules;
    const { priority, gpus, nodes } = workload;
    const ints = this.#ints;
    const at = number % BATCH;
    const common = this.#common[at];

    const gpu = this.#gpuOfPools[at];
    let pool = 0;
    while (gpusUpTo[pool] <= gpu) pool++;
    const weight = this.#weight[at];
    const band = weight < priority.low ? 0 : weight < priority.low + priority.medium ? 1 : 2;
    const level = band * 100 + this.#level[at];
    const exitMs = Math.ceil(this.#exitMs[at] / 1000) * 1000;
    const runMs = Math.max(1, Math.floor((exitMs * this.#share[at]) / 1000));

    const traits = drawOf(common, Math.imul(Draw.traits, ATTEMPT));
    const evicts = milliOf(traits) < workload.evictsMilli ? 1 : 0;
    const requeues = milliOf(traits >>> 10) < workload.requeuesMilli ? REQUEUES : 0;
    const idles = milliOf(traits >>> 20) < workload.idleMilli;
    const idleAfter = idles ? scale(drawOf(common, Math.imul(Draw.idle, ATTEMPT)), 0, runMs) : NEVER_MS;
    const shape = ((pool * gpus.length + this.#gpus[at]) * nodes.length + this.#nodes[at]) * 2 + evicts;

    this.#doubles[(gpr >> 1) + RANK] = rankOf(level, number);
    ints[gpr + WORK_LEFT] = Math.min(exitMs, runMs);
    ints[gpr + IDLE_AFTER] = idleAfter;
    ints[gpr + WORKSPACE] = this.#workspace[at];
    ints[gpr + STATUS] = statusOf(evicts * EVICTS + requeues, level, pool);
    ints[gpr + SHAPE] = shapes[shape];
  }

  #drawBatch(number: number): void {
    const { workload, workspaces, gpusUpTo } = this.#rules;
    const { priority, gpus, nodes, exitDurationMs, runtimeShareMilli, interArrivalMeanMs } = workload;
    const gapMs = this.#gapMs;
    const common = this.#common;
    for (let i = 0; i < BATCH; i++) {
      gapMs[i] = Math.floor(
        exponential(drawOf(commonOf(this.#keys.gap, number + i), 0)) * interArrivalMeanMs,
      );
      common[i] = commonOf(this.#keys.shape, number + i);
    }
    this.#uniform(this.#workspace, Draw.workspace, 0, workspaces - 1);
    this.#uniform(this.#gpuOfPools, Draw.pool, 0, gpusUpTo[gpusUpTo.length - 1] - 1);
    this.#uniform(this.#weight, Draw.band, 0, priority.low + priority.medium + priority.high - 1);
    this.#uniform(this.#level, Draw.level, 1, 100);
    this.#uniform(this.#gpus, Draw.gpus, 0, gpus.length - 1);
    this.#uniform(this.#nodes, Draw.nodes, 0, nodes.length - 1);
    this.#uniform(this.#exitMs, Draw.exit, exitDurationMs.from, exitDurationMs.to);
    this.#uniform(this.#share, Draw.share, runtimeShareMilli.from, runtimeShareMilli.to);
  }

  /** Draws a uniform integer from `from` to `to`, both included, for each arrival of the batch. */
  #uniform(column: Int32Array, draw: number, from: number, to: number): void {
    const common = this.#common;
    const attempt = Math.imul(draw, ATTEMPT);
    const span = (to - from + 1) * HIGH_WORD;
    for (let i = 0; i < BATCH; i++) column[i] = from + ((drawOf(common[i], attempt) * span) | 0);
  }
}

function commonOf(key: number, number: number): number {
  return (mix32((number | 0) ^ key) + ORIGIN) | 0;
}

function drawOf(common: number, attempt: number): number {
  return mix32(common + attempt) >>> 0;
}

function milliOf(bits: number): number {
  return ((bits & 1023) * 1000) >> 10;
}
