// The worlds of a process beside the one at its root. Each is reached below `/worlds/NAME/`, and shares nothing with the others.

import type { Scenario } from '../../../../sim/index.ts';
import type { Clock, IsWanted } from '../../../driver/world.ts';

/** What a name of a world is: it is a part of addresses and of file names. */
export const WORLD_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

export interface NewWorld {
  readonly name: string;
  /** A world that is copied as it is now; null: the world begins at the start of `scenario`. */
  readonly from: string | null;
  /** A built-in name, or the content of a scenario file that names no other file; null: that of the process. */
  readonly scenario: string | object | null;
  /** null: that of the scenario. */
  readonly seed: number | null;
  /** Simulated seconds per second; null: the clock is paused. */
  readonly speed: number | null;
}

export interface WorldEntry {
  readonly name: string;
  /** undefined if the file of the world is closed: it opens at the next request. */
  readonly open?: { readonly scenario: Scenario; readonly clock: Clock };
  /** About the memory of its state, and of its tables if it has no file, bytes. */
  readonly memoryBytes: number;
  /** Real time since its last request, ms; 0 while one is answered. */
  readonly idleMs: number;
}

export interface WorldLimits {
  readonly count: number;
  readonly memoryBytes: number;
  readonly idleMs: number;
}

/** @typeParam Of the service of a world */
export interface Worlds<Of> {
  readonly limits: WorldLimits;
  /** In the order of their names. */
  list(): readonly WorldEntry[];
  /**
   * @param isWanted whether the client still waits
   * @returns the world, and the value of its new Owner key
   * @throws Failure with all that is wrong, or the limit that is reached
   */
  create(
    wanted: NewWorld,
    isWanted: IsWanted,
  ): Promise<{ readonly entry: WorldEntry; readonly apiKey: string }>;
  /** Ends the requests of a world, and removes it, with its file if it has one. Returns false if there is none of this name. */
  remove(name: string): Promise<boolean>;
  /**
   * The service of a world; undefined if there is none of this name.
   * @param entered is given what must be called when the use ends @throws Failure if its file cannot be opened
   */
  use(name: string, entered: (leave: () => void) => void): Of | undefined | Promise<Of | undefined>;
}
