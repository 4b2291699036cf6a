// The process that the load comes from, seen from here.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root.ts';
import { answerTo } from './child-answer.ts';
import type { Load, LoadResult } from './protocol.ts';
import type { Subject } from './subject.ts';

/** A load on whatever server it is sent to. */
export type LoadOn = Omit<Load, 'url' | 'token'>;

/** What a load made of a server. */
export interface Loaded extends LoadResult {
  readonly perSecond: number;
  /** Processor time of the server for one request, in µs; undefined where the system does not tell. */
  readonly cpuUs: number | undefined;
}

export class Loader {
  readonly #process: ChildProcess = fork(join(root, 'bench/server/load-process.ts'), [], { execArgv: [] });

  /** @throws when one of the answers is not as it should be */
  async run(subject: Subject, load: LoadOn): Promise<Loaded> {
    const { url, token } = subject;
    const cpuMs = subject.cpuMs();
    const result = await answerTo<LoadResult>(this.#process, { ...load, url, token } satisfies Load);
    const { wrong, answered, elapsedMs } = result;
    if (wrong !== undefined) throw new Error(`${load.requests[0].method} ${load.requests[0].path}: ${wrong}`);
    return {
      ...result,
      perSecond: answered / (elapsedMs / 1000),
      cpuUs: cpuMs === undefined ? undefined : ((subject.cpuMs()! - cpuMs) * 1000) / answered,
    };
  }

  stop(): void {
    this.#process.disconnect();
  }
}
