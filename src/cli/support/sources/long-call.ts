// A request whose answer takes long: the progress shows for how long it has taken, and a signal ends it.

import type { Output } from '../output/output.ts';
import { LongWork } from '../process/long-work.ts';
import type { Request, Session } from './session.ts';

/** @param what is being done, for the progress @throws ProgramEnd on a signal; the session is closed then */
export async function callLong<T>(
  session: Session,
  { method, path, body }: Request,
  what: string,
  output: Output,
): Promise<T> {
  const work = new LongWork(output);
  work.begin({ what, counts: 'events' });
  const answer = session.call<T>(method, path, body, true);
  try {
    await work.until(
      answer.then(() => {}),
      () => ({ count: null, simMs: null, done: null }),
    );
  } catch (error) {
    session.close();
    throw error;
  } finally {
    work.end();
  }
  return answer;
}
