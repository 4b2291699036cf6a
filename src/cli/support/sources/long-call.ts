// A request whose answer takes long: the progress shows for how long it has taken, and a signal ends the wait.

import type { Output } from '../output/output.ts';
import { LongWork } from '../process/long-work.ts';
import type { Session } from './session.ts';

/** @param what is being done, for the progress */
export async function callLong<T>(session: Session, path: string, what: string, output: Output): Promise<T> {
  const work = new LongWork(output);
  work.begin({ what, counts: 'events' });
  const answer = session.call<T>('GET', path, undefined, true);
  try {
    await work.until(
      answer.then(() => {}),
      () => ({ count: null, simMs: null, done: null }),
    );
  } finally {
    work.end();
  }
  return answer;
}
