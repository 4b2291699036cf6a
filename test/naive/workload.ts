// Streams of arrivals: generated, scripted, recorded.

import {
  Dice,
  Stream as Draws,
  exponential,
  FactKind,
  Flag,
  type GeneratedWorkload,
  HOUR_MS,
  Origin,
  type RecordedJob,
  type ScriptStep,
  scale,
  type TraceGpr,
  uidOf,
  type WeeklyRates,
} from '../../sim/index.ts';
import { applyCommand, checkCommand } from './commands.ts';
import { type Asked, create } from './creation.ts';
import { breachOf } from './policies.ts';
import { dueAt, type NaiveWorld, report, type Stream, typeOf } from './state.ts';

const SECOND = 1_000;

/** The draws of one arrival; the number of a draw is its index. */
const DRAWS = [
  'workspace',
  'pool',
  'band',
  'priority',
  'gpus',
  'nodes',
  'exit',
  'share',
  'traits',
  'idle',
  'job',
] as const;

/** Plans the next arrival of a stream. */
export function planArrival(world: NaiveWorld, stream: Stream): void {
  const atMs = arrivalMs(world, stream);
  stream.turn = atMs < Infinity ? dueAt(world, atMs) : null;
}

function arrivalMs({ scenario, arrivalRateMilli }: NaiveWorld, stream: Stream): number {
  const { workload, next } = stream;
  if (workload.kind === 'script') return workload.steps[next]?.atMs ?? Infinity;
  if (workload.kind === 'trace') return workload.gprs[next]?.arrivalMs ?? Infinity;
  if (next >= (workload.count ?? Infinity)) return Infinity;
  const draw = new Dice(scenario.seed, Draws.arrivalGap).draw(uidOfNext(stream), 0);
  const gap = Math.floor(exponential(draw) * workload.interArrivalMeanMs);
  const { startMs, weekly } = workload;
  const week = weekly === null ? null : weekOf(weekly);
  if (next === 0) stream.place = week === null ? startMs : week.placeOf(startMs);
  stream.place += Math.floor((gap * 1000) / arrivalRateMilli);
  return week === null ? stream.place : Math.max(startMs, week.instantOf(stream.place));
}

/** Maps instants to the time in which gaps are drawn, and back. Hour by hour, from the Monday before the start. */
function weekOf({ startMs: beforeMs, rates }: WeeklyRates) {
  const total = rates.reduce((sum, rate) => sum + BigInt(rate), 0n);
  /** Place of the beginning of an hour since Monday. */
  const begins = (hour: number): number => {
    const passed = rates.slice(0, hour % rates.length).reduce((sum, rate) => sum + BigInt(rate), 0n);
    const week = BigInt(rates.length * HOUR_MS);
    return Number(week * BigInt(Math.floor(hour / rates.length)) + (passed * week) / total);
  };
  const scaled = (part: number, by: number, over: number) =>
    Number((BigInt(part) * BigInt(by)) / BigInt(over));
  return {
    placeOf(atMs: number): number {
      const hour = Math.floor((beforeMs + atMs) / HOUR_MS);
      const within = beforeMs + atMs - hour * HOUR_MS;
      return begins(hour) + scaled(within, begins(hour + 1) - begins(hour), HOUR_MS);
    },
    instantOf(place: number): number {
      let hour = 0;
      while (begins(hour + 1) <= place) hour++;
      const within = scaled(place - begins(hour), HOUR_MS, begins(hour + 1) - begins(hour));
      return hour * HOUR_MS + within - beforeMs;
    },
  };
}

export function arrive(world: NaiveWorld, stream: Stream): void {
  const { workload, next } = stream;
  if (workload.kind === 'script') takeStep(world, stream, workload.steps[next]);
  else if (workload.kind === 'trace') enter(world, recorded(world, stream, workload.gprs[next]));
  else enter(world, drawn(world, stream, workload));
  stream.next++;
  planArrival(world, stream);
}

function takeStep(world: NaiveWorld, stream: Stream, step: ScriptStep): void {
  const check = checkCommand(world, step.command, uidOfNext(stream));
  if ('refused' in check) report(world, FactKind.scriptRefused, stream.entry, stream.next);
  else applyCommand(world, check.command, uidOfNext(stream), 'runMs' in step ? step.runMs : Infinity);
}

