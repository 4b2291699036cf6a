import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root.ts';
import { answerTo } from './child-answer.ts';
import type { Heard, Order } from './protocol.ts';

/** Controls the process of listen-process.ts. */
export class Listeners {
  readonly #process: ChildProcess = fork(join(root, 'bench/server/listen-process.ts'), [], { execArgv: [] });

  /** @throws Error if an event is lost, repeated or not a fact */
  async follow(order: Order): Promise<Heard> {
    const heard = await answerTo<Heard>(this.#process, order);
    if (heard.wrong !== undefined) throw new Error(`the stream of facts: ${heard.wrong}`);
    return heard;
  }

  stop(): void {
    this.#process.disconnect();
  }
}
