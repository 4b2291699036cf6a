// The worlds of earlier instants of the current branch. Each world derives one at a time, in slices, while its present goes on, and
// all worlds of the process share a few places. Requests for the same instant share one. Nothing is written.

import type { Simulation } from '../../../sim/index.ts';
import { bytesOf } from '../../store/codecs/packed-state.ts';
import type { Past } from '../../store/past.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { deriving } from '../commits/derived.ts';
import { frozenWorld } from '../reads/frozen-world.ts';
import { inSlices } from '../slice.ts';
import type { WhatIfs } from '../what-if/what-ifs.ts';
import { Cancelled, type IsWanted, NoInstant, type PastWorld, TooManyWaiting, type World } from '../world.ts';
import {
  type EarlierWorld,
  forget,
  giveBack,
  keep,
  keptWorld,
  release,
  take,
  takePlace,
  whenReleased,
} from './kept-worlds.ts';
import { storedAt } from './read-only-world.ts';

/** About the memory of a GPR that has left the memory of its world and is not in the file. */
const LEFT_GPR_BYTES = 64;
/** How many requests may wait for worlds. */
export const WAITING_MAX = 16;

interface Present {
  readonly world: World;
  readonly file: WorldFile;
  readonly whatIfs: WhatIfs;
  readonly simulation: () => Simulation;
  /** Commits the open turn. If that fails, the world is as the file has it. */
  settle(): void;
  /** Yields to the event loop. @throws WorldReadOnly once the world is closed */
  rest(): Promise<void>;
}

interface Waiting {
  readonly atMs: number;
  readonly isWanted: IsWanted;
  /** undefined if the instant must be looked for again: it is the present one, or the line has changed. */
  readonly resolve: (kept: EarlierWorld | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class Instants {
  readonly #present: Present;
  /** In the order of their requests. */
  #waiting: Waiting[] = [];
  #isDeriving = false;

  constructor(present: Present) {
    this.#present = present;
  }

  /** See World.at. */
  at<T>(atMs: number, isWanted: IsWanted, use: (world: PastWorld) => T | Promise<T>): T | Promise<T> {
    const { world } = this.#present;
    const nowMs = world.nowMs();
    if (atMs < 0 || atMs > nowMs) throw new NoInstant(nowMs);
    if (atMs === nowMs) return use(world);
    const known = keptWorld(this, atMs);
    const again = () => this.at(atMs, isWanted, use);
    if (known !== undefined) return this.#use(take(known), use, again);
    return this.#awaited(atMs, isWanted).then((kept) =>
      kept === undefined ? again() : this.#use(kept, use, again),
    );
  }

  /** Answers with a taken world. If its line has changed and the file lacks what it reads, the request begins again. */
  #use<T>(
    kept: EarlierWorld,
    use: (world: PastWorld) => T | Promise<T>,
    again: () => T | Promise<T>,
  ): T | Promise<T> {
    const failed = (error: unknown) => {
      if (kept.from === this.#present.file.present) throw error;
      return again();
    };
    let answer: T | Promise<T>;
    try {
      answer = use(kept.world);
    } catch (error) {
      release(kept);
      return failed(error);
    }
    if (answer instanceof Promise) return answer.finally(() => release(kept)).catch(failed);
    release(kept);
    return answer;
  }

  #awaited(atMs: number, isWanted: IsWanted): Promise<EarlierWorld | undefined> {
    this.#dismiss();
    if (this.#waiting.length >= WAITING_MAX) throw new TooManyWaiting(WAITING_MAX);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ atMs, isWanted, resolve, reject });
      if (!this.#isDeriving) this.#work();
    });
  }

  /** Dismisses the requests whose clients have disconnected. */
  #dismiss(): void {
    const gone = this.#settle((waiting) => !waiting.isWanted());
    for (const { reject } of gone) reject(new Cancelled('the client disconnected'));
  }

  /** Takes requests out of those that wait. */
  #settle(isMeant: (waiting: Waiting) => boolean): Waiting[] {
    const meant = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((waiting) => !meant.includes(waiting));
    return meant;
  }

  async #work(): Promise<void> {
    this.#isDeriving = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { atMs } = next;
      const isMeant = (waiting: Waiting) => waiting.atMs === atMs;
      try {
        const kept = await this.#derived(atMs);
        for (const { resolve } of this.#settle(isMeant)) resolve(kept && take(kept));
      } catch (error) {
        for (const { reject } of this.#settle(isMeant)) reject(error);
      }
      this.#dismiss();
    }
    this.#isDeriving = false;
  }

  /** Derives the world of an instant; undefined if the line changed. @throws StoreError, Cancelled, WorldReadOnly */
  async #derived(atMs: number): Promise<EarlierWorld | undefined> {
    await this.#place(atMs);
    let kept: EarlierWorld | undefined;
    try {
      kept = await this.#derivedInPlace(atMs);
      if (kept !== undefined) keep(kept);
      return kept;
    } finally {
      if (kept === undefined) giveBack();
    }
  }

  async #derivedInPlace(atMs: number): Promise<EarlierWorld | undefined> {
    const { world, file, whatIfs, simulation } = this.#present;
    // The file must have what has happened up to the instant.
    this.#present.settle();
    if (atMs >= world.nowMs()) return undefined;
    const from = file.present;
    try {
      const derived = await inSlices(deriving(from, simulation(), atMs), () => this.#rest(atMs, from));
      if (from !== file.present) return undefined;
      const bytes = bytesOf(derived.simulation.save()) + LEFT_GPR_BYTES * derived.left.size;
      const { keys } = world;
      const speed = () => world.clock().speed;
      const stored = storedAt(file, from, derived);
      const then: PastWorld = {
        ...frozenWorld(stored.simulation, stored.past, keys, speed),
        whatIf: (ask, isWanted) => whatIfs.whatIf(ask, isWanted, stored),
        manyFutures: (ask, isWanted) => whatIfs.manyFutures(ask, isWanted, stored),
      };
      const isCurrent = () => from === file.present;
      return { of: this, atMs, from, world: then, bytes, isCurrent, users: 0 };
    } catch (error) {
      if (error instanceof LineChanged || from !== file.present) return undefined;
      throw error;
    }
  }

  async #rest(atMs: number, from: Past): Promise<void> {
    await this.#present.rest();
    if (from !== this.#present.file.present) throw new LineChanged();
    if (!this.#waiting.some((waiting) => waiting.atMs === atMs && waiting.isWanted()))
      throw new Cancelled('the clients disconnected');
  }

  /** Waits until there is a place for one more world, and takes it. */
  async #place(atMs: number): Promise<void> {
    while (!takePlace()) {
      await whenReleased();
      await this.#rest(atMs, this.#present.file.present);
    }
  }

  /** The world is closed. */
  close(): void {
    forget(this);
  }
}

class LineChanged extends Error {}
