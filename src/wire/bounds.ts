// Bounds of values that requests, scenario files and stored commands share.

import type { PRIORITY_MAX } from '../../sim/index.ts';

/** For the page, which does not load the simulator. The type keeps it equal to the simulator's. */
export const priorityMax: typeof PRIORITY_MAX = 300;

/** Upper bound of the requests that a process keeps. */
export const keptRequestsMax = 100_000;

/** Upper bound of the speed of a clock, in simulated seconds per second. At a million, an hour of real time is a century. */
export const speedMax = 1_000_000;

/** Upper bound of the fact streams of a server, and of those of one key, which leaves streams to others. A dashboard has one. */
export const streamsMax = 100;
export const streamsPerKeyMax = 25;

/** The most reads in one request. */
export const readsMax = 40;

/** How many futures likely starts may be drawn from. */
export const samplesMin = 10;
export const samplesMax = 1_000;

/** The largest body of a request, in bytes: 1 MiB. */
export const bodyBytesMax = 1_048_576;
