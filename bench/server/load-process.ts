// The process that creates the load: runs autocannon with the requests that it gets, and returns the results.

import autocannon, { type Request, type Result } from 'autocannon';
import type { Load, LoadResult } from './protocol.ts';

/** Interval at which autocannon checks whether it is done. Elapsed time is taken from the answers, not from autocannon. */
const LOOK_MS = 20;

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send!(result),
    (error) => {
      throw error;
    },
  );
});
process.once('disconnect', () => process.exit());

function run(load: Load): Promise<LoadResult> {
  const { url, token, connections, amount, expected, expectedPart } = load;
  const latenciesMs = new Float64Array(amount);
  const gprIds: string[] = [];
  let answered = 0;
  let wrongBody: string | undefined;
  let lastBody = '';
  let lastAt = 0;

  let isOver = false;
  // Keep this process busy. If it slept, the server would pay for waking it up with its answers, and a slow server more
  // often than a fast one.
  const spin = () => {
    if (!isOver) setImmediate(spin);
  };
  spin();
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const instance = autocannon(
      {
        url,
        connections,
        amount,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        requests: requestsOf(load),
        sampleInt: LOOK_MS,
        bailout: 1,
        verifyBody: (body) => {
          lastBody = body;
          const isRight = expected === undefined ? body.includes(expectedPart ?? '') : body === expected;
          if (!isRight) wrongBody ??= body.slice(0, 500);
          const at = body.indexOf('"gprId":"gpr-');
          if (expected === undefined && at !== -1) gprIds.push(body.slice(at + 9, body.indexOf('"', at + 9)));
          return isRight;
        },
      },
      (error, result) => {
        isOver = true;
        if (error !== null) {
          reject(error);
          return;
        }
        const sorted = latenciesMs.subarray(0, answered).toSorted();
        const wrong = whatIsWrong(result, wrongBody, answered, amount);
        resolve({
          answered,
          elapsedMs: lastAt - startedAt,
          latencyMsP50: sorted[Math.floor(answered * 0.5)],
          latencyMsP99: sorted[Math.floor(answered * 0.99)],
          gprIds,
          lastBody,
          ...(wrong !== undefined && { wrong }),
        });
      },
    );
    instance.on('response', (_client: unknown, _status: unknown, _bytes: unknown, tookMs: number) => {
      latenciesMs[answered++] = tookMs;
      lastAt = performance.now();
    });
  });
}

/** Returns the requests; if there are ids, a connection takes the next id each time it starts with the first request. */
function requestsOf({ requests, gprIds }: Load): Request[] {
  if (gprIds === undefined) return requests.map((request) => ({ ...request }));
  let next = 0;
  return requests.map((request, i) => ({
    ...request,
    setupRequest: (sent, context) => {
      if (i === 0) context.gprId = gprIds[next++];
      return { ...sent, body: request.body!.replace('{gprId}', context.gprId!) };
    },
  }));
}

function whatIsWrong(
  result: Result,
  wrongBody: string | undefined,
  answered: number,
  amount: number,
): string | undefined {
  if (wrongBody !== undefined) return `an answer differs from the expected one: ${wrongBody}`;
  if (result.errors > 0) return `${result.errors} requests failed or timed out`;
  if (result.non2xx > 0) return `${result.non2xx} answers have a status other than 2xx`;
  if (answered !== amount) return `${answered} of ${amount} requests were answered`;
  return undefined;
}
