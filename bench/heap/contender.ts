import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Play, PlayerData, Remove, Removed, Take } from './player.ts';
import { player } from './programs.packed.ts';
import type { Script, Verdict } from './script.ts';

export interface Contender {
  readonly name: string;
  plays(script: Script): boolean;
  /** Keeps scripts for `play` and returns their verdicts. `warmUp` is a short script of the same work. */
  take(scripts: readonly Script[], warmUp: Script): Promise<Verdict[]>;
  /** Plays the scripts in turn, `runs` times in total; returns the times in ms. */
  play(first: number, runs: number): Promise<number[]>;
  end(): Promise<unknown>;
}

export class ThreadContender implements Contender {
  readonly name: string;
  readonly #onlyLevels: boolean;
  readonly #worker: Worker;

  constructor(name: string, { onlyLevels = false, removing = false } = {}) {
    this.name = name;
    this.#onlyLevels = onlyLevels;
    const workerData: PlayerData = { queue: name, removing };
    this.#worker = new Worker(player, { eval: true, workerData });
  }

  plays(script: Script): boolean {
    return script.levels > 0 || !this.#onlyLevels;
  }

  take(scripts: readonly Script[], warmUp: Script): Promise<Verdict[]> {
    return this.#ask<Verdict[]>({ kind: 'take', scripts, warmUp });
  }

  play(first: number, runs: number): Promise<number[]> {
    return this.#ask<number[]>({ kind: 'play', first, runs });
  }

  remove(order: Omit<Remove, 'kind'>): Promise<Removed> {
    return this.#ask<Removed>({ kind: 'remove', ...order });
  }

  end(): Promise<unknown> {
    return this.#worker.terminate();
  }

  async #ask<Answer>(order: Take | Play | Remove): Promise<Answer> {
    this.#worker.postMessage(order);
    const [answer] = await once(this.#worker, 'message');
    return answer;
  }
}
