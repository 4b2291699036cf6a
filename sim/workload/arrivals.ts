// Workload: streams of arrivals. Each stream has one timer, set to its next arrival; one file a kind behind this
// contract. Counters are state; everything else about a stream follows from the scenario.

import { type Core, Rank, Timer } from '../kernel/core.ts';
import type { World } from '../world.ts';

/** A stream of arrivals. It is asked for nothing but what comes next, by number. */
export interface Stream {
  /** Instant of arrival `number` (0, 1, …) given the instant of the one before (0 for the first); NEVER = none. */
  at(number: number, beforeMs: number): number;
  /** Lets arrival `number` happen at the present instant. */
  arrive(world: World, number: number): void;
}

/** Where each stream stands. */
export class StreamTable {
  /** Number of the next arrival, by stream. */
  next: number[] = [];
  nextAt: number[] = [];
}

/** Sets the timers of all streams to their first arrivals. */
export function startStreams(core: Core, streams: readonly Stream[], table: StreamTable): void {
  streams.forEach((stream, index) => {
    table.next[index] = 0;
    table.nextAt[index] = stream.at(0, 0);
    plan(core, index, table);
  });
}

/** The timer of a stream has come: one arrival happens and the next is planned. */
export function onArrival(world: World, streams: readonly Stream[], table: StreamTable, index: number): void {
  const number = table.next[index];
  streams[index].arrive(world, number);
  table.next[index] = number + 1;
  table.nextAt[index] = streams[index].at(number + 1, table.nextAt[index]);
  plan(world.core, index, table);
}

function plan(core: Core, index: number, table: StreamTable): void {
  if (table.nextAt[index] < Infinity) core.setTimer(Timer.stream, index, table.nextAt[index], Rank.arrival);
}
