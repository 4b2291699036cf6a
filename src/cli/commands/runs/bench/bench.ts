// Measures the engine with a fixed workload, identified by its hash. A reference loop runs beside it: the ratio of the
// two compares engines across machines.

import type { Command } from 'commander';
import { ENGINE_VERSION, NEVER, type Scenario, Simulation } from '../../../../../sim/index.ts';
import { CommandFailure } from '../../../../arguments/command-failure.ts';
import { scenarioBy } from '../../../../arguments/flag-values.ts';
import { doneOf, partsOf } from '../../../../driver/run-parts.ts';
import { thisMachine } from '../../../../observe/machine.ts';
import type { Output } from '../../../support/output/output.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { VERSION } from '../../../support/version.ts';
import { walk } from './reference-walk.ts';

interface BenchFlags {
  readonly quick?: boolean;
}

const WORKLOAD = 'million';
const QUICK_GPRS = 100_000;
/** Odd, so that the median is one of the measured values. */
const ROUNDS = 5;
const QUICK_ROUNDS = 3;

interface Round {
  readonly gprsPerSecond: number;
  readonly stepsPerSecond: number;
}

export async function bench({ quick = false }: BenchFlags, output: Output): Promise<void> {
  const scenario = quick ? firstGprs(million(), QUICK_GPRS) : million();
  const roundsMax = quick ? QUICK_ROUNDS : ROUNDS;
  const work = new LongWork(output);
  try {
    const warm = await engineRun(scenario, work, 'warming up');
    // Measured here: the peak of one run, before the reference loop and further rounds raise it.
    const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);
    const checksum = walk().checksum;
    const rounds: Round[] = [];
    for (let round = 1; round <= roundsMax; round++) {
      const engine = await engineRun(scenario, work, `round ${round} of ${roundsMax}`);
      mustBeSame('the engine', engine.hash, warm.hash);
      const reference = walk();
      mustBeSame('the reference', reference.checksum, checksum);
      rounds.push({
        gprsPerSecond: perSecond(engine.gprs, engine.ms),
        stepsPerSecond: perSecond(reference.steps, reference.ms),
      });
    }
    work.end();
    report({ ...warm, peakRssMb, rounds }, output);
  } finally {
    work.end();
  }
}

function million(): Scenario {
  return scenarioBy(WORKLOAD, {}).scenario;
}

function firstGprs(scenario: Scenario, count: number): Scenario {
  return {
    ...scenario,
    workload: scenario.workload.map((stream) =>
      stream.kind === 'generated' ? { ...stream, count } : stream,
    ),
  };
}

/** Runs a world to its end as `run` does, hash and measures included. The time excludes the building of the world. */
async function engineRun(scenario: Scenario, work: LongWork, what: string) {
  const simulation = new Simulation(scenario);
  work.begin({ what, counts: 'events' });
  const startedAt = performance.now();
  for (const isLast of partsOf(simulation, NEVER)) {
    simulation.dropFacts();
    if (isLast) break;
    const { events: count, nowMs: simMs } = simulation;
    await work.show({ count, simMs, done: doneOf(simulation, NEVER) });
  }
  const ms = performance.now() - startedAt;
  const { hash, seq: facts } = simulation.clock();
  return { ms, hash, facts, gprs: simulation.measures.gprs };
}

function mustBeSame<T>(what: string, found: T, first: T): void {
  if (found !== first)
    throw new CommandFailure(
      `${what} computed ${found} after ${first} for the same input: this machine computes wrongly`,
    );
}

interface Measured {
  readonly gprs: number;
  readonly facts: number;
  readonly hash: string;
  readonly peakRssMb: number;
  readonly rounds: readonly Round[];
}

function report({ gprs, facts, hash, peakRssMb, rounds }: Measured, output: Output): void {
  const { node, platform, cpu, cpus } = thisMachine();
  const rates = rounds.map(({ gprsPerSecond }) => gprsPerSecond);
  const rate = median(rates);
  const steps = median(rounds.map(({ stepsPerSecond }) => stepsPerSecond));
  // Per round: a temporary slowdown of the machine affects both numbers of a round.
  const ratio = median(rounds.map(({ gprsPerSecond, stepsPerSecond }) => gprsPerSecond / stepsPerSecond));
  const factsPerSecond = (rate * facts) / gprs;
  output.data({
    gprsim: VERSION,
    engine: ENGINE_VERSION,
    workload: WORKLOAD,
    gprs,
    facts,
    hash,
    gprsPerSecond: Math.round(rate),
    factsPerSecond: Math.round(factsPerSecond),
    referenceStepsPerSecond: Math.round(steps),
    gprsPerMillionSteps: Math.round(ratio * 1e6),
    peakRssMb,
    rounds: rounds.map(({ gprsPerSecond, stepsPerSecond }) => ({
      gprsPerSecond: Math.round(gprsPerSecond),
      referenceStepsPerSecond: Math.round(stepsPerSecond),
    })),
    node,
    platform,
    cpus,
    cpu,
  });
  const range = `${digits3(Math.min(...rates))}–${digits3(Math.max(...rates))}`;
  const parts = [
    `gprsim ${VERSION} engine ${ENGINE_VERSION}`,
    `${WORKLOAD} ${gprs.toLocaleString('en-US')} GPRs`,
    `${digits3(rate)} GPRs/s (median of ${rounds.length}, ${range})`,
    `${millions(factsPerSecond)} M facts/s`,
    `${peakRssMb} MB`,
    `${digits3(ratio * 1e6)} GPRs per million reference steps (${millions(steps)} M steps/s)`,
    `hash ${hash}`,
    `Node ${node}`,
    platform,
    `${cpus} × ${cpu}`,
  ];
  output.text(parts.join(' · '));
}

function perSecond(count: number, ms: number): number {
  return count / (ms / 1000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Three significant digits, with commas between thousands. */
function digits3(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

function millions(value: number): string {
  return String(Number((value / 1e6).toPrecision(3)));
}

export function declare(command: Command, output: Output): void {
  command.option('--quick', 'run a tenth of the workload').action((flags) => bench(flags, output));
}
