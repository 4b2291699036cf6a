// Workload: streams of arrivals. Each stream has one timer, set to its next arrival. Each kind of stream is one file that
// implements `Stream`. Only the counters are state; everything else about a stream follows from the scenario.

import type { Core } from '../kernel/core.ts';
import { Timer } from '../kernel/timers.ts';
import type { World } from '../world.ts';

/** A stream of arrivals, numbered from 0. */
export interface Stream {
  /**
   * Instant of arrival `number` in ms, given the instant of the previous one (0 for the first); NEVER = no such arrival.
   * @param rateMilli divides the gaps of generated arrivals
   */
  at(number: number, beforeMs: number, rateMilli: number): number;
  /** Performs arrival `number` at the present instant. */
  arrive(world: World, number: number): void;
}

export class StreamTable {
  /** Number of the next arrival, by stream. */
  next: number[] = [];
  /** Instant of that arrival in ms; NEVER = none. */
  nextAt: number[] = [];
}

export function startStreams(core: Core, streams: readonly Stream[], table: StreamTable): void {
  streams.forEach((stream, index) => {
    table.next[index] = 0;
    table.nextAt[index] = stream.at(0, 0, core.arrivalRateMilli);
    plan(core, index, table);
  });
}

/** Handles the timer of a stream: performs one arrival and plans the next. */
export function onArrival(world: World, streams: readonly Stream[], table: StreamTable, index: number): void {
  const number = table.next[index];
  streams[index].arrive(world, number);
  table.next[index] = number + 1;
  table.nextAt[index] = streams[index].at(number + 1, table.nextAt[index], world.core.arrivalRateMilli);
  plan(world.core, index, table);
}

function plan(core: Core, index: number, table: StreamTable): void {
  if (table.nextAt[index] < Infinity) core.timers.set(Timer.stream, index, table.nextAt[index]);
}
