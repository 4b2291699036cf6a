import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root.ts';
import { answerTo } from '../server/child-answer.ts';
import type { Watched, WatchOrder } from './protocol.ts';

/** Controls the process of watch-process.ts. */
export class Watchers {
  readonly #process: ChildProcess = fork(join(root, 'bench/dashboard/watch-process.ts'), [], {
    execArgv: [],
  });

  /** @throws Error if the server has refused a request, or ended a stream */
  async follow(order: WatchOrder): Promise<Watched> {
    const watched = await answerTo<Watched>(this.#process, order);
    if (watched.wrong !== undefined) throw new Error(`a dashboard: ${watched.wrong}`);
    return watched;
  }

  stop(): void {
    this.#process.disconnect();
  }
}
