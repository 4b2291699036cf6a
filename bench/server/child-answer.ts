import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** @throws Error if the process ends before it answers */
export async function answerTo<T>(child: ChildProcess, message: object): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}`);
    });
    // After the answer, `over` rejects this promise; ignore that.
    ended.catch(() => {});
    const answered = once(child, 'message', { signal });
    child.send(message);
    const [answer] = await Promise.race([answered, ended]);
    return answer as T;
  } finally {
    over.abort();
  }
}
