import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root.ts';
import { answerTo } from './child-answer.ts';
import type { Load, LoadResult } from './protocol.ts';
import type { Subject } from './subject.ts';

export type LoadOn = Omit<Load, 'url' | 'token'>;

export interface Loaded extends LoadResult {
  readonly perSecond: number;
  /** Processor time of the server for one request, in µs; undefined if the system does not report it. */
  readonly cpuUs: number | undefined;
}

/** Controls the process of load-process.ts. */
export class Loader {
  readonly #process: ChildProcess = fork(join(root, 'bench/server/load-process.ts'), [], { execArgv: [] });

  /** @throws Error if an answer differs from the expected one */
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
