// Workload: streams of arrivals. Each stream has one timer, set to its next arrival. Each kind of stream is one file that
// implements `Stream`. Only the counters are state; everything else about a stream follows from the scenario.

import type { Core } from '../kernel/core.ts';
import { Timer, timerId } from '../kernel/timers.ts';
import type { World } from '../world.ts';

/** A stream of arrivals, numbered from 0. */
export interface Stream {
  /**
   * Place of arrival `number` in the time of the stream, ms, given that of the previous one (0 for the first); NEVER = no such
   * arrival.
   * @param rateMilli divides the gaps of generated arrivals
   */
  at(number: number, before: number, rateMilli: number): number;
  /** Instant of a place in the time of the stream, ms; without it, both are equal. */
  instantOf?(place: number): number;
  /** Mask of the node classes that GPR `number` accepts; without it, all. */
  classesOf?(number: number): number;
  /** Performs arrival `number` at the present instant. */
  arrive(world: World, number: number): void;
}

export class StreamTable {
  /** Number of the next arrival, by stream. */
  next: number[] = [];
  /** Place of that arrival in the time of its stream, ms; NEVER = none. */
  nextAt: number[] = [];
}

export function startStreams(core: Core, streams: readonly Stream[], table: StreamTable): void {
  streams.forEach((stream, index) => {
    table.next[index] = 0;
    plan(core, index, stream, table, stream.at(0, 0, core.arrivalRateMilli));
  });
}

/** Handles the timer of a stream: performs one arrival and plans the next. */
export function onArrival(world: World, streams: readonly Stream[], table: StreamTable, index: number): void {
  const number = table.next[index];
  const stream = streams[index];
  stream.arrive(world, number);
  table.next[index] = number + 1;
  const place = stream.at(number + 1, table.nextAt[index], world.core.arrivalRateMilli);
  plan(world.core, index, stream, table, place);
}

/** Sets the timer of a stream, which has none. @param place of its next arrival */
function plan(core: Core, index: number, stream: Stream, table: StreamTable, place: number): void {
  table.nextAt[index] = place;
  if (place < Infinity)
    core.timers.streams.push(timerId(Timer.stream, index), stream.instantOf?.(place) ?? place);
}
