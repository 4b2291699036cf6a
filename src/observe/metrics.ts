// Prometheus series of one world: of its simulation, read at each scrape, and of its HTTP requests.

import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { HORIZONS, horizonOf } from '../../sim/index.ts';
import type { ReadableWorld } from '../driver/world.ts';

/** Upper bounds of request durations: reads take microseconds, an advance may take seconds. */
const durationBoundsSeconds = [0.00005, 0.0002, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Labels of requests that lead to no operation, and to another world. */
export const noOperation = 'none';
export const otherWorld = 'worlds';

export class Metrics {
  readonly #series = new Registry();
  readonly #requests: Counter<'operation' | 'status'>;
  readonly #durations: Histogram<'operation'>;
  readonly #closed: Counter<'why'>;

  constructor(world: ReadableWorld) {
    this.#requests = new Counter({
      name: 'gprsim_http_requests_total',
      help: 'Requests answered, by operation and HTTP status.',
      labelNames: ['operation', 'status'],
      registers: [this.#series],
    });
    this.#durations = new Histogram({
      name: 'gprsim_http_request_duration_seconds',
      help: 'Real time from the arrival of a request to its answer.',
      labelNames: ['operation'],
      buckets: durationBoundsSeconds,
      registers: [this.#series],
    });
    this.#closed = new Counter({
      name: 'gprsim_http_connections_closed_total',
      help: 'Connections that the server closed: at the limit of connections or of memory, or because the client read nothing.',
      labelNames: ['why'],
      registers: [this.#series],
    });
    simulationSeries(world, this.#series);
  }

  answered(operation: string, status: number, ms: number): void {
    this.#requests.inc({ operation, status });
    this.#durations.observe({ operation }, ms / 1000);
  }

  /** @param why `connections`, `memory` or `unread` */
  connectionClosed(why: string): void {
    this.#closed.inc({ why });
  }

  get contentType(): string {
    return this.#series.contentType;
  }

  text(): Promise<string> {
    return this.#series.metrics();
  }
}

function simulationSeries(world: ReadableWorld, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'gprsim_simulated_seconds',
    help: 'Simulated time since the start of the scenario.',
    registers,
    collect() {
      this.set(world.nowMs() / 1000);
    },
  });
  new Gauge({
    name: 'gprsim_clock_speed',
    help: 'Simulated seconds per second: requested, and recently reached. 0 while the clock is paused.',
    labelNames: ['which'],
    registers,
    collect() {
      const { mode, speed, reachedSpeed } = world.clock();
      this.set({ which: 'requested' }, mode === 'paused' ? 0 : speed);
      this.set({ which: 'reached' }, reachedSpeed);
    },
  });
  new Gauge({
    name: 'gprsim_facts',
    help: 'Facts since the start of the scenario.',
    registers,
    collect() {
      this.set(world.clock().seq);
    },
  });
  estimateSeries(world, registers);
  new Gauge({
    name: 'gprsim_gprs',
    help: 'GPRs in memory, by provisioning status.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(world.read.views.countStates())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'gprsim_gpus',
    help: 'GPUs of a cluster: all, the allocated ones, the free ones on nodes that are up, and those allocated to idle GPRs.',
    labelNames: ['cluster', 'which'],
    registers,
    collect() {
      for (const {
        name: cluster,
        gpus,
        allocatedGpus,
        availableGpus,
        idleGpus,
      } of world.read.views.clusters()) {
        this.set({ cluster, which: 'all' }, gpus);
        this.set({ cluster, which: 'allocated' }, allocatedGpus);
        this.set({ cluster, which: 'available' }, availableGpus);
        this.set({ cluster, which: 'idle' }, idleGpus);
      }
    },
  });
}

/** How the recorded estimates fared since this process has had the world; a scrape reads the answers since the one before. */
function estimateSeries(world: ReadableWorld, registers: Registry[]): void {
  const { read } = world;
  let known = read.estimateAnswers();
  let counted = 0;
  new Counter({
    name: 'gprsim_estimate_answers_total',
    help: 'Recorded estimates, asked hourly, of GPRs that have started since, by the time that was foreseen to be left, and by how the GPR started.',
    labelNames: ['horizon', 'started'],
    registers,
    collect() {
      const answers = read.estimateAnswers();
      answers.each(
        (foreseenMs, actualMs) => {
          const horizon = horizonOf(foreseenMs);
          const started = actualMs === foreseenMs ? 'exact' : actualMs < foreseenMs ? 'earlier' : 'later';
          this.inc({ horizon, started });
          errors.inc({ horizon }, Math.abs(actualMs - foreseenMs) / 1000);
        },
        answers === known ? counted : 0,
      );
      known = answers;
      counted = answers.count;
    },
  });
  // Behind the first: a scrape collects in this order.
  const errors = new Counter({
    name: 'gprsim_estimate_error_seconds_total',
    help: 'Sum of the absolute errors of the estimates that are counted in gprsim_estimate_answers_total.',
    labelNames: ['horizon'],
    registers,
  });
  new Gauge({
    name: 'gprsim_estimate_answers_overdue',
    help: 'The same of GPRs that still wait though they were to have started: they are not in gprsim_estimate_answers_total yet.',
    labelNames: ['horizon'],
    registers,
    collect() {
      const counts = new Map(HORIZONS.map(({ horizon }) => [horizon, 0]));
      read.estimateAnswers().eachOverdue(world.nowMs(), (foreseenMs) => {
        const horizon = horizonOf(foreseenMs);
        counts.set(horizon, counts.get(horizon)! + 1);
      });
      for (const [horizon, count] of counts) this.set({ horizon }, count);
    },
  });
}
