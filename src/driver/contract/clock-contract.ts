// The clock of a world, and how it is moved.

import type { ClockReading } from '../../../sim/index.ts';

export type ClockMode = 'running' | 'paused';

export interface Clock extends ClockReading {
  readonly mode: ClockMode;
  /** Requested simulated seconds per second while running. */
  readonly speed: number;
  /** Reached simulated seconds per second: less than `speed` if the machine does not keep up, 0 while paused. */
  readonly reachedSpeed: number;
  readonly branch: number;
  /** Progress of the current advance, null without one. */
  readonly advance: Progress | null;
}

export interface Progress {
  readonly fromMs: number;
  /** The target instant, null if unknown. */
  readonly toMs: number | null;
  /** 0 … 1, null if the end is unknown. */
  readonly done: number | null;
}

export type Advance =
  | { readonly byMs: number }
  | { readonly toMs: number }
  | { readonly until: { readonly gprId: string; readonly provisioningStatus: string } }
  | { readonly events: number };

export type AdvanceResult =
  | {
      readonly ok: true;
      readonly clock: Clock;
      readonly facts: number;
      /** Whether it ended early: its client left, the clock was paused or reset, or a file was imported. */
      readonly stopped: boolean;
    }
  | { readonly ok: false; readonly why: string };