/** Creates the GPR of an arrival, unless its workspace is being deleted or its policy refuses it. */
function enter(world: NaiveWorld, asked: Asked): void {
  const { uid, workspace, pool } = asked;
  if (workspace.going !== 'no') return;
  const breach = breachOf(world, workspace, { ...asked, memoryGbPerGpu: null }, pool.types[0], 0);
  if (breach === null) create(world, asked);
  else report(world, FactKind.arrivalRefused, uid, workspace.index, pool.index);
}

function recorded(world: NaiveWorld, stream: Stream, gpr: TraceGpr): Asked {
  const [{ pool }] = stream.pools;
  const types = pool.types.filter((index) => {
    const { gpuModelName, gpuCount } = typeOf(world, index);
    const isModel = gpr.gpuModels.length === 0 || gpr.gpuModels.includes(gpuModelName);
    return isModel && gpuCount >= gpr.gpusPerNode;
  });
  return {
    shape: gpr.shape ?? null,
    uid: uidOfNext(stream),
    workspace: stream.workspaces[stream.next],
    pool,
    nodeCount: gpr.nodeCount,
    gpusPerNode: gpr.gpusPerNode,
    types,
    priority: gpr.priority,
    flags: Flag.requeues,
    exitMs: gpr.exitMs,
    runLeftMs: gpr.runMs,
    idleAfterMs: Infinity,
    idleTimeOutMs: 0,
  };
}

function drawn(world: NaiveWorld, stream: Stream, spec: GeneratedWorkload): Asked {
  const dice = new Dice(world.scenario.seed, Draws.arrivalShape);
  const uid = uidOfNext(stream);
  const draw = (what: (typeof DRAWS)[number]) => dice.draw(uid, DRAWS.indexOf(what));
  const between = (what: (typeof DRAWS)[number], from: number, to: number) => scale(draw(what), from, to);
  const oneOf = <T>(what: (typeof DRAWS)[number], list: readonly T[]) =>
    list[between(what, 0, list.length - 1)];
  const thousandths = (from: number) => Math.floor((((draw('traits') >>> from) & 1023) * 1000) / 1024);

  const workspace = oneOf('workspace', stream.workspaces);
  const names = world.scenario.clusters.map(({ name }) => name);
  const near = stream.pools.filter(({ pool }) => workspace.clusters.includes(names[pool.cluster]));
  const { pool, nodes, gpuCount } = oneOf(
    'pool',
    near.flatMap((offer) => new Array<typeof offer>(offer.weight).fill(offer)),
  );
  const { low, medium, high } = spec.priority;
  const inBands = between('band', 0, low + medium + high - 1);
  const band = inBands < low ? 0 : inBands < low + medium ? 1 : 2;
  const evicts = thousandths(0) < spec.evictsMilli;
  const requeues = thousandths(10) < spec.requeuesMilli;
  const idles = thousandths(20) < spec.idleMilli;
  const {
    exitMs,
    runMs: runLeftMs,
    nodeCount,
    gpusPerNode,
  } = spec.jobs === null ? sized() : sampled(spec.jobs);

  function sized() {
    const askedMs = between('exit', spec.exitDurationMs.from, spec.exitDurationMs.to);
    const exitMs = Math.max(1, Math.ceil(askedMs / SECOND)) * SECOND;
    const share = between('share', spec.runtimeShareMilli.from, spec.runtimeShareMilli.to);
    const runMs = Math.max(1, Math.floor((exitMs * share) / 1000));
    return { exitMs, runMs, nodeCount: oneOf('nodes', spec.nodes), gpusPerNode: oneOf('gpus', spec.gpus) };
  }

  function sampled(jobs: readonly RecordedJob[]) {
    return oneOf(
      'job',
      jobs.flatMap((job) => new Array<typeof job>(job.weight).fill(job)),
    );
  }

  return {
    shape: null,
    uid,
    workspace,
    pool,
    nodeCount: Math.min(nodeCount, nodes),
    gpusPerNode: Math.min(gpusPerNode, gpuCount),
    types: pool.types,
    priority: between('priority', band * 100 + 1, band * 100 + 100),
    flags:
      (evicts ? Flag.evicts : 0) + (requeues ? Flag.requeues : 0) + (idles ? Flag.enforcesIdleTimeOut : 0),
    exitMs,
    runLeftMs,
    idleAfterMs: idles ? between('idle', 0, runLeftMs) : Infinity,
    idleTimeOutMs: idles ? spec.idleTimeOutMs : 0,
  };
}

function uidOfNext({ entry, next }: Stream): number {
  return uidOf(Origin.workload + entry, next);
}
